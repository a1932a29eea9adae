import { type Address, type AnswerOf, lamports, type Mint, type routes } from "@tribe/contract";
import { and, count, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { collects } from "../accrued-fees.ts";
import { chainEvents, trades } from "../schema.ts";

type Side = AnswerOf<typeof routes.earnings.list>["creator"];

const nothing: Side = { earned: lamports(0n), paid: lamports(0n), accrued: lamports(0n), trades: 0 };

const feesWhere = async (
  db: Executor,
  fee: typeof trades.creatorFee | typeof trades.referralFee,
  where: SQL | undefined,
) => {
  const [row] = await db
    .select({ earned: sql<string>`coalesce(sum(${fee}), 0)`, trades: count() })
    .from(trades)
    .where(where);
  return { earned: BigInt(row?.earned ?? 0), trades: row?.trades ?? 0 };
};

/** What the Chief of these tokens earned, was paid and has waiting; the rest of the sums on chain is the platform's. */
export const creatorSums = async (db: Executor, mints: readonly Mint[]): Promise<Side> => {
  if (mints.length === 0) return nothing;
  const { earned, trades: number } = await feesWhere(
    db,
    trades.creatorFee,
    and(inArray(trades.mint, mints), gt(trades.creatorFee, lamports(0n))),
  );
  const [row] = await db
    .select({ paid: sql<string>`coalesce(sum((${chainEvents.data} ->> 'creatorAmount')::numeric), 0)` })
    .from(chainEvents)
    .where(and(inArray(chainEvents.mint, mints), inArray(chainEvents.kind, Object.values(collects))));
  const paid = BigInt(row?.paid ?? 0);
  return { earned: lamports(earned), paid: lamports(paid), accrued: lamports(earned - paid), trades: number };
};

/** What an inviter earned: paid within each trade, so that nothing waits. */
export const referralSums = async (db: Executor, address: Address): Promise<Side> => {
  const { earned, trades: number } = await feesWhere(
    db,
    trades.referralFee,
    and(eq(trades.referrer, address), gt(trades.referralFee, lamports(0n))),
  );
  return { earned: lamports(earned), paid: lamports(earned), accrued: lamports(0n), trades: number };
};
