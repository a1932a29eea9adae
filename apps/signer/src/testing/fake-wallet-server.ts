import { getBase58Encoder } from "@solana/kit";
import {
  type Address,
  type ApiCall,
  ApiError,
  type ApiErrorCode,
  type Base64,
  type BodyOf,
  deviceProofText,
  ownershipText,
  routes,
  type WalletAction,
} from "@tribe/contract";
import { fromBase64, utf8 } from "../keys/bytes.ts";

interface StoredSharing {
  readonly devicePublicKey: Base64;
  readonly version: number;
  readonly address: Address;
  state: "pending" | "active";
  serverShare: Base64;
  recoveryShare: Base64 | null;
}

/** One account's half of the wallet in memory: checks every proof as the real routes do, and can be told to fail. */
export interface FakeWalletServer {
  readonly api: ApiCall;
  /** Handles one call by its path, for an HTTP front. @throws ApiError */
  readonly handle: (path: string, body: unknown) => Promise<unknown>;
  readonly sharings: StoredSharing[];
  readonly mailed: string[];
  /** The next call of this path ends with this error; `after` lets it do its work first, as a lost answer does. */
  failNext(path: string, code: ApiErrorCode, when?: "before" | "after"): void;
  address(): Address | null;
  /** Whom every address belongs to from now on. */
  namePerson(person: { displayName: string; handle: string | null } | null): void;
}

export const fakeUid = "uid-of-a-test";

/** Makes an account without a wallet. */
export const createFakeWalletServer = (): FakeWalletServer => {
  const sharings: StoredSharing[] = [];
  const challenges = new Set<string>();
  const mailed: string[] = [];
  const failures = new Map<string, { code: ApiErrorCode; when: "before" | "after" }>();
  let address: Address | null = null;
  let person: { displayName: string; handle: string | null } | null = null;

  const checkDevice = async (
    action: WalletAction,
    devicePublicKey: Base64,
    proof: { challenge: string; signature: Base64 },
  ) => {
    if (!challenges.delete(proof.challenge)) throw new ApiError("device_unknown");
    const key = await crypto.subtle.importKey(
      "spki",
      fromBase64(devicePublicKey),
      { name: "ECDSA", namedCurve: "P-256" },
      false,
      ["verify"],
    );
    const text = utf8(deviceProofText(action, fakeUid, proof.challenge));
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    if (!(await crypto.subtle.verify(algorithm, key, fromBase64(proof.signature), text)))
      throw new ApiError("device_unknown");
  };

  const find = (devicePublicKey: Base64, version: number | undefined) => {
    const found = sharings.find(
      (sharing) =>
        sharing.devicePublicKey === devicePublicKey &&
        (version === undefined ? sharing.state === "active" : sharing.version === version),
    );
    if (!found) throw new ApiError("device_unknown");
    return found;
  };

  const store = async (body: BodyOf<typeof routes.wallet.storeSharing>) => {
    await checkDevice("store", body.sharing.devicePublicKey, body.device);
    const owner = new Uint8Array(getBase58Encoder().encode(body.address));
    const key = await crypto.subtle.importKey("raw", owner, "Ed25519", false, ["verify"]);
    const text = utf8(ownershipText(fakeUid, body.device.challenge, body.sharing.devicePublicKey));
    const signature = new Uint8Array(getBase58Encoder().encode(body.ownership));
    if (!(await crypto.subtle.verify("Ed25519", key, signature, text))) throw new ApiError("wallet_proof_invalid");
    if (address !== null && address !== body.address) throw new ApiError("wallet_exists");
    const { serverShare, recoveryShare, devicePublicKey, version } = body.sharing;
    sharings.push({ devicePublicKey, version, address: body.address, state: "pending", serverShare, recoveryShare });
    return { version };
  };

  const confirm = async (body: BodyOf<typeof routes.wallet.confirmSharing>) => {
    await checkDevice("confirm", body.devicePublicKey, body.device);
    const sharing = find(body.devicePublicKey, body.version);
    if (address !== null && address !== sharing.address) throw new ApiError("wallet_exists");
    sharing.state = "active";
    address = sharing.address;
    const kept = sharings.filter((other) => other === sharing || other.devicePublicKey !== sharing.devicePublicKey);
    sharings.splice(0, sharings.length, ...kept);
    return { address };
  };

  const share = async (body: BodyOf<typeof routes.wallet.fetchShare>) => {
    await checkDevice("share", body.devicePublicKey, body.device);
    const { serverShare, version } = find(body.devicePublicKey, body.version);
    return { serverShare, version };
  };

  const recover = ({ code }: BodyOf<typeof routes.wallet.finishRecovery>) => {
    if (code !== mailed.at(-1)) throw new ApiError("mail_code_wrong");
    const sharing = sharings.find((entry) => entry.state === "active" && entry.recoveryShare !== null);
    if (!sharing?.recoveryShare) throw new ApiError("wallet_missing");
    mailed.length = 0;
    return { address: sharing.address, serverShare: sharing.serverShare, recoveryShare: sharing.recoveryShare };
  };

  const run = async (path: string, body: unknown): Promise<unknown> => {
    switch (path) {
      case routes.wallet.wallet.path:
        return {
          uid: fakeUid,
          email: "ada@tribe.example",
          address,
          recovery: address ? "mail_code" : "none",
          devices: sharings.map(({ devicePublicKey, version, state }) => ({ devicePublicKey, version, state })),
        };
      case routes.wallet.recipient.path:
        return { person };
      case routes.wallet.challenge.path: {
        const challenge = crypto.randomUUID();
        challenges.add(challenge);
        return { challenge };
      }
      case routes.wallet.storeSharing.path:
        return store(routes.wallet.storeSharing.body.parse(body));
      case routes.wallet.confirmSharing.path:
        return confirm(routes.wallet.confirmSharing.body.parse(body));
      case routes.wallet.fetchShare.path:
        return share(routes.wallet.fetchShare.body.parse(body));
      case routes.wallet.startRecovery.path:
        mailed.push(String(100_000 + Math.floor(Math.random() * 900_000)));
        return { resendAfterSeconds: 30 };
      case routes.wallet.finishRecovery.path:
        return recover(routes.wallet.finishRecovery.body.parse(body));
      default:
        throw new ApiError("not_found");
    }
  };

  const handle = async (path: string, body: unknown) => {
    const failure = failures.get(path);
    failures.delete(path);
    if (failure?.when === "before") throw new ApiError(failure.code);
    const answer = await run(path, body);
    if (failure) throw new ApiError(failure.code);
    return answer;
  };

  return {
    // The double parses bodies itself; its answers are of the routes' shapes.
    api: (async (route, input) => handle(route.path, input.body)) as ApiCall,
    handle,
    sharings,
    mailed,
    failNext: (path, code, when = "before") => failures.set(path, { code, when }),
    address: () => address,
    namePerson: (named) => {
      person = named;
    },
  };
};
