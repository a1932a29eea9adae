import { type Base64, milliseconds, type TransactionSignature } from "@tribe/contract";
import {
  maxPrepareRetries,
  type TransactionDialogEvent,
  type TransactionDialogState,
  transactionDialog,
} from "@tribe/domain/machines";
import { type FailureWords, stepFailure } from "@tribe/domain/words";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import type {
  ConfirmationTracker,
  Preparation,
  Prepared,
  Preparer,
  StatusCheck,
  SubmitResult,
} from "../delivery/delivery.ts";

/** The runner's timers. */
export interface Clock {
  /** Runs `then` once after this many milliseconds. Returns a function that cancels it. */
  readonly after: (time: number, then: () => void) => () => void;
}

/** Drives a dialog's state: the state machine decides, the runner performs what its states require. */
export interface Runner<P extends Prepared> {
  readonly get: () => TransactionDialogState<P>;
  /** Why the last signed transaction is prepared again; null when it only took too long. */
  readonly because: () => FailureWords | null;
  /** The last signed transaction; kept after its result is known, too. */
  readonly lastSigned: () => OpenTransaction | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** The dialog is shown; the first time begins the work. */
  readonly enter: () => void;
  /** The dialog was closed; a signed transaction is still followed to its result. */
  readonly leave: () => void;
  readonly approve: () => void;
  readonly decline: () => void;
  readonly sign: (signature: TransactionSignature) => void;
  /** Prepares again what was confirmed and may have expired, before it is signed. @returns null if the dialog shows why not */
  readonly renew: () => Promise<Base64 | null>;
  readonly fail: (failure: FailureWords) => void;
  /** Polls for the result at once; resolves with the answer, also when it is unknown (`open`). */
  readonly checkAgain: () => Promise<StatusCheck["kind"]>;
}

export interface RunnerOptions<P extends Prepared> {
  readonly start:
    | { readonly kind: "new"; readonly preparer: Preparer<P> }
    /** `preparer` if the server may request another preparation. */
    | { readonly kind: "resumed"; readonly open: OpenTransaction; readonly preparer: Preparer<P> | null };
  readonly tracker: ConfirmationTracker;
  readonly clock: Clock;
  readonly onConfirmed: (open: OpenTransaction, signature: TransactionSignature) => void;
  /** It ended while no dialog showed it: the person must be notified. */
  readonly onUnseenOutcome: (end: UnseenOutcome) => void;
}

/** A result that no dialog showed; `failure` is null for a success. */
export interface UnseenOutcome {
  readonly open: OpenTransaction;
  /** The signature on chain; null when it was never sent, so that there is nothing to look up. */
  readonly signature: TransactionSignature | null;
  readonly failure: FailureWords | null;
}

/** The timeout of a preparation. */
const prepareTimeout = 60_000;
const pauseBeforeAgain = 500;
/** The most concurrent polls. */
const maxOpenChecks = 2;

