import { ApiError, type Base64 } from "@tribe/contract";
import type { ReadingContext } from "../../context/context.ts";
import { openUnder, sealUnder } from "../../engines/keys/envelope.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { Sharing } from "./store/sharings.ts";

/** The encryption context of a share: its account, device and version, so that a row can't be passed off as another. */
export const sharingContext = (row: Pick<Sharing, "uid" | "devicePublicKey" | "version">): string =>
  `${row.uid}:${row.devicePublicKey}:${row.version}`;

export const sealServerShare = (
  keys: Keys,
  row: Parameters<typeof sharingContext>[0],
  share: Base64,
): Promise<Buffer> => keys.seal("server-share", sharingContext(row), Buffer.from(share, "base64"));

/** Prefix of a recovery share that is encrypted under the wallet's own key. Older rows have the bare share. */
const ownKeyMark = Buffer.from("tribe:own\0");

type ShareContext = Pick<ReadingContext, "keys" | "walletStore">;
type SharePlace = Pick<Sharing, "uid" | "devicePublicKey" | "version" | "address">;

/**
 * Encrypts a recovery share twice, first under the wallet's own key. That key is deleted when mail recovery ends; then no backup
 * of the database gives the share back, even together with all other keys.
 */
export const sealRecoveryShare = async (
  { keys, walletStore }: ShareContext,
  place: SharePlace,
  share: Base64,
): Promise<Buffer> => {
  const own = sealUnder(await walletStore.makeRecoveryKey(place), sharingContext(place), Buffer.from(share, "base64"));
  return keys.seal("recovery-share", sharingContext(place), Buffer.concat([ownKeyMark, own]));
};

/** Decrypts the server's share, to be sent to the signer. @throws Error when the stored data was tampered with */
export const openServerShare = async (keys: Keys, row: Sharing): Promise<Base64> =>
  base64Of(await keys.open("server-share", sharingContext(row), row.serverShare));

/**
 * Decrypts the recovery share, to be sent to the signer.
 * @throws Error when the stored data was tampered with, or the wallet's own key was deleted
 * @throws ApiError `wallet_missing` when there is none
 */
export const openRecoveryShare = async ({ keys, walletStore }: ShareContext, row: Sharing): Promise<Base64> => {
  if (!row.recoveryShare) throw new ApiError("wallet_missing");
  const opened = await keys.open("recovery-share", sharingContext(row), row.recoveryShare);
  const mark = opened.subarray(0, ownKeyMark.length);
  if (!mark.equals(ownKeyMark)) return base64Of(opened);
  const key = await walletStore.readRecoveryKey(row);
  return base64Of(openUnder(key, sharingContext(row), opened.subarray(ownKeyMark.length)));
};

const base64Of = (bytes: Buffer): Base64 => bytes.toString("base64") as Base64; // standard base64 by Node

/** Both shares, as a mailed link gives them. @throws Error when the stored data was tampered with */
export const openRecovered = async (ctx: ShareContext, sharing: Sharing) => ({
  address: sharing.address,
  serverShare: await openServerShare(ctx.keys, sharing),
  recoveryShare: await openRecoveryShare(ctx, sharing),
});
