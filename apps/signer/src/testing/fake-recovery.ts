import {
  ApiError,
  type Base64,
  type BodyOf,
  deviceProofText,
  recoveryChallenge,
  type routes,
  walletWaits,
} from "@tribe/contract";
import type { MailedLink } from "../wallet/mailed-link.ts";
import type { RecoveryWait } from "../wallet/recovery-wait.ts";
import type { createFakeProofs } from "./fake-proofs.ts";

/** The wallet token that a link is exchanged for. */
export const linkToken = "token-of-a-link";

interface FakeRecoveryOptions<Shares> {
  readonly uid: string;
  /** ms since 1970. */
  readonly now: () => number;
  readonly proofs: Pick<ReturnType<typeof createFakeProofs>, "isSigned" | "checkDevice">;
  /** What a link gives. @throws ApiError `wallet_missing` */
  readonly recoverable: () => Shares;
}

/** Mailed links, and the waits that they begin, in memory. */
export const createFakeRecovery = <Shares extends object>({
  uid,
  now,
  proofs,
  recoverable,
}: FakeRecoveryOptions<Shares>) => {
  const mailed: MailedLink[] = [];
  const requests = new Map<string, { token: string; devicePublicKey: Base64 }>();
  const waits: RecoveryWait[] = [];
  let isDelayed = false;
  return {
    /** The links, oldest first. */
    mailed,
    waits,
    delay: (): void => {
      isDelayed = true;
    },
    dropWaits: (isGone: (wait: RecoveryWait) => boolean): void => {
      waits.splice(0, waits.length, ...waits.filter((wait) => !isGone(wait)));
    },
    start: ({ devicePublicKey }: BodyOf<typeof routes.wallet.startRecovery>) => {
      const [request, token] = [randomText(16), randomText(32)];
      requests.set(request, { token, devicePublicKey });
      mailed.push({ request, token });
      return { request, resendAfterSeconds: 30 };
    },
    cancel: ({ request }: BodyOf<typeof routes.wallet.cancelRecovery>) => {
      if (!requests.delete(request)) throw new ApiError("recovery_link_invalid");
      return {};
    },
    finish: async ({ request, token, signature }: BodyOf<typeof routes.wallet.finishRecovery>) => {
      const asked = requests.get(request);
      if (!asked || asked.token !== token) throw new ApiError("recovery_link_invalid");
      const { devicePublicKey } = asked;
      const text = deviceProofText("recover", uid, recoveryChallenge(request, token));
      if (!(await proofs.isSigned(text, devicePublicKey, signature))) throw new ApiError("recovery_link_invalid");
      requests.delete(request);
      if (!isDelayed) return { ...recoverable(), walletToken: linkToken };
      const readyAt = now() + walletWaits.recoverySeconds * 1_000;
      const expiresAt = readyAt + walletWaits.recoveryTakenWithinSeconds * 1_000;
      const place = { device: "Chrome on Linux", network: "This machine" };
      const wait = { id: randomText(16), askedAt: now(), readyAt, expiresAt, devicePublicKey, place };
      waits.push(wait);
      return { wait, walletToken: linkToken };
    },
    take: async ({ devicePublicKey, device }: BodyOf<typeof routes.wallet.takeRecovery>): Promise<Shares> => {
      await proofs.checkDevice("recover-take", devicePublicKey, device);
      if (!waits.some((wait) => wait.devicePublicKey === devicePublicKey && wait.readyAt <= now()))
        throw new ApiError("wait_not_over");
      return recoverable();
    },
  };
};

const randomText = (bytes: number): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
