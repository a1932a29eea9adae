import { setTimeout as wait } from "node:timers/promises";
import { decodePoolState, decodeTokenState, migrationAddresses, tokenStateAddress } from "@tribe/chain/accounts";
import type { Mint } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { readAccount } from "../../engines/chain/read-account.ts";
import { backfill } from "./intake/backfill.ts";
import { ingestOne } from "./intake/follow.ts";
import { countersOf } from "./store/tokens.ts";

/** How long an event may take to arrive. */
const timeoutMs = 1_000;

/**
 * Reads a token's history again when its counters on chain are ahead of the stored events: a node may leave an event out of a
 * program's history, and without a later event no gap would show it.
 */
export const repairHistory = async (
  ctx: Pick<AppContext, "chain" | "db" | "jobs" | "log" | "now">,
  mint: Mint,
): Promise<void> => {
  const { chain, db } = ctx;
  const token = await countersOf(db, mint);
  if (!token) return;
  const state = await readAccount(chain, await tokenStateAddress(token.tokenId, chain.programAddress));
  const { pool } = await migrationAddresses(token.tokenId, chain.programAddress);
  const poolState = token.pool === null ? null : await readAccount(chain, pool);
  const onChain = {
    curve: (state && decodeTokenState(state)?.seq) ?? 0n,
    pool: (poolState && decodePoolState(poolState)?.seq) ?? 0n,
  };
  const isBehind = (index: { curve: bigint; pool: bigint | null }) =>
    index.curve < onChain.curve || (index.pool ?? 0n) < onChain.pool;
  if (!isBehind(token)) return;
  await wait(timeoutMs);
  const later = await countersOf(db, mint);
  if (!later || !isBehind(later)) return;
  // Events are ingested in order: if the index has made progress, none is missing, and it is only behind.
  if (later.curve > token.curve || (later.pool ?? 0n) > (token.pool ?? 0n)) return;
  ctx.log.warn({ mint }, "events were never listed; reading the token's history again");
  await backfill(ctx, token.tokenId, ingestOne(ctx));
};
