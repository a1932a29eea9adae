import { type Address, passkeyChallengeText, routes } from "@tribe/contract";
import { type Bytes, toBase64, wipe } from "../keys/bytes.ts";
import { challengeBytes } from "../passkeys/add-passkey.ts";
import { askPasskey } from "../passkeys/ask-passkey.ts";
import { type Authenticator, PasskeyError } from "../passkeys/authenticator.ts";
import { openLock, withoutLocked } from "../passkeys/lock.ts";
import { openByTouch, shutRecord } from "../passkeys/open-lock.ts";
import { passkeysInForce } from "../passkeys/recover-by-passkey.ts";
import type { AccountRecord } from "../storage/account-record.ts";
import { fetchInfo } from "../wallet/ensure-wallet.ts";
import { toWalletError } from "../wallet/wallet-error.ts";
import { type FlowDependencies, isAskError } from "./flow-parts.ts";
import { recoverFlow } from "./recovery/recover-flow.ts";

interface TouchRequest {
  readonly uid: string;
  readonly wallet: Address;
  /** The bytes that a passkey must approve (a message, or an airdrop's subject); null if it only has to unlock the wallet. */
  readonly bytes: Bytes | null;
}

/**
 * Asks for the passkeys that are needed before signing: to approve this transaction, and to unlock the wallet if it is locked.
 * One touch does both if possible.
 * @throws WalletError
 */
export const touchFlow = async (dependencies: FlowDependencies, request: TouchRequest): Promise<void> => {
  const { uid, wallet, bytes } = request;
  let isProven = bytes === null;
  for (;;) {
    const shut = await shutRecord(dependencies, uid);
    if (isProven && !shut) return;
    const purpose = isProven ? "unlock" : "send";
    const asked = { kind: "touch", wallet, purpose, error: null } as const;
    const { authenticator, stage } = dependencies;
    try {
      if (!authenticator) throw new PasskeyError("unsupported");
      const open = async (asking: Authenticator) => {
        if (isProven && shut) await openByTouch(dependencies, asking, shut);
        else if (bytes) await proveByTouch(dependencies, asking, { uid, bytes, shut });
      };
      const screens = { asking: asked, answered: { ...asked, isAnswered: true } };
      const { kind } = await askPasskey(stage, authenticator, screens, open);
      isProven ||= kind === "done";
    } catch (thrown) {
      if (!(thrown instanceof PasskeyError) && !isAskError(thrown)) throw toWalletError(thrown);
      const intent = await dependencies.stage.ask({ ...asked, error: thrown.message });
      if (intent.kind === "other_way") await bringBack(dependencies, uid);
    }
  }
};

/** When no passkey can unlock this browser's share, recovery gives it a new one. */
const bringBack = async (dependencies: FlowDependencies, uid: string): Promise<void> => {
  const { store } = dependencies;
  await store.exclusive(uid, async () => {
    const record = await store.get(uid);
    if (record) await store.put(withoutLocked(record));
  });
  await recoverFlow(dependencies);
};

/** The server checks that this passkey is active; its signature covers exactly these bytes. */
const proveByTouch = async (
  dependencies: FlowDependencies,
  authenticator: Authenticator,
  { uid, bytes, shut }: { readonly uid: string; readonly bytes: Bytes; readonly shut: AccountRecord | null },
): Promise<void> => {
  const { api, unlocked } = dependencies;
  const digest = toBase64(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  const ids = passkeysInForce(await fetchInfo(dependencies));
  const { challenge } = await api(routes.wallet.passkeyChallenge, {});
  const text = passkeyChallengeText("send", uid, challenge, digest);
  const touch = await authenticator.touch({ ids, challenge: await challengeBytes(text) });
  const { id, prf, assertion } = touch;
  try {
    await api(routes.wallet.provePasskey, { body: { id, digest, assertion: { challenge, ...assertion } } });
    const opensHere = shut?.lock?.keys.some(({ passkey }) => passkey === id);
    if (shut && opensHere && prf) unlocked?.hold(uid, await openLock(shut, { id, prf }), shut.lock?.idleMinutes ?? 0);
  } finally {
    if (prf) wipe(prf);
  }
};