/** Runs one transaction. Independent of React, network and time: all of them are injected. */
export const createRunner = <P extends Prepared>(options: RunnerOptions<P>): Runner<P> => {
  const { start, tracker, clock } = options;
  const { preparer } = start;
  type State = TransactionDialogState<P>;
  let state: State = transactionDialog.initial;
  let open: OpenTransaction | null = start.kind === "resumed" ? start.open : null;
  let lastSigned = open;
  let because: FailureWords | null = null;
  /** How many dialogs show it: a closed one may still be animating when it is shown again. */
  let dialogs = 0;
  let hasBegun = false;
  let stopFollowing: (() => void) | null = null;
  let checkNow = async (): Promise<StatusCheck["kind"]> => "open";
  const listeners = new Set<() => void>();

  const dispatch = (event: TransactionDialogEvent<P>): void => {
    const before = state;
    state = transactionDialog.transition(before, event);
    if (state === before) return;
    if (event.kind === "retryAsked") because = event.failure;
    afterChange(before, state);
    for (const listener of [...listeners]) listener();
  };

  const afterChange = (before: State, after: State): void => {
    if (after.kind === "preparing") void prepare(after.attempt, after.feeTry);
    const wasOpen = transactionDialog.isOpen(before);
    const isOpen = transactionDialog.isOpen(after);
    if (isOpen && !wasOpen && open) stopFollowing = follow(open, after);
    if (!isOpen && wasOpen) {
      stopFollowing?.();
      stopFollowing = null;
      if (open) end(open, after);
      open = null;
    }
  };

  const end = (ended: OpenTransaction, after: State): void => {
    tracker.forget(ended);
    if (after.kind === "confirmed") options.onConfirmed(ended, after.signature);
    if (dialogs > 0) return;
    const signature = transactionDialog.signatureOf(after);
    if (after.kind === "confirmed") options.onUnseenOutcome({ open: ended, signature, failure: null });
    else if (after.kind === "error") options.onUnseenOutcome({ open: ended, signature, failure: after.failure });
  };

  const pause = (time: number) => new Promise<void>((resolve) => void clock.after(time, resolve));

  /** The result, or a failure when there is none in time; an unexpected throwable becomes the step's own failure. */
  const inTime = (work: () => Promise<Preparation<P>>): Promise<Preparation<P>> =>
    new Promise((resolve) => {
      const failed = { kind: "failed", failure: stepFailure("prepare_failed") } as const;
      const cancel = clock.after(prepareTimeout, () => resolve(failed));
      const settle = (result: Preparation<P>) => {
        cancel();
        resolve(result);
      };
      work().then(settle, () => settle(failed));
    });

  /** Prepared and simulated; `known` needs only the latter. */
  const preparedAs = async (from: Preparer<P>, attempt: number, known: P | null): Promise<Preparation<P>> => {
    const result: Preparation<P> = known
      ? { kind: "prepared", prepared: known }
      : await inTime(() => from.prepare(attempt, because));
    if (result.kind !== "prepared") return result;
    candidate = result.prepared;
    return inTime(() => from.simulate(result.prepared));
  };

  let candidate: P | null = null;
  const prepare = async (attempt: number, feeTry: number): Promise<void> => {
    if (!preparer) return;
    if (attempt > 1 || feeTry > 1) await pause(pauseBeforeAgain);
    const result = await preparedAs(preparer, attempt, feeTry > 1 ? candidate : null);
    switch (result.kind) {
      case "prepared":
        return dispatch({ kind: "prepared", attempt, prepared: result.prepared });
      case "stale":
        return dispatch({ kind: "blockhashNotFound", attempt });
      case "feeUnknown":
      case "balanceUnknown":
        return dispatch({ kind: result.kind, attempt });
      case "failed":
        return dispatch({ kind: "failed", attempt, failure: result.failure });
    }
  };

  const renew = async (): Promise<Base64 | null> => {
    if (!preparer || state.kind !== "ready") return null;
    const { attempt } = state;
    const result: Preparation<P> =
      attempt > maxPrepareRetries ? { kind: "stale" } : await preparedAs(preparer, attempt + 1, null);
    switch (result.kind) {
      case "prepared": {
        const { prepared } = result;
        dispatch({ kind: "renewed", attempt, prepared });
        return state.kind === "ready" && state.prepared === prepared ? prepared.message : null;
      }
      case "failed":
        dispatch({ kind: "failed", attempt, failure: result.failure });
        return null;
      default:
        // Prepared anew, with all that this takes, and confirmed anew.
        dispatch({ kind: "blockhashNotFound", attempt });
        return null;
    }
  };

  const follow = (signed: OpenTransaction, first: State): (() => void) => {
    const attempt = "attempt" in first ? first.attempt : 1;
    const timers = new Set<() => void>();
    let isFresh = first.kind === "sending";
    let isAccepted = false;
    let isSending = false;
    let openChecks = 0;
    let lastCheck: Promise<StatusCheck["kind"]> = Promise.resolve("open");

    const onStatus = (check: StatusCheck) => {
      if (check.kind === "landed") dispatch({ kind: "landed", attempt });
      if (check.kind !== "failed") return;
      // The server reported the dead ticket before it answered the submission, whose answer requests a new preparation.
      const mayPrepareAgain = check.isStale && start.kind === "new" && state.kind === "sending";
      // Nobody is asked to sign in a dialog that is not shown.
      if (check.canRetry && preparer && dialogs > 0) dispatch({ kind: "retryAsked", attempt, failure: check.failure });
      else if (mayPrepareAgain) dispatch({ kind: "blockhashNotFound", attempt });
      else dispatch({ kind: "failed", attempt, failure: check.failure, neverSent: check.neverSent ?? false });
    };
    const submitted = (result: SubmitResult) => {
      isSending = false;
      if (result.kind === "dead")
        return dispatch(
          result.failure
            ? { kind: "retryAsked", attempt, failure: result.failure }
            : { kind: "blockhashNotFound", attempt },
        );
      if (result.kind === "failed")
        return dispatch({ kind: "failed", attempt, failure: result.failure, neverSent: true });
      isAccepted ||= result.kind === "accepted";
      dispatch({ kind: "submitted", attempt });
    };
    const send = () => {
      if (isSending || (isAccepted && !tracker.resends(signed))) return;
      isSending = true;
      const wasFresh = isFresh;
      isFresh = false;
      tracker.send(signed, wasFresh).then(submitted, () => submitted({ kind: "unclear" }));
    };
    const checkStatus = () => {
      if (openChecks >= maxOpenChecks) return lastCheck;
      openChecks += 1;
      const answered = (result: StatusCheck) => {
        openChecks -= 1;
        onStatus(result);
        return result.kind;
      };
      lastCheck = tracker.checkStatus(signed).then(answered, () => answered({ kind: "open" }));
      return lastCheck;
    };
    const poll = () => {
      // While it is being submitted there is no result yet; a subscription reports it sooner than the next poll.
      const isBeginning = isFresh;
      send();
      if (!isBeginning) void checkStatus();
      const cancel = clock.after(tracker.pollEvery(signed), () => {
        timers.delete(cancel);
        poll();
      });
      timers.add(cancel);
    };
    timers.add(clock.after(milliseconds.tradeTimeout, () => dispatch({ kind: "timedOut" })));
    timers.add(tracker.listen(signed, onStatus));
    checkNow = checkStatus;
    poll();
    return () => {
      for (const cancel of timers) cancel();
    };
  };

  const sign = async (signature: TransactionSignature): Promise<void> => {
    if (!preparer || (state.kind !== "ready" && state.kind !== "signing")) return;
    const { attempt, prepared } = state;
    const stored = await preparer
      .store(prepared, signature)
      .catch(() => ({ kind: "failed", failure: stepFailure("unknown") }) as const);
    // A repeated press: the first is in progress, and the second has no effect.
    const isAwaited = state.kind === "ready" || state.kind === "signing";
    if (stored.kind === "failed") {
      if (isAwaited) dispatch({ kind: "failed", attempt, failure: stored.failure });
    } else if (isAwaited) {
      open = stored.open;
      lastSigned = open;
      dispatch({ kind: "signed", attempt, signature });
    } else tracker.forget(stored.open);
  };

  return {
    get: () => state,
    because: () => because,
    lastSigned: () => lastSigned,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enter: () => {
      dialogs += 1;
      if (hasBegun) return;
      hasBegun = true;
      dispatch(start.kind === "new" ? { kind: "opened" } : { kind: "resumed", signature: start.open.signature });
    },
    leave: () => {
      dialogs -= 1;
    },
    approve: () => dispatch({ kind: "approved" }),
    decline: () => dispatch({ kind: "declined" }),
    sign: (signature) => void sign(signature),
    renew,
    fail: (failure) => {
      if (state.kind === "ready" || state.kind === "signing")
        dispatch({ kind: "failed", attempt: state.attempt, failure });
    },
    checkAgain: () => checkNow(),
  };
};
