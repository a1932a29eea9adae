import type { Executor } from "../../../db/client.ts";
import { writeEvents } from "../../../engines/bus/outbox.ts";
import { changeChief, openChannels } from "../../membership/index.ts";
import type { LedgerChanges } from "../rules/ledger.ts";
import { referralSums } from "../rules/referrals.ts";
import { inChunks } from "../store/in-chunks.ts";
import { addReferralSums, storePools, storeTokens, storeTrades } from "../store/ledger.ts";

/** Writes what a batch changes in a few statements, however many events it has. The caller has locked the batch's tokens. */
export const writeChanges = async (
  tx: Executor,
  { tokens, pools, created, chiefs, trades, events }: LedgerChanges,
): Promise<void> => {
  await storeTokens(tx, tokens);
  await storePools(tx, pools);
  await inChunks(created, (mints) => openChannels(tx, mints));
  for (const change of chiefs) await changeChief(tx, change);
  await storeTrades(tx, trades);
  await addReferralSums(tx, referralSums(trades));
  await writeEvents(tx, events);
};
