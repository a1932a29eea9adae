import { type AnswerOf, routes } from "@tribe/contract";
import { wireBlockTime } from "../../../db/block-time.ts";
import { query } from "../../../http/implement.ts";
import { callerWallet, nameAndPictureAt, peopleByAddresses } from "../../identity/index.ts";
import { mergePage, readCursor } from "../rules/page.ts";
import { receivedTransfers, sentTransfers, tokensByMint } from "../store/transfers.ts";

type Transfer = AnswerOf<typeof routes.transfers.list>["transfers"][number];

/** What the caller has sent and received in transfers that went through this server. */
export const list = query(routes.transfers.list, async ({ tx, query: { cursor, limit }, session }) => {
  const wallet = await callerWallet(tx, session.uid);
  const after = readCursor(cursor);
  const sent = await sentTransfers(tx, session.uid, after, limit + 1);
  const received = await receivedTransfers(tx, wallet, after, limit + 1);
  const { page, nextCursor } = mergePage([sent, received], limit);
  const others = page.map((row) => (row.uid === session.uid ? row.recipient : row.trader));
  const [faces, tokens] = await Promise.all([
    peopleByAddresses(tx, [...new Set(others)]),
    tokensByMint(tx, [...new Set(page.flatMap((row) => (row.request.mint === undefined ? [] : [row.mint])))]),
  ]);
  return {
    transfers: page.map((row, index): Transfer => {
      const address = others[index] ?? row.trader;
      const person = faces.get(address);
      return {
        direction: row.uid === session.uid ? "out" : "in",
        signature: row.signature,
        other: { address, uid: person?.uid ?? null, ...nameAndPictureAt(address, person) },
        token: row.request.mint === undefined ? null : (tokens.get(row.mint) ?? null),
        amount: BigInt(row.request.amount ?? 0),
        memo: row.request.memo ?? null,
        blockTime: wireBlockTime(row.changedAt),
      };
    }),
    nextCursor,
  };
});
