import { type Address, airdropState, type Uid } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { airdropTasks } from "../../airdrop/schema.ts";
import { walletApprovals, walletMoves, walletRecoveries, walletSharings, wallets } from "../schema.ts";
import { deletePasskeys } from "./passkeys.ts";

/** A move as it is stored. Its MAC is the caller's to check. */
export type MoveRow = typeof walletMoves.$inferSelect;

type MoveId = Pick<MoveRow, "uid" | "from">;

const isIt = ({ uid, from }: MoveId) => and(eq(walletMoves.uid, uid), eq(walletMoves.from, from));

/** The move of a person away from this wallet. */
export const readMove = async (db: Reader, move: MoveId): Promise<MoveRow | null> => {
  const [row] = await db.select().from(walletMoves).where(isIt(move));
  return row ?? null;
};

/** Stores a move in the place of one from the same wallet. */
export const replaceMove = async (tx: Executor, row: typeof walletMoves.$inferInsert): Promise<void> => {
  await tx.delete(walletMoves).where(eq(walletMoves.from, row.from));
  await tx.insert(walletMoves).values(row);
};

/** Deletes the key of a former wallet; the address stays taken. */
export const deleteFormerKey = async (tx: Executor, move: MoveId): Promise<void> => {
  await tx.update(walletMoves).set({ sealedKey: null }).where(isIt(move));
};

/** Whether an address is some account's wallet. */
export const isWallet = async (db: Reader, address: Address): Promise<boolean> => {
  const [row] = await db.select({ uid: wallets.uid }).from(wallets).where(eq(wallets.address, address));
  return row !== undefined;
};

/** Whether an airdrop of this person is under way. */
export const hasOpenAirdrop = async (db: Reader, uid: Uid): Promise<boolean> => {
  const rows = await db
    .select({ id: airdropTasks.id })
    .from(airdropTasks)
    .where(and(eq(airdropTasks.uid, uid), eq(airdropTasks.state, airdropState.pending)))
    .limit(1);
  return rows.length > 0;
};

/**
 * Makes the new wallet the account's: every share, passkey and request of the former one is deleted, and the sharing that was
 * stored for the move is its only one.
 * @param earlier the wallet of a move before this one, whose key is sealed under a wallet that is the former one now: it is deleted
 */
export const switchRows = async (
  tx: Executor,
  {
    from,
    earlier,
    sharing,
  }: {
    readonly from: Address;
    readonly earlier: Address | null;
    readonly sharing: typeof walletSharings.$inferInsert;
  },
): Promise<void> => {
  const { uid, address: to } = sharing;
  await tx.delete(walletSharings).where(eq(walletSharings.uid, uid));
  await deletePasskeys(tx, uid);
  await tx.delete(walletRecoveries).where(eq(walletRecoveries.uid, uid));
  await tx.delete(walletApprovals).where(eq(walletApprovals.uid, uid));
  await tx.insert(walletSharings).values(sharing);
  await tx.update(walletMoves).set({ serverShare: null, recoveryShare: null }).where(eq(walletMoves.from, from));
  if (earlier !== null) await tx.update(walletMoves).set({ sealedKey: null }).where(eq(walletMoves.from, earlier));
  await tx.update(wallets).set({ address: to }).where(eq(wallets.uid, uid));
};
