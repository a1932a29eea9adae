import { type AnswerOf, lamports, routes } from "@tribe/contract";
import { wireBlockTime } from "../../../db/block-time.ts";
import { query } from "../../../http/implement.ts";
import { callerWallet } from "../../identity/index.ts";
import { type Earner, type EarningRow, earningsPage } from "../page.ts";
import { isPaidOut, type Payouts } from "../rules/payouts.ts";
import { creatorSums, referralSums } from "../rules/sums.ts";
import { findReferrer, ownTokens } from "../store/earners.ts";
import { payoutsOf } from "../store/payouts.ts";

type Item = AnswerOf<typeof routes.earnings.list>["items"][number];

/** What the caller has earned by others' trades, from the index: exact sums, and the trades newest first. */
export const list = query(routes.earnings.list, async ({ tx, query, session }) => {
  const address = await callerWallet(tx, session.uid);
  const own = await ownTokens(tx, address);
  const earner = { address, own };
  const mints = own.map(({ mint }) => mint);
  const [payouts, referrer, { rows, nextCursor }] = await Promise.all([
    payoutsOf(tx, mints),
    findReferrer(tx, address),
    earningsPage(tx, earner, query.cursor, query.limit),
  ]);
  return {
    creator: creatorSums(own, payouts),
    referral: referralSums(referrer),
    items: rows.map((row) => itemOf(row, earner, payouts)),
    nextCursor,
  };
});

/** A trade as its earner sees it, with their own shares. A referral's is paid within the trade, a Chief's by a later payout. */
const itemOf = (row: EarningRow, { address, own }: Earner, payouts: Payouts): Item => {
  const isOwn = own.some(({ mint }) => mint === row.mint);
  return {
    mint: row.mint,
    name: row.name,
    symbol: row.symbol,
    kind: row.kind,
    venue: row.venue,
    signature: row.signature as Item["signature"], // stored as the chain gave it
    value: row.value,
    creatorFee: isOwn ? row.creatorFee : lamports(0n),
    referralFee: row.referrer === address ? row.referralFee : lamports(0n),
    isPaid: !isOwn || isPaidOut(payouts, row),
    blockTime: wireBlockTime(row.blockTime),
  };
};
