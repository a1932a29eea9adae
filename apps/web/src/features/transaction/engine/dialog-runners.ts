import type { Uid } from "@tribe/contract";
import { transactionDialog } from "@tribe/domain/machines";
import type { DialogStack } from "../../../shared/dialogs/dialog-stack.ts";
import type { Store } from "../../../shared/state/store.ts";
import type { Prepared } from "../delivery/delivery.ts";
import type { TransactionContext } from "./context.ts";
import type { Runner } from "./runner.ts";

/** A dialog's transaction, and its person. */
interface DialogRunner {
  readonly uid: Uid;
  readonly runner: Runner<Prepared>;
}

/** Whether the transaction was signed or has ended: then the dialog shows its result, whoever is signed in. */
const isDecided = ({ runner }: DialogRunner): boolean => {
  const state = runner.get();
  return transactionDialog.signatureOf(state) !== null || state.kind === "error";
};

/** The runners of the dialogs that are open. */
export interface DialogRunners {
  /** Whether a dialog has begun. */
  readonly has: (dialogId: number) => boolean;
  /**
   * The runner that a dialog shows: its own, or a new one for the signed-in person. Null if nobody is signed in, or somebody else
   * than who began: nobody must sign another person's order.
   */
  readonly of: (
    dialogId: number,
    context: TransactionContext | null,
    create: (context: TransactionContext) => Runner<Prepared>,
  ) => Runner<Prepared> | null;
}

/**
 * Keeps runners outside of the components: a dialog that another one covers, or whose person signed out in another tab, continues
 * its own transaction when it is rendered again. A new runner would trade a second time.
 */
export const createDialogRunners = (dialogs: Pick<Store<DialogStack>, "get" | "subscribe">): DialogRunners => {
  const runners = new Map<number, DialogRunner>();
  dialogs.subscribe(() => {
    const { entries } = dialogs.get();
    for (const id of runners.keys()) if (entries.every((entry) => entry.id !== id)) runners.delete(id);
  });
  return {
    has: (dialogId) => runners.has(dialogId),
    of: (dialogId, context, create) => {
      const known = runners.get(dialogId);
      if (known) return known.uid === context?.uid || isDecided(known) ? known.runner : null;
      if (context === null) return null;
      const runner = create(context);
      runners.set(dialogId, { uid: context.uid, runner });
      return runner;
    },
  };
};
