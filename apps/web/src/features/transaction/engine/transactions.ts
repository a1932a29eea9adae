import type { QueryClient } from "@tanstack/react-query";
import { poolProgramAddress } from "@tribe/chain/accounts";
import type { ApiCall } from "@tribe/contract";
import type { DialogStack } from "../../../shared/dialogs/dialog-stack.ts";
import type { NewTransaction, PreparedTransaction, SignedForCallback } from "../../../shared/dialogs/names.ts";
import type { PageLogger } from "../../../shared/page-log/logger.ts";
import { type Change, refreshAfter } from "../../../shared/queries/stale.ts";
import type { Realtime } from "../../../shared/realtime/connection.ts";
import { appPart } from "../../../shared/state/app-part.ts";
import type { Store } from "../../../shared/state/store.ts";
import { confirmByServer } from "../../../shared/transactions/confirm-by-server.ts";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { browserPreparer } from "../delivery/browser-preparer.ts";
import { creationPreparer } from "../delivery/creation-preparer.ts";
import type { ConfirmationTracker, Prepared, Preparer } from "../delivery/delivery.ts";
import { directTracker } from "../delivery/direct-tracker.ts";
import { rpcChainLink } from "../delivery/rpc-chain-link.ts";
import { serverTicketLink } from "../delivery/ticket-link.ts";
import { ticketTracker } from "../delivery/ticket-tracker.ts";
import { explainer } from "../outcome/explain.ts";
import { reportUnseenOutcome } from "../outcome/unseen-outcome.ts";
import type { TransactionContext } from "./context.ts";
import { createDialogRunners, type DialogRunners } from "./dialog-runners.ts";
import { type Clock, createRunner, type Runner } from "./runner.ts";
import { forget, type PendingTransactionMeta, storeFor } from "./store-signed.ts";

/** Dependencies of transactions, provided by the app. */
export interface TransactionParts {
  readonly api: ApiCall;
  readonly queryClient: QueryClient;
  readonly realtime: Pick<Realtime, "listen">;
  readonly log: PageLogger;
  readonly dialogs: Pick<Store<DialogStack>, "get" | "subscribe">;
  readonly clock: Clock;
}

/** The engine that runs every transaction of the page. */
export interface Transactions {
  readonly dialogRunners: DialogRunners;
  /** The runner of a new transaction. */
  readonly start: <P extends Prepared>(
    context: TransactionContext,
    preparer: Preparer<P>,
    callbacks?: Partial<Pick<NewTransaction, "onConfirm" | "onSuccess">>,
  ) => Runner<P>;
  /** The runner of a stored transaction. It is reused when shown again, so that the result is announced once. */
  readonly resume: (context: TransactionContext, open: OpenTransaction) => Runner<Prepared>;
  /** The runner of a transaction that the dialog's caller prepares. */
  readonly startPrepared: (
    context: TransactionContext,
    props: NewTransaction,
    meta: Pick<PendingTransactionMeta, "dialog" | "trade">,
  ) => Runner<PreparedTransaction>;
}

const chainOf = ({ config, wallet }: TransactionContext) =>
  rpcChainLink(config.rpcUrl, wallet ?? config.programAddress);
const explainOf = ({ config }: TransactionContext) =>
  explainer({ curve: config.programAddress, pool: poolProgramAddress });

/** The changes of a confirmed transaction. */
const changeOf = ({ trade, dialog, via }: OpenTransaction): Change => {
  if (via.kind === "creation") return { kind: "created" };
  if (trade === null) return { kind: "paid" };
  // The legacy dialog converts old tokens.
  return { kind: dialog === "tokenTradeTransaction" ? "converted" : "traded", mint: trade.token.mint };
};

