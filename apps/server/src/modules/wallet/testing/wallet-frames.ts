import { generateKeyPairSync, type KeyObject, type KeyPairKeyObjectResult, randomBytes, sign } from "node:crypto";
import { getAddressDecoder } from "@solana/kit";
import { fromChainAddress } from "@tribe/chain/accounts";
import { toBase64, toSignature } from "@tribe/chain/transactions";
import {
  type Address,
  type ApiCall,
  type Base64,
  createApiClient,
  deviceProofText,
  kitText,
  type MoveStatement,
  moveEndText,
  moveText,
  type Outflow,
  ownershipText,
  readProofFragment,
  readRecoveryFragment,
  recoveryChallenge,
  routes,
  type Spend,
  spendProofText,
  type TransactionSignature,
  uidSchema,
  type WalletAction,
  walletActions,
  walletWaits,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { hashOf } from "../../../crypto/secrets.ts";
import { codeFor, linkFor, mailsSent, type TestApp, type TestDevice } from "../../../testing/start-test-app.ts";
import { issueWalletToken } from "../tokens.ts";
import { rewriteRecord, withTimePassed } from "./pass-time.ts";

const { wallet } = routes;

/** A share of that byte. */
export const share = (byte: number): Base64 => toBase64(Buffer.alloc(33, byte));

/** A mailed link's request and token. */
export interface Link {
  readonly request: string;
  readonly token: string;
}

/** An Ed25519 key as the signer holds it while it makes a wallet. */
export const newWallet = () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const bytes = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  return { address: fromChainAddress(getAddressDecoder().decode(bytes)), privateKey };
};

