import {
  type Address,
  type ApiCall,
  ApiError,
  type ApiErrorCode,
  type Base64,
  type BodyOf,
  type CreatorStatement,
  type HandleStatement,
  ownershipText,
  type RecoveryWayInfo,
  routes,
  spendProofText,
} from "@tribe/contract";
import { fromBase64, toBase64 } from "../keys/bytes.ts";
import type { MailedLink } from "../wallet/mailed-link.ts";
import type { Attestor } from "./attestor.ts";
import { createFakeOutflow } from "./fake-outflow.ts";
import { createFakeProofs } from "./fake-proofs.ts";
import { createFakeRecovery } from "./fake-recovery.ts";

interface StoredSharing {
  readonly devicePublicKey: Base64;
  readonly version: number;
  readonly address: Address;
  state: "pending" | "active";
  serverShare: Base64;
  recoveryShare: Base64 | null;
}

interface StoredPasskey {
  readonly way: RecoveryWayInfo;
  readonly serverShare: Base64;
  readonly sealedShare: Base64;
}

/** The server's half of one account's wallet in memory: checks every proof as the real routes do, and can be told to fail. */
export interface FakeWalletServer {
  readonly api: ApiCall;
  /** Handles one call by its path, for an HTTP front. @throws ApiError */
  readonly handle: (path: string, body: unknown, query?: unknown) => Promise<unknown>;
  readonly sharings: StoredSharing[];
  /** The active passkeys. Only the real routes check passkeys' signatures. */
  readonly passkeys: StoredPasskey[];
  /** The links, oldest first. */
  readonly mailed: MailedLink[];
  /** The next call of this path ends with this error; `after` lets it do its work first, as a lost answer does. */
  failNext(path: string, code: ApiErrorCode, when?: "before" | "after"): void;
  address(): Address | null;
  /** Moves its clock forward. */
  passTime(milliseconds: number): void;
  /** As if the wallet were worth more than a little: from now on a link waits a day. */
  delayRecovery(): void;
  /** Stops every browser's wait for the wallet, as another browser would. */
  stopRecoveries(): void;
  /** Stops every send that waits, as another browser would. */
  stopSends(): void;
  /** Sets its statement about every address from now on. */
  state(statementOf: (address: Address) => Promise<HandleStatement | null>): void;
  /** Sets its statement about every mint's creator from now on. */
  stateCreators(creatorOf: (mint: Address) => Promise<CreatorStatement | null>): void;
  /** Somebody without its keys answers in its place from now on, having seen its answer; null ends that. */
  answerInstead(next: ((path: string, answer: unknown) => Promise<unknown>) | null): void;
  /** What it knows of the wallet's outflow. */
  readonly outflow: Pick<ReturnType<typeof createFakeOutflow>, "value" | "land">;
}

export const fakeUid = "uid-of-a-test";
/**
 * Makes an account without a wallet.
 * @param attestor signs what is said of spends; without one they can't be confirmed
 */
