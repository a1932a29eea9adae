import { poolProgramAddress } from "@tribe/chain";
import { type Address, routes, type Uid } from "@tribe/contract";
import { api } from "../../shared/api.ts";
import type { NewTransaction, PreparedTransaction, SignedForCallback } from "../../shared/dialogs/names.ts";
import type { Config } from "../../shared/queries/config.ts";
import { queryClient } from "../../shared/query-client.ts";
import { realtime } from "../../shared/realtime/connection.ts";
import { claim, release } from "../../shared/transactions/claims.ts";
import { confirmByServer } from "../../shared/transactions/confirm-by-server.ts";
import {
  forgetOpenTransaction,
  keepOpenTransaction,
  type OpenTransaction,
} from "../../shared/transactions/open-transactions.ts";
import { browserPreparer } from "./browser-preparer.ts";
import type { Follower, KeepAs, Prepared, Preparer } from "./delivery.ts";
import { directFollower } from "./direct-follower.ts";
import { explainer } from "./explain.ts";
import { rpcChainLink } from "./rpc-chain-link.ts";
import { type Clock, createRunner, type Runner } from "./runner.ts";
import { ticketFollower } from "./ticket-follower.ts";
import { tellUnseenEnd } from "./unseen-end.ts";

/** Who trades, and on which installation. */
export interface Surroundings {
  readonly uid: Uid;
  readonly wallet: Address | null;
  readonly config: Config;
}

/** What a kept transaction is kept with. */
export type Keepsake = Pick<OpenTransaction, "dialog" | "title" | "description" | "trade">;

const clock: Clock = {
  after: (time, then) => {
    const timer = setTimeout(then, time);
    return () => clearTimeout(timer);
  },
};

const forget = (id: string): void => {
  forgetOpenTransaction(id);
  release(id);
};

const chainOf = ({ config, wallet }: Surroundings) => rpcChainLink(config.rpcUrl, wallet ?? config.programAddress);
const explainOf = ({ config }: Surroundings) => explainer({ curve: config.programAddress, pool: poolProgramAddress });

/** Follows whatever kind of transaction was kept. */
const followerFor = (around: Surroundings, confirm: (signed: SignedForCallback) => Promise<unknown>): Follower => {
  const byChain = directFollower({ chain: chainOf(around), explain: explainOf(around), forget });
  const byServer = ticketFollower({
    forget,
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

/** Keeps what was signed, as this tab's. */
export const keeperFor =
  ({ uid }: Surroundings, keepsake: Keepsake): KeepAs =>
  async (made) => {
    const open = { ...keepsake, ...made, id: crypto.randomUUID(), uid, signedAt: Date.now() };
    // First the claim: another tab that sees it kept waits for this one.
    await claim(open.id);
    if (keepOpenTransaction(open)) return open;
    forget(open.id);
    return null;
  };

const refresh = (): void => {
  for (const key of ["balance", "holding", "history", "token"]) void queryClient.invalidateQueries({ queryKey: [key] });
};

/** The runner of a new transaction. */
export const newRunner = <P extends Prepared>(
  around: Surroundings,
  preparer: Preparer<P>,
  { onConfirm, onSuccess }: Partial<Pick<NewTransaction, "onConfirm" | "onSuccess">> = {},
): Runner<P> =>
  createRunner<P>({
    start: { kind: "new", preparer },
    follower: followerFor(around, onConfirm ?? confirmByServer),
    clock,
    onConfirmed: (signature) => {
      refresh();
      onSuccess?.(signature);
    },
    onUnseenEnd: tellUnseenEnd(around),
  });

/** The runner of a transaction that was kept. */
export const resumedRunner = (around: Surroundings, open: OpenTransaction): Runner<Prepared> =>
  createRunner<Prepared>({
    start: { kind: "resumed", open },
    follower: followerFor(around, confirmByServer),
    clock,
    onConfirmed: refresh,
    onUnseenEnd: tellUnseenEnd(around),
  });

/** The runner of what a caller of a transaction dialog prepares. */
export const preparedRunner = (
  around: Surroundings,
  props: NewTransaction,
  keepsake: Pick<Keepsake, "dialog" | "trade">,
): Runner<PreparedTransaction> => {
  const { title, description } = props;
  const preparer = browserPreparer({
    prepareTransaction: props.prepareTransaction,
    hasConfirmCallback: props.onConfirm !== undefined,
    lamportsRequired: props.lamportsRequired,
    wallet: around.wallet,
    chain: chainOf(around),
    explain: explainOf(around),
    keepAs: keeperFor(around, { ...keepsake, title, description }),
  });
  return newRunner(around, preparer, props);
};