/** Creates the engine. The app does so once, when the first transaction needs it. */
export const createTransactions = (parts: TransactionParts): Transactions => {
  const { api, queryClient, realtime, log, clock } = parts;
  /** The followers of stored transactions in this tab, by id. */
  const following = new Map<string, Runner<Prepared>>();

  const end = (id: string): void => {
    following.delete(id);
    forget(id);
  };

  /** The tracker for a stored transaction's kind. */
  const trackerFor = (
    context: TransactionContext,
    confirm: (signed: SignedForCallback) => Promise<unknown>,
  ): ConfirmationTracker => {
    const byChain = directTracker({ chain: chainOf(context), explain: explainOf(context), forget: end });
    const byServer = ticketTracker({ forget: end, server: serverTicketLink({ api, realtime, confirm }) });
    const of = ({ via }: OpenTransaction) => (via.kind === "direct" ? byChain : byServer);
    return {
      pollEvery: (open) => of(open).pollEvery(open),
      resends: (open) => of(open).resends(open),
      send: (open, isFresh) => of(open).send(open, isFresh),
      checkStatus: (open) => of(open).checkStatus(open),
      listen: (open, onStatus) => of(open).listen(open, onStatus),
      forget: (open) => of(open).forget(open),
    };
  };

  /** Logs the results of transactions, which is what the page's log is for. A failure's code says nothing about the person. */
  const logEnd = <P extends Prepared>(runner: Runner<P>): void => {
    const stop = runner.subscribe(() => {
      const state = runner.get();
      if (state.kind === "confirmed") log.info("a transaction was confirmed");
      else if (state.kind === "error") log.info(`a transaction failed: ${state.failure.code}`);
      if (state.kind === "confirmed" || (state.kind === "error" && state.settled)) stop();
    });
  };

  const refresh = (open: OpenTransaction): void => void refreshAfter(queryClient, changeOf(open));

  /** Registers the runner as the one that follows the transaction. */
  const followedBy = <P extends Prepared>(preparer: Preparer<P>, runner: () => Runner<Prepared>): Preparer<P> => ({
    ...preparer,
    store: async (prepared, signature) => {
      const stored = await preparer.store(prepared, signature);
      if (stored.kind === "stored") following.set(stored.open.id, runner());
      return stored;
    },
  });

  const start = <P extends Prepared>(
    context: TransactionContext,
    preparer: Preparer<P>,
    { onConfirm, onSuccess }: Partial<Pick<NewTransaction, "onConfirm" | "onSuccess">> = {},
  ): Runner<P> => {
    const runner: Runner<P> = createRunner<P>({
      start: { kind: "new", preparer: followedBy(preparer, () => runner) },
      tracker: trackerFor(context, onConfirm ?? confirmByServer),
      clock,
      onConfirmed: (open, signature) => {
        refresh(open);
        onSuccess?.(signature);
      },
      onUnseenOutcome: reportUnseenOutcome(context),
    });
    logEnd(runner);
    return runner;
  };

  const resumedWith = <P extends Prepared>(
    context: TransactionContext,
    open: OpenTransaction,
    preparer: Preparer<P> | null,
  ): Runner<P> => {
    const runner: Runner<P> = createRunner<P>({
      start: { kind: "resumed", open, preparer: preparer && followedBy(preparer, () => runner) },
      tracker: trackerFor(context, confirmByServer),
      clock,
      onConfirmed: refresh,
      onUnseenOutcome: reportUnseenOutcome(context),
    });
    following.set(open.id, runner);
    logEnd(runner);
    return runner;
  };

  return {
    dialogRunners: createDialogRunners(parts.dialogs),
    start,
    resume: (context, open) => {
      const known = following.get(open.id);
      if (known) return known;
      const { via } = open;
      if (via.kind !== "creation" || !via.wish) return resumedWith<Prepared>(context, open, null);
      return resumedWith(context, open, creationPreparer(api, via.wish, storeFor(context.uid, open)));
    },
    startPrepared: (context, props, meta) => {
      const { title, description } = props;
      const preparer = browserPreparer({
        prepareTransaction: props.prepareTransaction,
        hasConfirmCallback: props.onConfirm !== undefined,
        lamportsRequired: props.lamportsRequired,
        wallet: context.wallet,
        chain: chainOf(context),
        explain: explainOf(context),
        store: storeFor(context.uid, { ...meta, title, description }),
      });
      return start(context, preparer, props);
    },
  };
};

const part = appPart<Transactions>("the transaction engine");

export const provideTransactions = part.provide;

/** The page's one transaction engine. */
export const transactions = part.get;
