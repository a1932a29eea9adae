import type { Uid } from "@tribe/contract";
import { transactionDialog } from "@tribe/domain";
import { dialogStack } from "../../shared/dialogs/dialogs.ts";
import type { Prepared } from "./delivery.ts";
import type { Runner } from "./runner.ts";
import type { Surroundings } from "./wiring.ts";

/** A dialog's transaction, and whose it is. */
interface DialogRunner {
  readonly uid: Uid;
  readonly runner: Runner<Prepared>;
}

/**
 * Kept outside of what is drawn: a dialog that another one covers, or whose person signed out in another tab, goes on with
 * its own transaction when it is drawn again. A runner made anew would trade a second time.
 */
const runners = new Map<number, DialogRunner>();

dialogStack.subscribe(() => {
  const { entries } = dialogStack.get();
  for (const id of runners.keys()) if (entries.every((entry) => entry.id !== id)) runners.delete(id);
});

/** Whether somebody has signed, or it has ended: then it is shown to its end, whoever is signed in. */
const isDecided = ({ runner }: DialogRunner): boolean => {
  const state = runner.get();
  return transactionDialog.signatureOf(state) !== null || state.kind === "error";
};

/** Whether a dialog has begun. */
export const hasRunner = (dialogId: number): boolean => runners.has(dialogId);

/**
 * The runner that a dialog shows: its own, or else a new one of the person who is signed in. Null when nobody is, or
 * another one than who began: nobody signs what somebody else ordered.
 */
export const runnerOf = (
  dialogId: number,
  around: Surroundings | null,
  create: (around: Surroundings) => Runner<Prepared>,
): Runner<Prepared> | null => {
  const known = runners.get(dialogId);
  if (known) return known.uid === around?.uid || isDecided(known) ? known.runner : null;
  if (around === null) return null;
  const runner = create(around);
  runners.set(dialogId, { uid: around.uid, runner });
  return runner;
};
