import { poolProgramAddress } from "@tribe/chain/accounts";
import type { Mint } from "@tribe/contract";
import { poller } from "../../async/poller.ts";
import type { Worker } from "../../context/context.ts";
import { reconcileMint, token2022 } from "./balances/balances.ts";
import { createMovesRepair } from "./balances/repair-moves.ts";
import { createTransfers } from "./balances/transfers.ts";
import { callsProgram } from "./intake/calls-program.ts";
import { followPrograms } from "./intake/follow.ts";
import { listen } from "./intake/listen.ts";
import { repairHistory } from "./repair-history.ts";
import { indexedMints } from "./store/tokens.ts";

/** Without a wake-up the chain is read this often, so that a lost notification costs only this long. */
const pollEveryMs = 2_000;
/** In each such interval one mint, in turn, is compared with the chain. */
const reconcileEveryMs = 5_000;
/** When to read again what the node lists but can't show yet. */
const readAgainMs = 50;

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
      poller(ctx, { name: `indexer: ${name}`, signal: ending.signal, everyMs, againMs: readAgainMs, work });
    const ours = [ctx.chain.programAddress, poolProgramAddress];
    // Until the history was read once, or could not be read, missing events are on their way and need no repair.
    let hasFollowed = false;
    const programs = start("programs", pollEveryMs, () =>
      followPrograms(ctx).finally(() => {
        hasFollowed = true;
      }),
    );
    const moves = createMovesRepair(ctx);
    let turn: Mint[] = [];
    const reconcile = start("reconcile", reconcileEveryMs, async () => {
      if (!hasFollowed) return true;
      if (turn.length === 0) turn = await indexedMints(ctx.db);
      const mint = turn.shift();
      if (mint) {
        await repairHistory(ctx, mint);
        await reconcileMint(ctx, mint);
        await moves.repair(mint);
      }
      return true;
    });
    const others = createTransfers(ctx);
    const transfers = start("transfers", pollEveryMs, others.ingestTransactions);
    // Mints whose balances may have changed while no subscription was open.
    let unchecked: Mint[] = [];
    const catchUp = start("catch up", pollEveryMs, async () => {
      for (let mint = unchecked.shift(); mint && !ending.signal.aborted; mint = unchecked.shift())
        try {
          await reconcileMint(ctx, mint);
          await moves.repair(mint);
        } catch (error) {
          // The others first.
          unchecked.push(mint);
          throw error;
        }
      return true;
    });
    const warn = (facts: object, message: string) => ctx.log.warn(facts, message);
    const listening = [
      ...ours.map((mentions) =>
        listen(ctx.chain, warn, ending.signal, {
          mentions,
          onTransaction: () => programs.wake(),
          onSubscribed: async () => programs.wake(),
        }),
      ),
      listen(ctx.chain, warn, ending.signal, {
        mentions: token2022,
        onTransaction: (signature, logs) => {
          // Trades, swaps and conversions are found in the programs' own history.
          if (ours.some((program) => callsProgram(logs, program))) return;
          others.note(signature);
          transfers.wake();
        },
        onSubscribed: async () => {
          unchecked = await indexedMints(ctx.db);
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
