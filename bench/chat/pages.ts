import { type Mint, routes } from "@tribe/contract";
import { percentile, type Row } from "../suite.ts";
import { type Scene, seedTribes, type Talker } from "./scene.ts";

/** Half of all messages are in one chat, the others in this many chats. */
const otherChats = 100;
const maxMessages = 2_000_000;
const pages = 1_000;
/**
 * Pages read before the first timed one, as a warm-up: a new process still compiles its code, and plans each connection's first
 * statements.
 */
const warmUpPages = 100;
/** The page size that the app requests. */
const limit = 50;
/** Rows of one INSERT. */
const atOnce = 100_000;

/** A page of history anywhere in a long chat, among all messages of a large installation. */
export const pageRows = async (
  { pool }: Pick<Scene, "pool">,
  people: readonly Talker[],
  most: number = maxMessages,
): Promise<Row[]> => {
  const members = people.slice(0, 20);
  const mints = await seedTribes(pool, otherChats + 1, members);
  const uids = members.map(({ uid }) => uid);
  const fill = async (some: readonly string[], each: number): Promise<void> => {
    for (let from = 0; from < each; from += Math.max(1, Math.floor(atOnce / some.length)))
      await pool.query(
        `insert into messages (mint, number, seq, id, author_uid, client_id, text)
         select mint, n, n, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
           ($2::text[])[1 + n % array_length($2::text[], 1)], gen_random_uuid(),
           'Message ' || n || ': ' || repeat('what people say ', 1 + n % 8)
         from unnest($1::text[]) as t (mint), generate_series($3::int, $4::int) as n`,
        [some, uids, from + 1, Math.min(each, from + Math.max(1, Math.floor(atOnce / some.length)))],
      );
    await pool.query("update channels set head_seq = $2, head_number = $2 where mint = any($1)", [some, each]);
  };
  const [long = ""] = mints;
  const inLong = Math.floor(most / 2);
  await fill([long], inLong);
  await fill(mints.slice(1), Math.floor(most / 2 / otherChats));
  // Without this, autovacuum would run during the measurement, because the database was just filled.
  await pool.query("vacuum analyze messages");
  const times: number[] = [];
  const read = async (page: number, beforeSeq: number): Promise<number> => {
    const query = { mint: long as Mint, limit, beforeSeq }; // the bench's own
    const began = performance.now();
    const answer = await members[page % members.length]?.api(routes.chat.messages, { query });
    const took = performance.now() - began;
    if (answer?.messages.length !== Math.min(limit, beforeSeq - 1)) throw new Error("a page is not whole");
    return took;
  };
  // At other positions than the timed ones.
  for (let page = 0; page < warmUpPages; page += 1)
    await read(page, inLong - Math.floor(((page + 0.5) * inLong) / warmUpPages));
  // Spread over the whole history; the newest page is one of them.
  for (let page = 0; page < pages; page += 1)
    times.push(await read(page, inLong + 1 - Math.floor((page * inLong) / pages)));
  const row = (name: string, value: number, bar: number | null): Row => ({
    name: `history_page.${name}`,
    value: Math.round(value * 10) / 10,
    unit: "ms",
    bar,
    better: "lower",
  });
  return [
    row("p50", percentile(times, 0.5), null),
    row("p99", percentile(times, 0.99), 15),
    { name: "history_page.messages", value: most, unit: "", bar: null, better: "higher" },
  ];
};
