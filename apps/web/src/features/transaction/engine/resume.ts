import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { claim, release } from "../../../shared/transactions/claims.ts";
import { isStored, type OpenTransaction, openTransactionsOf } from "../../../shared/transactions/open-transactions.ts";
import type { TransactionContext } from "./context.ts";
import { transactions } from "./transactions.ts";

/**
 * Resumes every signed transaction of this person whose result is unknown: the newest one from before a reload in its dialog,
 * others with a toast at their end. One that another tab follows is left to it until that is closed.
 * @param known transactions that this tab already waits for or follows; extended here
 */
export const resumeTransactions = (context: TransactionContext, showsNewest: boolean, known: Set<string>): void => {
  for (const [index, open] of openTransactionsOf(context.uid).entries()) {
    if (known.has(open.id)) continue;
    known.add(open.id);
    void resumeOne(context, open, showsNewest && index === 0);
  }
};

const resumeOne = async (context: TransactionContext, open: OpenTransaction, isShown: boolean): Promise<void> => {
  await claim(open.id);
  // The tab that followed it has seen its result.
  if (!isStored(open.id)) return release(open.id);
  const { title, description } = open;
  if (isShown && dialogs.active() === null) return dialogs.open(open.dialog, { title, description, resumed: open });
  const runner = transactions().resume(context, open);
  runner.enter();
  runner.leave();
};
