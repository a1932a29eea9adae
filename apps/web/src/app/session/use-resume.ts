import { useEffect, useRef } from "react";
import { useConfig } from "../../shared/queries/config.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { storageKeys } from "../../shared/storage/keys.ts";
import { openTransactionsOf } from "../../shared/transactions/open-transactions.ts";
import { loadTransactions } from "../load-transactions.ts";

/**
 * Resumes an unfinished transaction after a reload and shows its actual result. One that is open in another tab is resumed when
 * that tab is closed.
 */
export const useResume = (): void => {
  const user = useLocalUser();
  const config = useConfig();
  const uid = user?.uid ?? null;
  const done = useRef<string | null>(null);
  /** The transactions that this tab already waits for or follows. */
  const known = useRef(new Set<string>());
  const around = useRef<Parameters<typeof resume>[0] | null>(null);
  around.current = user && config ? { uid: user.uid, wallet: user.address, config } : null;
  const isKnown = uid !== null && config !== null;
  useEffect(() => {
    if (!isKnown) return;
    const look = (showsNewest: boolean) => {
      if (around.current) void resume(around.current, showsNewest, known.current);
    };
    if (done.current !== uid) {
      done.current = uid;
      look(true);
    }
    const onStorage = ({ key }: StorageEvent) => {
      if (key?.startsWith(storageKeys.transactions.prefix)) look(false);
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, [uid, isKnown]);
};

type Resume = typeof import("../../features/transaction/engine/resume.ts")["resumeTransactions"];

/** Loads the code that follows transactions only when there is one. */
const resume = async (around: Parameters<Resume>[0], showsNewest: boolean, known: Set<string>): Promise<void> => {
  if (openTransactionsOf(around.uid).length === 0) return;
  const [{ resumeTransactions }] = await Promise.all([
    import("../../features/transaction/engine/resume.ts"),
    loadTransactions(),
  ]);
  resumeTransactions(around, showsNewest, known);
};