export const createFakeWalletServer = (attestor: Pick<Attestor, "sign"> | null = null): FakeWalletServer => {
  const sharings: StoredSharing[] = [];
  const proofs = createFakeProofs(fakeUid);
  const { giveChallenge, consumeChallenge, checkDevice } = proofs;
  const failures = new Map<string, { code: ApiErrorCode; when: "before" | "after" }>();
  const passkeys: StoredPasskey[] = [];
  let instead: ((path: string, answer: unknown) => Promise<unknown>) | null = null;
  let creatorOf: ((mint: Address) => Promise<CreatorStatement | null>) | null = null;
  let passed = 0;
  const now = () => Date.now() + passed;
  let address: Address | null = null;
  let statementOf: ((address: Address) => Promise<HandleStatement | null>) | null = null;
  const recovery = createFakeRecovery({ uid: fakeUid, now, proofs, recoverable: () => recoverable() });
  const outflow = createFakeOutflow({
    ...{ uid: fakeUid, attestor, now },
    address: () => address,
    passkeys: () => passkeys.map(({ way }) => way.id),
  });

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
    const text = ownershipText(fakeUid, body.device.challenge, body.sharing.devicePublicKey);
    if (!(await proofs.isSignedByWallet(text, body.address, body.ownership)))
      throw new ApiError("wallet_proof_invalid");
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
    recovery.dropWaits((wait) => wait.devicePublicKey === body.devicePublicKey);
    const kept = sharings.filter((other) => other === sharing || other.devicePublicKey !== sharing.devicePublicKey);
    sharings.splice(0, sharings.length, ...kept);
    return { address };
  };

  const share = async (body: BodyOf<typeof routes.wallet.fetchShare>) => {
    const { devicePublicKey, device, spend, message } = body;
    const text = spend ? spendProofText(fakeUid, device.challenge, spend) : undefined;
    await checkDevice("share", devicePublicKey, device, text);
    if (spend) {
      // Without the transaction's message nothing could be given back.
      const named =
        message === undefined
          ? null
          : toBase64(new Uint8Array(await crypto.subtle.digest("SHA-256", fromBase64(message))));
      if (named !== (spend.outflow.kind === "airdrop" ? null : spend.subject)) throw new ApiError("bad_request");
      outflow.count(devicePublicKey, spend);
    }
    const { serverShare, version } = find(devicePublicKey, body.version);
    return { serverShare, version };
  };

  const recoverable = () => {
    const sharing = sharings.find((entry) => entry.state === "active" && entry.recoveryShare !== null);
    if (!sharing?.recoveryShare) throw new ApiError("wallet_missing");
    const { serverShare, recoveryShare } = sharing;
    return { address: sharing.address, serverShare, recoveryShare };
  };

  const storePasskey = async (body: BodyOf<typeof routes.wallet.storePasskey>) => {
    await checkDevice("passkey-store", body.device.devicePublicKey, body.device);
    if (!consumeChallenge(body.assertion.challenge)) throw new ApiError("passkey_invalid");
    const { id, name } = body.passkey;
    const { serverShare, sealedShare } = body;
    const times = { addedAt: 1, from: 1, triedAt: 1, until: null };
    passkeys.push({ way: { kind: "passkey", id, name, ...times }, serverShare, sealedShare });
    return { serverShare, sealedShare };
  };

  const passkeyOf = (id: string, challenge: string): StoredPasskey => {
    const found = passkeys.find(({ way }) => way.id === id);
    if (!found || !consumeChallenge(challenge)) throw new ApiError("passkey_invalid");
    return found;
  };

  const run = async (path: string, body: unknown, query?: unknown): Promise<unknown> => {
    switch (path) {
      case routes.wallet.wallet.path:
        return {
          uid: fakeUid,
          email: "ada@tribe.example",
          address,
          recovery: address ? "mail_link" : "none",
          ways: passkeys.map(({ way }) => way),
          now: now(),
          sends: outflow.sends,
          recoveries: [...recovery.waits],
          devices: sharings.map(({ devicePublicKey, version, state }) => ({ devicePublicKey, version, state })),
          challenges: [giveChallenge(), giveChallenge(), giveChallenge()],
        };
      case routes.wallet.recipient.path:
        return {
          person: null,
          statement: (await statementOf?.(routes.wallet.recipient.query.parse(query).address)) ?? null,
        };
      case routes.wallet.creator.path: {
        const { mint } = routes.wallet.creator.query.parse(query);
        const creator = (await creatorOf?.(mint)) ?? null;
        return { creator, statement: (creator && (await statementOf?.(creator.creator))) ?? null };
      }
      case routes.wallet.setUpAirdrop.path:
        return outflow.setUp(routes.wallet.setUpAirdrop.body.parse(body));
      case routes.wallet.judgeSpend.path:
        return outflow.judge(routes.wallet.judgeSpend.body.parse(body));
      case routes.wallet.challenge.path:
      case routes.wallet.passkeyChallenge.path:
        return { challenge: giveChallenge() };
      case routes.wallet.storeSharing.path:
        return store(routes.wallet.storeSharing.body.parse(body));
      case routes.wallet.confirmSharing.path:
        return confirm(routes.wallet.confirmSharing.body.parse(body));
      case routes.wallet.fetchShare.path:
        return share(routes.wallet.fetchShare.body.parse(body));
      case routes.wallet.startRecovery.path:
        return recovery.start(routes.wallet.startRecovery.body.parse(body));
      case routes.wallet.finishRecovery.path:
        return recovery.finish(routes.wallet.finishRecovery.body.parse(body));
      case routes.wallet.takeRecovery.path:
        return recovery.take(routes.wallet.takeRecovery.body.parse(body));
      case routes.wallet.cancelWait.path: {
        const { id } = routes.wallet.cancelWait.body.parse(body);
        recovery.dropWaits((wait) => wait.id === id);
        return {};
      }
      case routes.wallet.cancelRecovery.path:
        return recovery.cancel(routes.wallet.cancelRecovery.body.parse(body));
      case routes.wallet.askToSend.path: {
        const asked = routes.wallet.askToSend.body.parse(body);
        await checkDevice("ask-send", asked.devicePublicKey, asked.device);
        return outflow.ask(asked.devicePublicKey, asked.outflow);
      }
      case routes.wallet.storePasskey.path:
        return storePasskey(routes.wallet.storePasskey.body.parse(body));
      case routes.wallet.confirmPasskey.path: {
        const added = passkeys.find(({ way }) => way.id === routes.wallet.confirmPasskey.body.parse(body).id);
        return { way: added?.way, recovery: "mail_link" };
      }
      case routes.wallet.recoverByPasskey.path: {
        const { id, assertion } = routes.wallet.recoverByPasskey.body.parse(body);
        const { serverShare, sealedShare } = passkeyOf(id, assertion.challenge);
        return { address, serverShare, sealedShare };
      }
      case routes.wallet.provePasskey.path: {
        const { id, digest, assertion } = routes.wallet.provePasskey.body.parse(body);
        passkeyOf(id, assertion.challenge);
        outflow.approve(digest);
        return {};
      }
      default:
        throw new ApiError("not_found");
    }
  };

  const handle = async (path: string, body: unknown, query?: unknown) => {
    const failure = failures.get(path);
    failures.delete(path);
    if (failure?.when === "before") throw new ApiError(failure.code);
    const answer = await (instead
      ? run(path, body, query).then((told) => instead?.(path, told))
      : run(path, body, query));
    if (failure) throw new ApiError(failure.code);
    return answer;
  };

  return {
    // The fake parses bodies itself; its answers have the routes' shapes.
    api: (async (route, input) => handle(route.path, input.body, input.query)) as ApiCall,
    handle,
    sharings,
    passkeys,
    mailed: recovery.mailed,
    failNext: (path, code, when = "before") => failures.set(path, { code, when }),
    address: () => address,
    passTime: (milliseconds) => {
      passed += milliseconds;
    },
    delayRecovery: recovery.delay,
    stopRecoveries: () => {
      recovery.waits.length = 0;
    },
    stopSends: () => {
      outflow.sends.length = 0;
    },
    state: (next) => {
      statementOf = next;
    },
    stateCreators: (next) => {
      creatorOf = next;
    },
    answerInstead: (next) => {
      instead = next;
    },
    outflow,
  };
};
