import { type Address, ApiError, type Base64, type Uid, walletWaits } from "@tribe/contract";
import type { ReadingContext } from "../../../context/context.ts";
import { isSame } from "../../../crypto/secrets.ts";
import type { Executor, Reader } from "../../../db/client.ts";
import { defineJob } from "../../../engines/jobs/definition.ts";
import type { Keys } from "../../../engines/keys/port.ts";
import { withdrawPreparedTickets } from "../../transactions/index.ts";
import { isKeyKept } from "../owned/is-wallet-empty.ts";
import { moveMac, sharingMac } from "../row-macs.ts";
import type { WalletRecord } from "../rules/record.ts";
import { recoveryEmailOf, waitingEmail } from "../rules/recovery-email.ts";
import { sealRecoveryShare, sealServerShare } from "../share-encryption.ts";
import { lockAccount } from "../store/lock-account.ts";
import {
  deleteFormerKey,
  hasOpenAirdrop,
  isWallet,
  type MoveRow,
  readMove,
  replaceMove,
  switchRows,
} from "../store/moves.ts";
import { readRecord, writeRecord } from "../store/records.ts";
import { isFormerWallet, sharingsOf } from "../store/sharings.ts";

declare module "../../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Deletes the key of a wallet that its person has moved away from, when the time for which it is kept is over. */
    "wallet.forgetFormerKey": { readonly uid: Uid; readonly from: Address };
  }
}

type MoveContext = Pick<ReadingContext, "keys" | "walletStore" | "log" | "now">;

/** The encryption context of a former key: its person and both wallets, so that a row can't be passed off as another. */
export const moveContext = ({ uid, from, to }: Pick<MoveRow, "uid" | "from" | "to">): string =>
  `${uid}:move:${from}:${to}`;

/** What a device sends to start a move. */
export interface AskedMove {
  readonly to: Address;
  readonly sharing: {
    readonly serverShare: Base64;
    readonly recoveryShare: Base64;
    readonly devicePublicKey: Base64;
    readonly version: number;
  };
  readonly sealedKey: Base64;
}

/**
 * Checks that nothing is open that only the former key could finish, and that the new wallet belongs to nobody.
 * @throws ApiError `conflict`
 */
const checkMayMove = async (tx: Executor, record: WalletRecord, to: Address): Promise<void> => {
  const { uid, address, move } = record;
  if (move && !move.isFinished)
    throw new ApiError("conflict", {
      message: "Finish your last move first: something is left at your old wallet.",
    });
  if (await hasOpenAirdrop(tx, uid))
    throw new ApiError("conflict", { message: "An airdrop of yours is under way. Finish it, or end it, first." });
  if (to === address || (await isWallet(tx, to)) || (await isFormerWallet(tx, to))) throw new ApiError("wallet_exists");
};

/**
 * Phase one: stores a new wallet beside the account's own; it replaces one that was never confirmed. @throws ApiError `conflict`
 */
export const storeMove = async (
  { keys, walletStore }: Pick<MoveContext, "keys" | "walletStore">,
  tx: Executor,
  record: WalletRecord,
  { to, sharing, sealedKey }: AskedMove,
): Promise<void> => {
  await checkMayMove(tx, record, to);
  const { uid, address: from } = record;
  const { devicePublicKey, version } = sharing;
  const newest = (await sharingsOf(tx, uid)).find((row) => row.devicePublicKey === devicePublicKey)?.version ?? 0;
  if (version !== newest + 1) throw new ApiError("conflict", { field: "body.sharing.version" });
  const place = { uid, devicePublicKey, version };
  const row = { ...place, from, to };
  await replaceMove(tx, {
    ...row,
    serverShare: await sealServerShare(keys, place, sharing.serverShare),
    recoveryShare: await sealRecoveryShare({ keys, walletStore }, { ...place, address: to }, sharing.recoveryShare),
    sealedKey: await keys.seal("recovery-share", moveContext(row), Buffer.from(sealedKey, "base64")),
    mac: moveMac(keys, row),
  });
};

/**
 * The row of a move, if its MAC proves that the new wallet's key asked for it; null when there is none.
 * @throws ApiError `wallet_record_invalid`
 */
const moveRow = async (
  { keys, log }: Pick<MoveContext, "keys" | "log">,
  db: Reader,
  { uid, from }: { readonly uid: Uid; readonly from: Address },
): Promise<MoveRow | null> => {
  const row = await readMove(db, { uid, from });
  if (!row) return null;
  if (isSame(Buffer.from(row.mac), Buffer.from(moveMac(keys, row)))) return row;
  log.error({ uid }, "a wallet's move was changed by somebody else");
  throw new ApiError("wallet_record_invalid");
};

/** Decrypts what was stored for a move that is not confirmed yet. @throws ApiError `conflict` when there is none */
export const openStoredMove = async (
  ctx: Pick<MoveContext, "keys" | "log">,
  db: Reader,
  of: { readonly uid: Uid; readonly from: Address },
): Promise<{ readonly serverShare: Base64; readonly sealedKey: Base64 }> => {
  const row = await moveRow(ctx, db, of);
  if (!row?.serverShare) throw new ApiError("conflict");
  const place = `${row.uid}:${row.devicePublicKey}:${row.version}`;
  const serverShare = await ctx.keys.open("server-share", place, row.serverShare);
  return { serverShare: base64Of(serverShare), sealedKey: await openKey(ctx.keys, row) };
};