/** Who has a wallet in tests: people and the wallet's frames in their browsers. @param server the one that runs */
export const walletFrames = (server: () => TestApp) => {
  /** The signer's frame on one device. */
  const openFrame = async (
    person: TestDevice,
    before: { readonly walletToken?: string; readonly keys?: KeyPairKeyObjectResult } = {},
  ) => {
    let walletToken = before.walletToken ?? (await person.call(wallet.walletToken, {})).walletToken;
    const call: ApiCall = createApiClient({
      origin: server().origin,
      credentials: () => null,
      walletToken: () => walletToken,
    });
    const { uid } = await call(wallet.wallet, {});
    const keys = before.keys ?? generateKeyPairSync("ec", { namedCurve: "P-256" });
    const devicePublicKey = toBase64(keys.publicKey.export({ format: "der", type: "spki" }));
    const proveWith = (action: WalletAction, challenge: string, key: KeyObject = keys.privateKey) => {
      const text = Buffer.from(deviceProofText(action, uid, challenge));
      return { challenge, signature: toBase64(sign("sha256", text, { key, dsaEncoding: "ieee-p1363" })) };
    };
    const prove = async (action: WalletAction, key?: KeyObject) =>
      proveWith(action, (await call(wallet.challenge, {})).challenge, key);
    const store = async (owner: ReturnType<typeof newWallet>, version = 1, recoveryShare: Base64 | null = share(2)) => {
      const device = await prove(walletActions.store);
      const own = Buffer.from(ownershipText(uid, device.challenge, devicePublicKey));
      return call(wallet.storeSharing, {
        body: {
          address: owner.address,
          sharing: { serverShare: share(version), recoveryShare, devicePublicKey, version },
          device,
          ownership: toSignature(new Uint8Array(sign(null, own, owner.privateKey))),
        },
      });
    };
    const confirm = async (version = 1) =>
      call(wallet.confirmSharing, { body: { devicePublicKey, version, device: await prove(walletActions.confirm) } });
    const fetchShare = async (version?: number) =>
      call(wallet.fetchShare, {
        body: { devicePublicKey, device: await prove(walletActions.share), ...(version ? { version } : {}) },
      });
    const askForLink = () => call(wallet.startRecovery, { body: { devicePublicKey } });
    const signLink = (link: Link, action: WalletAction): Base64 => {
      const text = Buffer.from(deviceProofText(action, uid, recoveryChallenge(link.request, link.token)));
      return toBase64(sign("sha256", text, { key: keys.privateKey, dsaEncoding: "ieee-p1363" }));
    };
    /** What this device does with a mailed link. */
    const takeLink = (link: Link) =>
      call(wallet.finishRecovery, { body: { ...link, signature: signLink(link, walletActions.recover) } });
    /** What it is given once it has waited. */
    const takeRecovery = async () =>
      call(wallet.takeRecovery, { body: { devicePublicKey, device: await prove(walletActions.takeRecovery) } });
    const proveBy = (link: Link) =>
      call(wallet.finishProof, { body: { ...link, signature: signLink(link, walletActions.prove) } });
    const askForProof = () => call(wallet.startProof, { body: { devicePublicKey } });
    type Purpose = "kit" | "export";
    const askForKey = async (proof: string, purpose: Purpose | "move" = "kit") =>
      call(wallet.askForKey, {
        body: { purpose, proof, devicePublicKey, device: await prove(walletActions.askForKey) },
      });
    const takeKey = async (proof: string, purpose: Purpose = "kit") =>
      call(wallet.takeKey, { body: { purpose, proof, devicePublicKey, device: await prove(walletActions.takeKey) } });
    const confirmKit = async (by: KeyObject, number = "7XQ2M0AB") => {
      const device = await prove(walletActions.confirmKit);
      const text = Buffer.from(kitText(uid, device.challenge, number));
      const ownership = toSignature(new Uint8Array(sign(null, text, by)));
      return call(wallet.confirmKit, { body: { number, devicePublicKey, device, ownership } });
    };
    /** Stores a new wallet beside the one of now. */
    const storeMove = async (proof: string, to: ReturnType<typeof newWallet>, version = 2) => {
      const device = await prove(walletActions.storeMove);
      const own = Buffer.from(ownershipText(uid, device.challenge, devicePublicKey));
      return call(wallet.storeMove, {
        body: {
          to: to.address,
          sharing: { serverShare: share(version), recoveryShare: share(9), devicePublicKey, version },
          sealedKey: share(7),
          proof,
          device,
          ownership: toSignature(new Uint8Array(sign(null, own, to.privateKey))),
        },
      });
    };
    type Wallet = ReturnType<typeof newWallet>;
    /** What both wallets say of a move; `said` stands in the place of what they should. */
    const moveBody = async (proof: string, from: Wallet, to: Wallet, said: Partial<MoveStatement> = {}) => {
      const device = await prove(walletActions.confirmMove);
      const at = said.at ?? server().ctx.now();
      const text = Buffer.from(moveText({ uid, from: from.address, to: to.address, at, ...said }, device.challenge));
      const say = (by: KeyObject) => toSignature(new Uint8Array(sign(null, text, by)));
      const [saidByFrom, saidByTo] = [say(from.privateKey), say(to.privateKey)];
      return { from: from.address, to: to.address, at, proof, devicePublicKey, device, saidByFrom, saidByTo };
    };
    const confirmMove = async (...of: Parameters<typeof moveBody>) =>
      call(wallet.confirmMove, { body: await moveBody(...of) });
    const formerKey = async () =>
      call(wallet.formerKey, { body: { devicePublicKey, device: await prove(walletActions.formerKey) } });
    const finishMove = async (from: Address, by: KeyObject) => {
      const device = await prove(walletActions.finishMove);
      const text = Buffer.from(moveEndText(uid, device.challenge, from));
      const ownership = toSignature(new Uint8Array(sign(null, text, by)));
      return call(wallet.finishMove, { body: { devicePublicKey, device, ownership } });
    };
    const askFor = async (outflow: Outflow) =>
      call(wallet.askToSend, {
        body: { outflow, devicePublicKey, device: await prove(walletActions.askToSend) },
      });
    const askToSend = (recipient: Address, lamports = "6000000000") =>
      askFor({ kind: "transfer", recipient, lamports, tokens: null });
    /** What the signer asks before it shows a spend. */
    const judge = (spend: Spend, sales: TransactionSignature[] = [], nonce = toBase64(randomBytes(32))) =>
      call(wallet.judgeSpend, { body: { spend, nonce, devicePublicKey, sales } });
    /** The share that signs a spend, by the device's own signature over it; with the message that it names, as the signer sends it. */
    const fetchShareFor = async (spend: Spend, signed: Spend | null = spend, message?: Base64) => {
      const { challenge } = await call(wallet.challenge, {});
      const text = signed
        ? spendProofText(uid, challenge, signed)
        : deviceProofText(walletActions.share, uid, challenge);
      const signature = toBase64(
        sign("sha256", Buffer.from(text), { key: keys.privateKey, dsaEncoding: "ieee-p1363" }),
      );
      return call(wallet.fetchShare, {
        body: { devicePublicKey, device: { challenge, signature }, spend, ...(message ? { message } : {}) },
      });
    };
    const askForEmail = async (proof: string, email: string) =>
      call(wallet.askForEmail, {
        body: { email, proof, devicePublicKey, device: await prove(walletActions.askForEmail) },
      });
    const confirmEmail = (link: Link, action: WalletAction = walletActions.confirmEmail) =>
      call(wallet.confirmEmail, { body: { ...link, signature: signLink(link, action) } });
    return {
      ...{ askForEmail, confirmEmail },
      ...{ storeMove, moveBody, confirmMove, formerKey, finishMove },
      ...{ askFor, askToSend, judge, fetchShareFor },
      ...{ call, uid, devicePublicKey, keys, privateKey: keys.privateKey },
      ...{ prove, proveWith, store, confirm, fetchShare, askForLink, takeLink, takeRecovery },
      renew: (token: string) => {
        walletToken = token;
      },
      ...{ askForProof, proveBy, askForKey, takeKey, confirmKit },
    };
  };

  /** Somebody at the wallet's frame in their browser. */
  interface AtFrame {
    readonly person: Awaited<ReturnType<TestApp["newPerson"]>>;
    readonly frame: Awaited<ReturnType<typeof openFrame>>;
  }

  /** The newest link in a mailbox. */
  const linkOf = async (email: string): Promise<Link> => {
    const link = readRecoveryFragment(new URL(await linkFor(server(), email)).hash);
    if (!link) throw new Error("the mail's link is a recovery's");
    return link;
  };

  /** A fresh proof of the person at this frame, by the newest link in their mailbox. */
  const proofOf = async ({ person, frame }: AtFrame) => {
    await server().ctx.db.execute(sql`delete from mail_sends`);
    await frame.askForProof();
    return (await frame.proveBy(await proofLinkOf(person.email))).proof;
  };

  const proofLinkOf = async (email: string): Promise<Link> => {
    const link = readProofFragment(new URL(await linkFor(server(), email)).hash);
    if (!link) throw new Error("the mail's link is a proof's");
    return link;
  };

  /** A person with a wallet on one device. */
  const newOwner = async () => {
    const person = await server().newPerson();
    const frame = await openFrame(person);
    const owner = newWallet();
    await frame.store(owner);
    await frame.confirm();
    return { person, frame, owner };
  };

  /** A token of the server's moment, which the device's clock is not in: the one before lived for five minutes. */
  const refresh = ({ person, frame }: AtFrame) => {
    const { session, deviceId } = person.credentials;
    if (!session) throw new Error("the person is signed in");
    const generation = hashOf(session.accessToken).toString("base64url");
    const asked = { sessionId: session.sessionId, uid: uidSchema.parse(frame.uid), deviceId, generation };
    frame.renew(issueWalletToken(server().ctx.keys, asked, server().ctx.now()).walletToken);
  };
  const refreshed = async (owner: AtFrame) => {
    refresh(owner);
    return proofOf(owner);
  };
  /** A browser that opens the newest link in its mailbox: it gets the wallet at once, or begins to wait. */
  const askAndOpen = async ({ person, frame }: AtFrame) => {
    await server().ctx.db.execute(sql`delete from mail_sends`);
    await frame.askForLink();
    return frame.takeLink(await linkOf(person.email));
  };
  /** The day of a browser that waits for the wallet, and what it is given then. */
  const waitForWallet = (at: AtFrame) => {
    server().clock.offset += walletWaits.recoverySeconds * 1_000;
    refresh(at);
    return at.frame.takeRecovery();
  };
  /** As if none of the wallet's browsers had used it for a while: so the process with the keys would have written it down. */
  const leaveUnused = (uid: string, days = 40) => changeRecord(uid, withTimePassed(days * 86_400_000));
  /** Has the process with the keys write something else down. */
  const changeRecord = (uid: string, change: Parameters<typeof rewriteRecord>[2]) =>
    rewriteRecord(server().ctx, uidSchema.parse(uid), change);
  const lastMail = async (email: string) => {
    await mailsSent(server().ctx);
    return server()
      .mails.filter(({ to }) => to === email)
      .at(-1);
  };

  /** A person with the wallet in two browsers. */
  const newPair = async () => {
    const first = await newOwner();
    const other = await server().newPerson(first.person.email);
    const frame = await openFrame(other);
    await frame.store(first.owner);
    await frame.confirm();
    await mailsSent(server().ctx);
    return { ...first, other, otherFrame: frame };
  };

  /** The same browser after a new sign-in, by which it has its own key still. */
  const signInAgain = async (device: TestDevice, email: string) => {
    await server().ctx.db.execute(sql`delete from mail_sends`);
    const { deviceId, deviceSecret } = device.credentials;
    device.credentials = { deviceId, deviceSecret };
    await device.call(routes.identity.startEmail, { body: { email } });
    const code = await codeFor(server(), email);
    device.credentials = {
      ...device.credentials,
      session: await device.call(routes.identity.verifyEmail, { body: { email, code } }),
    };
    return (await device.call(wallet.walletToken, {})).walletToken;
  };

  return {
    ...{ openFrame, newOwner, newPair, signInAgain, linkOf, proofOf, proofLinkOf, refresh, refreshed, lastMail },
    ...{ askAndOpen, waitForWallet, leaveUnused, changeRecord },
  };
};

/** A person with a wallet on one device. */
export type Owner = Awaited<ReturnType<ReturnType<typeof walletFrames>["newOwner"]>>;
