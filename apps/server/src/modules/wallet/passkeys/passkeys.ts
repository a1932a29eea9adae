import {
  type Address,
  ApiError,
  type Base64,
  type PasskeyAction,
  type PasskeyAssertion,
  type Uid,
} from "@tribe/contract";
import type { ReadingContext } from "../../../context/context.ts";
import { isSame } from "../../../crypto/secrets.ts";
import type { Executor, Reader } from "../../../db/client.ts";
import { passkeyMac } from "../row-macs.ts";
import type { PasskeyWay, WalletRecord } from "../rules/record.ts";
import { isInForce, passkeyWay } from "../rules/recovery-ways.ts";
import { consumeChallenge } from "../store/challenges.ts";
import { type PasskeyRow, readPasskey, replacePasskey } from "../store/passkeys.ts";
import { readRecord } from "../store/records.ts";
import { isAssertionFor } from "./verify-assertion.ts";

type PasskeyContext = Pick<ReadingContext, "keys" | "walletStore" | "log" | "config" | "now">;

/** Most passkeys of one wallet. */
export const maxPasskeys = 8;

/** The encryption context of a passkey's shares: its person and id, so that a row can't be passed off as another. */
export const passkeyContext = ({ uid, id }: { readonly uid: Uid; readonly id: string }): string =>
  `${uid}:passkey:${id}`;

/** What a passkey gives access to: the server's half, and the half that only the passkey's PRF decrypts. */
export interface PasskeyShares {
  readonly serverShare: Base64;
  readonly sealedShare: Base64;
}

/** The wallet's record, if it names this device. @throws ApiError `wallet_missing`, `device_unknown` */
export const recordOfDevice = async (
  ctx: PasskeyContext,
  tx: Reader,
  uid: Uid,
  devicePublicKey: Base64,
): Promise<WalletRecord> => {
  const record = await readRecord(ctx, tx, uid);
  if (!record) throw new ApiError("wallet_missing");
  if (!record.devices.includes(devicePublicKey)) throw new ApiError("device_unknown");
  return record;
};

/** A passkey's signed assertion, with the challenge that was issued for it. */
export type ProvenAssertion = PasskeyAssertion & { readonly challenge: string };

/** Uses the challenge up and checks the passkey's signature over it. @throws ApiError `passkey_invalid` */
export const checkAssertion = async (
  ctx: Pick<PasskeyContext, "keys" | "config" | "now">,
  tx: Executor,
  claim: {
    readonly uid: Uid;
    readonly publicKey: Base64;
    readonly action: PasskeyAction;
    readonly bound: string;
    readonly assertion: ProvenAssertion;
  },
): Promise<void> => {
  const { uid, publicKey, action, bound, assertion } = claim;
  const { challenge } = assertion;
  const isIt =
    (await consumeChallenge(ctx, tx, uid, challenge)) &&
    isAssertionFor(assertion, { signerUrl: ctx.config.signerUrl, publicKey, uid, action, challenge, bound });
  if (!isIt) throw new ApiError("passkey_invalid");
};

/**
 * The passkey in the wallet's record that signed this, if it is active by now.
 * @throws ApiError `wallet_missing`, `passkey_invalid`, `passkey_waiting`
 */
export const verifyPasskey = async (
  ctx: PasskeyContext,
  tx: Executor,
  claim: {
    readonly uid: Uid;
    readonly id: string;
    readonly action: PasskeyAction;
    readonly bound: string;
    readonly assertion: ProvenAssertion;
  },
): Promise<{ readonly record: WalletRecord; readonly way: PasskeyWay }> => {
  const { uid, id } = claim;
  const record = await readRecord(ctx, tx, uid);
  if (!record) throw new ApiError("wallet_missing");
  const way = passkeyWay(record, id, ctx.now());
  if (!way) throw new ApiError("passkey_invalid");
  await checkAssertion(ctx, tx, { ...claim, publicKey: way.publicKey });
  if (!isInForce(way, ctx.now())) throw new ApiError("passkey_waiting");
  return { record, way };
};

/** Stores a passkey's sharing; it replaces one that was stored for this passkey and never confirmed. */
export const storePasskey = async (
  { keys }: Pick<PasskeyContext, "keys">,
  tx: Executor,
  row: Pick<PasskeyRow, "uid" | "id" | "publicKey" | "name"> & { readonly address: Address } & PasskeyShares,
): Promise<void> => {
  const { uid, id, publicKey, name, address } = row;
  await replacePasskey(tx, {
    uid,
    id,
    publicKey,
    name,
    address,
    mac: passkeyMac(keys, { uid, id, publicKey, address }),
    serverShare: await keys.seal("server-share", passkeyContext(row), Buffer.from(row.serverShare, "base64")),
    sealedShare: await keys.seal("recovery-share", passkeyContext(row), Buffer.from(row.sealedShare, "base64")),
  });
};

/** The row of a passkey, if its MAC proves that the wallet's key asked for it. @throws ApiError `passkey_invalid` */
export const passkeyRow = async (
  { keys, log }: Pick<PasskeyContext, "keys" | "log">,
  db: Reader,
  { uid, id }: { readonly uid: Uid; readonly id: string },
): Promise<PasskeyRow> => {
  const row = await readPasskey(db, { uid, id });
  if (!row) throw new ApiError("passkey_invalid");
  if (isSame(Buffer.from(row.mac), Buffer.from(passkeyMac(keys, row)))) return row;
  log.error({ uid }, "a wallet's passkey was changed by somebody else");
  throw new ApiError("wallet_record_invalid");
};

/** Decrypts both halves to what the signer had sent. @throws Error when the stored data was tampered with */
export const openPasskeyShares = async (
  { keys }: Pick<PasskeyContext, "keys">,
  row: PasskeyRow,
): Promise<PasskeyShares> => {
  const open = async (purpose: "server-share" | "recovery-share", sealed: Buffer) =>
    (await keys.open(purpose, passkeyContext(row), sealed)).toString("base64") as Base64; // standard base64 by Node
  return {
    serverShare: await open("server-share", row.serverShare),
    sealedShare: await open("recovery-share", row.sealedShare),
  };
};
