import { poolProgramAddress } from "@tribe/chain/accounts";
import type { Mint } from "@tribe/contract";
import { poller } from "../../async/poller.ts";
import type { Worker } from "../../context/context.ts";
import { reconcileMint, token2022 } from "./balances/balances.ts";
import { createTransfers } from "./balances/transfers.ts";
import { callsProgram } from "./intake/calls-program.ts";
import { followPrograms, indexedMints } from "./intake/follow.ts";
import { listen } from "./intake/listen.ts";
import { repairHistory } from "./repair-history.ts";

/** Without a wake-up the chain is read this often, so that a lost notification costs only this long. */
const pollEveryMs = 2_000;
/** In each such interval one mint, in turn, is compared with the chain. */
const reconcileEveryMs = 5_000;
/** When to ask again for what the node lists but can't show yet. */
const lookAgainMs = 50;

/**
 * Follows the chain: what our programs did, and all other transfers of our tokens. Logs only wake it up; what is stored comes
 * from transactions and accounts.
 */
export const indexerWorker: Worker = {
  name: "indexer",
  role: "indexer",
  start: async (ctx) => {
    const ending = new AbortController();
    const start = (name: string, everyMs: number, work: () => Promise<boolean>) =>
      poller(ctx, { name: `indexer: ${name}`, signal: ending.signal, everyMs, againMs: lookAgainMs, work });
    const ours = [ctx.chain.programAddress, poolProgramAddress];
    // Until the history was read once, or could not be read, missing events are on their way and need no repair.
    let hasFollowed = false;
    const programs = start("programs", pollEveryMs, () =>
      followPrograms(ctx).finally(() => {
        hasFollowed = true;
      }),
    );
    let turn: Mint[] = [];
    const reconcile = start("reconcile", reconcileEveryMs, async () => {
      if (!hasFollowed) return true;
      if (turn.length === 0) turn = await indexedMints(ctx);
      const mint = turn.shift();
      if (mint) {
        await repairHistory(ctx, mint);
        await reconcileMint(ctx, mint);
      }
      return true;
    });
    const moved = createTransfers(ctx);
    const transfers = start("transfers", pollEveryMs, moved.ingestTransactions);
    // Mints whose balances may have changed while no subscription was open.
    let unheard: Mint[] = [];
    const catchUp = start("catch up", pollEveryMs, async () => {
      for (let mint = unheard.shift(); mint && !ending.signal.aborted; mint = unheard.shift())
        try {
          await reconcileMint(ctx, mint);
        } catch (error) {
          // The others first.
          unheard.push(mint);
          throw error;
        }
      return true;
    });
    const warn = (facts: object, message: string) => ctx.log.warn(facts, message);
    const listening = [
      ...ours.map((mentions) =>
        listen(ctx.chain, warn, ending.signal, {
          mentions,
          heard: () => programs.wake(),
          subscribed: async () => programs.wake(),
        }),
      ),
      listen(ctx.chain, warn, ending.signal, {
        mentions: token2022,
        heard: (signature, logs) => {
          // Trades, swaps and conversions are found in the programs' own history.
          if (ours.some((program) => callsProgram(logs, program))) return;
          moved.hear(signature);
          transfers.wake();
        },
        subscribed: async () => {
          unheard = await indexedMints(ctx);
          catchUp.wake();
        },
      }),
    ];
    return {
      stop: async () => {
        ending.abort();
        await Promise.all([programs.ended, reconcile.ended, transfers.ended, catchUp.ended, ...listening]);
      },
    };
  },
};
