import { poolProgramAddress } from "@tribe/chain/accounts";
import { type Address, routes, type Uid } from "@tribe/contract";
import { api } from "../../../shared/api/api.ts";
import { queryClient } from "../../../shared/api/query-client.ts";
import type { NewTransaction, PreparedTransaction, SignedForCallback } from "../../../shared/dialogs/names.ts";
import { pageLog } from "../../../shared/page-log/page-log.ts";
import type { Config } from "../../../shared/queries/config.ts";
import { realtime } from "../../../shared/realtime/connection.ts";
import { confirmByServer } from "../../../shared/transactions/confirm-by-server.ts";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { browserPreparer } from "../delivery/browser-preparer.ts";
import type { ConfirmationTracker, Prepared, Preparer } from "../delivery/delivery.ts";
import { directTracker } from "../delivery/direct-tracker.ts";
import { rpcChainLink } from "../delivery/rpc-chain-link.ts";
import { ticketTracker } from "../delivery/ticket-tracker.ts";
import { explainer } from "../outcome/explain.ts";
import { tellUnseenEnd } from "../outcome/unseen-end.ts";
import { forget, keeperFor, type PendingTransactionMeta } from "./keeper.ts";
import { type Clock, createRunner, type Runner } from "./runner.ts";

/** Who trades, and on which installation. */
export interface TransactionContext {
  readonly uid: Uid;
  readonly wallet: Address | null;
  readonly config: Config;
}

const clock: Clock = {
  after: (time, then) => {
    const timer = setTimeout(then, time);
    return () => clearTimeout(timer);
  },
};

/**
 * Who follows a kept transaction in this tab, by its id. Shown again, it has the same one, so that it is followed and its
 * end is told once.
 */
const following = new Map<string, Runner<Prepared>>();

const end = (id: string): void => {
  following.delete(id);
  forget(id);
};

const chainOf = ({ config, wallet }: TransactionContext) =>
  rpcChainLink(config.rpcUrl, wallet ?? config.programAddress);
const explainOf = ({ config }: TransactionContext) =>
  explainer({ curve: config.programAddress, pool: poolProgramAddress });

/** Follows whatever kind of transaction was kept. */
const trackerFor = (
  context: TransactionContext,
  confirm: (signed: SignedForCallback) => Promise<unknown>,
): ConfirmationTracker => {
  const byChain = directTracker({ chain: chainOf(context), explain: explainOf(context), forget: end });
  const byServer = ticketTracker({
    forget: end,
    server: {
      submit: async ({ via, signature }) => {
        if (via.kind === "ticket") await api(routes.factory.submitTrade, { body: { ticket: via.ticket, signature } });
        if (via.kind === "callback") await confirm({ message: via.message, signature, callbackTicket: via.ticket });
      },
      status: (ticket) => api(routes.factory.tradeStatus, { query: { ticket } }),
      listen: (ticket, hear) =>
        realtime.listen((frame) => {
          if (frame.type === "ticket" && frame.ticket === ticket) hear(frame);
        }),
    },
  });
  const of = ({ via }: OpenTransaction) => (via.kind === "direct" ? byChain : byServer);
  return {
    resends: (open) => of(open).resends(open),
    send: (open, isFresh) => of(open).send(open, isFresh),
    look: (open) => of(open).look(open),
    listen: (open, hear) => of(open).listen(open, hear),
    forget: (open) => of(open).forget(open),
  };
};

/** How transactions end is what a log of pages is read for; a failure's code tells nothing of the person. */
const logEnd = <P extends Prepared>(runner: Runner<P>): void => {
  const stop = runner.subscribe(() => {
    const state = runner.get();
    if (state.kind === "confirmed") pageLog.info("a transaction was confirmed");
    else if (state.kind === "error") pageLog.info(`a transaction failed: ${state.failure.code}`);
    if (state.kind === "confirmed" || (state.kind === "error" && state.settled)) stop();
  });
};

const refresh = (): void => {
  for (const key of ["balance", "holding", "history", "token"]) void queryClient.invalidateQueries({ queryKey: [key] });
};

/** The runner of a new transaction. */
export const newRunner = <P extends Prepared>(
  context: TransactionContext,
  preparer: Preparer<P>,
  { onConfirm, onSuccess }: Partial<Pick<NewTransaction, "onConfirm" | "onSuccess">> = {},
): Runner<P> => {
  const keep: typeof preparer.keep = async (prepared, signature) => {
    const keeping = await preparer.keep(prepared, signature);
    if (keeping.kind === "kept") following.set(keeping.open.id, runner);
    return keeping;
  };
  const runner = createRunner<P>({
    start: { kind: "new", preparer: { ...preparer, keep } },
    tracker: trackerFor(context, onConfirm ?? confirmByServer),
    clock,
    onConfirmed: (signature) => {
      refresh();
      onSuccess?.(signature);
    },
    onUnseenEnd: tellUnseenEnd(context),
  });
  logEnd(runner);
  return runner;
};

/** The runner of a transaction that was kept. */
export const resumedRunner = (context: TransactionContext, open: OpenTransaction): Runner<Prepared> => {
  const known = following.get(open.id);
  if (known) return known;
  const runner = createRunner<Prepared>({
    start: { kind: "resumed", open },
    tracker: trackerFor(context, confirmByServer),
    clock,
    onConfirmed: refresh,
    onUnseenEnd: tellUnseenEnd(context),
  });
  following.set(open.id, runner);
  logEnd(runner);
  return runner;
};

/** The runner of what a caller of a transaction dialog prepares. */
export const preparedRunner = (
  context: TransactionContext,
  props: NewTransaction,
  meta: Pick<PendingTransactionMeta, "dialog" | "trade">,
): Runner<PreparedTransaction> => {
  const { title, description } = props;
  const preparer = browserPreparer({
    prepareTransaction: props.prepareTransaction,
    hasConfirmCallback: props.onConfirm !== undefined,
    lamportsRequired: props.lamportsRequired,
    wallet: context.wallet,
    chain: chainOf(context),
    explain: explainOf(context),
    keepAs: keeperFor(context.uid, { ...meta, title, description }),
  });
  return newRunner(context, preparer, props);
};
