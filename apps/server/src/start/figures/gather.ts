import { address } from "@solana/kit";
import { poolProgramAddress } from "@tribe/chain/accounts";
import { type Address, type TradeVenue, tradeVenues } from "@tribe/contract";
import { poller } from "../../async/poller.ts";
import type { AppContext, Worker } from "../../context/context.ts";
import { type Executor, withStatementTimeout } from "../../db/client.ts";
import { tokensWithCreatorFees } from "../../modules/earnings/index.ts";
import { worthCollecting } from "../../modules/factory/index.ts";
import { createFigures, type Figures } from "./figures.ts";
import { indexedUpTo, noticesLag, openTickets, outboxRows, queuedJobs } from "./queries.ts";

const everyMs = 15_000;
/** Sums over all trades: not as often. */
const payoutsEveryMs = 300_000;
/** A figure that takes longer is left out: what it tells of must not be slowed down by it. */
const timeoutMs = 5_000;

const lamportsPerSol = 1e9;

interface Gathering {
  readonly ctx: AppContext;
  readonly figures: Figures;
}

/** What is gathered together, and forgotten together when it fails. */
interface Group {
  readonly name: string;
  readonly everyMs: number;
  readonly clear: (figures: Figures) => void;
  readonly gather: (gathering: Gathering) => Promise<void>;
}

const ask = <Result>({ ctx }: Gathering, work: (tx: Executor) => Promise<Result>): Promise<Result> =>
  withStatementTimeout(ctx.db, timeoutMs, work);

const jobs: Group = {
  name: "jobs",
  everyMs,
  clear: ({ jobsWaiting, jobsOldest, jobsGivenUp }) => {
    for (const each of [jobsWaiting, jobsOldest, jobsGivenUp]) each.reset();
  },
  gather: async (gathering) => {
    const { jobsWaiting, jobsOldest, jobsGivenUp } = gathering.figures;
    for (const { job, waiting, oldestSeconds, givenUp } of await ask(gathering, queuedJobs)) {
      jobsWaiting.set({ job }, waiting);
      jobsOldest.set({ job }, oldestSeconds);
      jobsGivenUp.set({ job }, givenUp);
    }
  },
};

const outbox: Group = {
  name: "outbox",
  everyMs,
  clear: (figures) => {
    figures.outboxRows.remove();
    figures.noticesLag.remove();
  },
  gather: async (gathering) => {
    const [rows, lag] = await ask(gathering, async (tx) => [await outboxRows(tx), await noticesLag(tx)] as const);
    gathering.figures.outboxRows.set(rows);
    gathering.figures.noticesLag.set(lag);
  },
};

const tickets: Group = {
  name: "tickets",
  everyMs,
  clear: (figures) => {
    figures.tickets.reset();
    figures.ticketsOldest.reset();
  },
  gather: async (gathering) => {
    const open = await ask(gathering, openTickets);
    // A kind of which none is left has no row.
    gathering.figures.tickets.reset();
    gathering.figures.ticketsOldest.reset();
    for (const { kind, open: count, oldestSeconds } of open) {
      gathering.figures.tickets.set({ kind }, count);
      gathering.figures.ticketsOldest.set({ kind }, oldestSeconds);
    }
  },
};

/** How many slots the index is behind a program's newest transaction; 0 when it has it. */
const slotsBehind = async (gathering: Gathering, program: Address): Promise<number> => {
  const [newest] = await gathering.ctx.chain.rpc
    .getSignaturesForAddress(address(program), { commitment: "confirmed", limit: 1 })
    .send({ abortSignal: AbortSignal.timeout(timeoutMs) });
  const indexed = await ask(gathering, (tx) => indexedUpTo(tx, program));
  if (!newest || newest.signature === indexed?.signature) return 0;
  return Math.max(0, Number(newest.slot) - (indexed?.slot ?? 0));
};

const indexer: Group = {
  name: "indexer",
  everyMs,
  clear: (figures) => figures.slotsBehind.reset(),
  gather: async (gathering) => {
    const programs = [
      ["curve", gathering.ctx.chain.programAddress],
      ["pool", poolProgramAddress],
    ] as const;
    for (const [program, at] of programs)
      gathering.figures.slotsBehind.set({ program }, await slotsBehind(gathering, at));
  },
};

/** Of the chain as the node tells it. */
const chain = (): Group => {
  let last = { slot: -1n, at: performance.now() };
  return {
    name: "chain",
    everyMs,
    // How long the node has said nothing new goes on while it says nothing at all.
    clear: (figures) => {
      figures.adminBalance.remove();
      figures.blockAge.set((performance.now() - last.at) / 1_000);
    },
    gather: async ({ ctx, figures }) => {
      const abortSignal = AbortSignal.timeout(timeoutMs);
      const slot = await ctx.chain.rpc.getSlot({ commitment: "confirmed" }).send({ abortSignal });
      if (slot !== last.slot) last = { slot, at: performance.now() };
      figures.blockAge.set((performance.now() - last.at) / 1_000);
      const { value } = await ctx.chain.rpc.getBalance(address(ctx.coSigner.address)).send({ abortSignal });
      figures.adminBalance.set(Number(value) / lamportsPerSol);
    },
  };
};

const payouts = (): Group => {
  /** When each payout was first seen to be due; a restart begins anew. */
  let since: ReadonlyMap<string, number> = new Map();
  const key = (venue: TradeVenue, mint: string): string => `${venue} ${mint}`;
  return {
    name: "payouts",
    everyMs: payoutsEveryMs,
    clear: (figures) => {
      figures.payoutsDue.reset();
      figures.payoutsOldest.reset();
    },
    gather: async (gathering) => {
      const { figures } = gathering;
      const now = performance.now();
      const seen = new Map<string, number>();
      for (const venue of tradeVenues) {
        const due = await ask(gathering, (tx) => tokensWithCreatorFees(tx, venue, worthCollecting));
        let oldest = now;
        for (const { mint } of due) {
          const at = since.get(key(venue, mint)) ?? now;
          seen.set(key(venue, mint), at);
          oldest = Math.min(oldest, at);
        }
        figures.payoutsDue.set({ venue }, due.length);
        figures.payoutsOldest.set({ venue }, (now - oldest) / 1_000);
      }
      since = seen;
    },
  };
};

/** Gathers what only queries tell, in one process, with a deadline: a scrape of `/metrics` asks nobody. */
export const figuresWorker: Worker = {
  name: "figures",
  role: "worker",
  start: async (ctx) => {
    if (ctx.config.metricsToken === null) return { stop: async () => undefined };
    const figures = createFigures(ctx.metrics.registry);
    const ending = new AbortController();
    const running = [jobs, outbox, tickets, indexer, chain(), payouts()].map((group) =>
      poller(ctx, {
        name: `figures: ${group.name}`,
        signal: ending.signal,
        everyMs: group.everyMs,
        againMs: group.everyMs,
        work: async () => {
          try {
            await group.gather({ ctx, figures });
            figures.gatheredAt.set({ figures: group.name }, Date.now() / 1_000);
          } catch (error) {
            group.clear(figures);
            figures.failures.inc({ figures: group.name });
            throw error;
          }
          return true;
        },
      }),
    );
    return {
      stop: async () => {
        ending.abort();
        await Promise.all(running.map(({ ended }) => ended));
      },
    };
  },
};
