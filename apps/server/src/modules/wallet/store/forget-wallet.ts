import type { Uid } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import {
  recoveryCodes,
  walletApprovals,
  walletChallenges,
  walletMoves,
  walletPasskeys,
  walletRecords,
  walletRecoveries,
  walletSharings,
  wallets,
} from "../schema.ts";
import { lockAccount } from "./lock-account.ts";

/** Deletes all that the server has of a wallet: without an exported key nobody can open it again, not even its owner. */
export const forgetWallet = async (tx: Executor, uid: Uid): Promise<void> => {
  await lockAccount(tx, uid);
  for (const table of [
    walletSharings,
    walletApprovals,
    walletMoves,
    walletPasskeys,
    walletRecoveries,
    walletRecords,
    walletChallenges,
    recoveryCodes,
    wallets,
  ])
    await tx.delete(table).where(eq(table.uid, uid));
};
