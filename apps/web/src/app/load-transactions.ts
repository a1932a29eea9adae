import { api } from "../shared/api/api.ts";
import { queryClient } from "../shared/api/query-client.ts";
import { dialogStack } from "../shared/dialogs/dialogs.ts";
import { pageLog } from "../shared/page-log/page-log.ts";
import { realtime } from "../shared/realtime/connection.ts";

const after = (time: number, then: () => void): (() => void) => {
  const timer = setTimeout(then, time);
  return () => clearTimeout(timer);
};

let isMade = false;

/** Loads and creates the transaction engine, once; after a failed load the next transaction tries again. */
export const loadTransactions = async (): Promise<void> => {
  const { createTransactions, provideTransactions } = await import("../features/transaction/engine/transactions.ts");
  if (isMade) return;
  isMade = true;
  const parts = { api, queryClient: queryClient(), realtime: realtime(), log: pageLog(), dialogs: dialogStack };
  provideTransactions(createTransactions({ ...parts, clock: { after } }));
};