/**
 * The former wallet's key, encrypted under the new wallet's own. @throws ApiError `wallet_missing` when its time is over
 */
export const formerKeyOf = async (
  ctx: Pick<MoveContext, "keys" | "log" | "now">,
  db: Reader,
  { uid, move }: WalletRecord,
): Promise<{ readonly from: Address; readonly sealedKey: Base64 }> => {
  const row = move && isKeyKept(move, ctx.now()) && (await moveRow(ctx, db, { uid, from: move.from }));
  if (!row) throw new ApiError("wallet_missing");
  return { from: row.from, sealedKey: await openKey(ctx.keys, row) };
};

const openKey = async (keys: Keys, row: MoveRow): Promise<Base64> => {
  if (!row.sealedKey) throw new ApiError("wallet_missing");
  return base64Of(await keys.open("recovery-share", moveContext(row), row.sealedKey));
};

const base64Of = (bytes: Buffer): Base64 => bytes.toString("base64") as Base64; // standard base64 by Node

/**
 * Phase two: the new wallet becomes the account's, only in the browser that moves. Every share, passkey and kit of the former
 * wallet is deleted; its key stays, encrypted under the new wallet's, until the move is finished and thirty days more. The key of
 * an earlier move, if it is still kept, is deleted. The caller has checked the statements of both wallets and that nothing is at
 * that earlier wallet, and calls `keepCommitted` after the commit.
 * @throws ApiError `conflict` when nothing was stored for it, `wallet_exists`
 */
export const switchWallet = async (
  ctx: MoveContext,
  tx: Executor,
  record: WalletRecord,
  {
    to,
    devicePublicKey,
    deviceId,
  }: { readonly to: Address; readonly devicePublicKey: Base64; readonly deviceId: string },
): Promise<WalletRecord> => {
  const { keys } = ctx;
  const { uid, address: from } = record;
  await checkMayMove(tx, record, to);
  // Transactions that land later would concern a wallet that is no longer the account's.
  if (await withdrawPreparedTickets(tx, { uid, trader: from }))
    throw new ApiError("conflict", {
      message: "A transaction of yours is still under way. Wait a minute until it has come to its end, then move.",
    });
  const row = await moveRow(ctx, tx, { uid, from });
  if (row?.to !== to || row.devicePublicKey !== devicePublicKey || !row.serverShare || !row.recoveryShare)
    throw new ApiError("conflict");
  const { version, serverShare, recoveryShare } = row;
  const place = { uid, devicePublicKey, version };
  const mac = sharingMac(keys, { ...place, address: to });
  await switchRows(tx, {
    from,
    earlier: record.move?.from ?? null,
    sharing: { ...place, state: "active", address: to, mac, serverShare, recoveryShare },
  });
  const now = ctx.now();
  const change = waitingEmail(record, now);
  const next: WalletRecord = {
    format: 1,
    uid,
    version: record.version + 1,
    address: to,
    recoveryEmail: recoveryEmailOf(record, now),
    ...(change?.devicePublicKey === devicePublicKey ? { emailChange: change } : {}),
    devices: [devicePublicKey],
    browsers: { [devicePublicKey]: deviceId },
    activeAt: { [devicePublicKey]: now },
    move: { from, at: now, isFinished: false },
  };
  await writeRecord(keys, tx, next);
  return next;
};

/** A record whose move is finished, with the time until which the former wallet's key is kept. */
type FinishedRecord = WalletRecord & { readonly move: Required<NonNullable<WalletRecord["move"]>> };

/**
 * Finishes a move: the former wallet's key is kept for thirty days from now, and then deleted. The caller calls `keepCommitted`
 * after the commit.
 */
export const endMove = async (
  { keys, jobs, now }: Pick<ReadingContext, "keys" | "jobs" | "now">,
  tx: Executor,
  record: WalletRecord & Required<Pick<WalletRecord, "move">>,
): Promise<FinishedRecord> => {
  const { uid, move, version } = record;
  const keptUntil = now() + walletWaits.formerKeySeconds * 1_000;
  const next = { ...record, version: version + 1, move: { ...move, isFinished: true, keptUntil } };
  await writeRecord(keys, tx, next);
  await jobs.add(tx, "wallet.forgetFormerKey", { uid, from: move.from }, { runAt: new Date(keptUntil) });
  return next;
};

const jobRetryMs = 60_000;

/**
 * Deletes a former wallet's key once its thirty days are over. Runs in the process with the wallets' keys, because only the
 * wallet's record says when that is; before that time nothing is deleted, and the key is never given out after it.
 */
export const forgetFormerKeyJob = defineJob({
  name: "wallet.forgetFormerKey",
  handler:
    (ctx) =>
    async ({ uid, from }) => {
      await ctx.db.transaction(async (tx) => {
        await lockAccount(tx, uid);
        const record = await readRecord(ctx, tx, uid);
        const { move } = record ?? {};
        if (move?.from === from && isKeyKept(move, ctx.now())) {
          // The queue goes by the database's clock, which may be ahead of ours.
          const runAt = new Date(Math.max(move.keptUntil ?? 0, ctx.now()) + jobRetryMs);
          return ctx.jobs.add(tx, "wallet.forgetFormerKey", { uid, from }, { runAt });
        }
        await deleteFormerKey(tx, { uid, from });
      });
    },
});
