import type { Mint } from "@tribe/contract";
import type { AppContext, Worker } from "../../../context.ts";
import { readAgain, reconcileMint, token2022 } from "./balances.ts";
import { callsProgram } from "./calls-program.ts";
import { readTransaction } from "./chain-transaction.ts";
import { followProgram, indexedMints } from "./follow.ts";
import { takeSightings } from "./intake.ts";
import { listen } from "./listen.ts";

/** Without a wake-up we look anyway, so that a lost notification costs only this long. */
const lookEveryMs = 2_000;
/** One mint is compared with the chain in each such span, in turn. */
const reconcileEveryMs = 5_000;
/** What the node lists but cannot show yet is asked for again after this. */
const lookAgainMs = 50;

/**
 * Follows the chain: what our program did, and every other movement of our tokens. Logs are only wake-ups; what is
 * stored comes from transactions and accounts.
 */
export const indexerWorker: Worker = {
  name: "indexer",
  role: "indexer",
  start: async (ctx) => {
    const ending = new AbortController();
    const program = repeated(ctx, ending.signal, "program", lookEveryMs, () => followProgram(ctx));
    let turn: Mint[] = [];
    const reconcile = repeated(ctx, ending.signal, "reconcile", reconcileEveryMs, async () => {
      if (turn.length === 0) turn = await indexedMints(ctx);
      const mint = turn.shift();
      if (mint) await reconcileMint(ctx, mint);
      return true;
    });
    const moved = new Set<string>();
    const transfers = repeated(ctx, ending.signal, "transfers", lookEveryMs, async () => {
      for (const signature of moved) {
        const transaction = await readTransaction(ctx.chain, signature);
        if (!transaction) continue;
        await ctx.db.transaction((tx) => takeSightings(tx, transaction.sightings));
        const now = await readAgain(ctx, transaction.sightings);
        await ctx.db.transaction((tx) => takeSightings(tx, now));
        moved.delete(signature);
      }
      return moved.size === 0;
    });
    const caughtUp = async () => {
      // Whatever moved while nobody listened.
      for (const mint of await indexedMints(ctx)) await reconcileMint(ctx, mint);
    };
    const warn = (facts: object, words: string) => ctx.log.warn(facts, words);
    const listening = [
      listen(ctx.chain, warn, ending.signal, {
        mentions: ctx.chain.programAddress,
        heard: () => program.wake(),
        subscribed: async () => program.wake(),
      }),
      listen(ctx.chain, warn, ending.signal, {
        mentions: token2022,
        heard: (signature, logs) => {
          // Trades reach us through the program's own history.
          if (callsProgram(logs, ctx.chain.programAddress)) return;
          moved.add(signature);
          transfers.wake();
        },
        subscribed: caughtUp,
      }),
    ];
    return {
      stop: async () => {
        ending.abort();
        await Promise.all([program.ended, reconcile.ended, transfers.ended, ...listening]);
      },
    };
  },
};

/**
 * Runs `work` when woken and at least every `everyMs`, never twice at once; soon again when it says that it is not
 * done. An error is logged and tried again.
 */
const repeated = (
  ctx: AppContext,
  signal: AbortSignal,
  name: string,
  everyMs: number,
  work: () => Promise<boolean>,
) => {
  let wake = () => {};
  let isWanted = true;
  let isDone = true;
  const run = async () => {
    while (!signal.aborted) {
      if (!isWanted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, isDone ? everyMs : lookAgainMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener("abort", wake, { once: true });
        });
      signal.removeEventListener("abort", wake);
      if (signal.aborted) return;
      isWanted = false;
      isDone = await work().catch((error: unknown) => {
        if (!signal.aborted) ctx.log.warn({ err: error, name }, "the indexer could not go on; it tries again");
        return true;
      });
    }
  };
  return {
    wake: () => {
      isWanted = true;
      wake();
    },
    ended: run(),
  };
};
