import { createPool } from "../../apps/server/src/db/client.ts";
import { createWakeUp } from "../../apps/server/src/engines/bus/wake-up.ts";
import { percentile, type Row } from "../suite.ts";
import type { Scene } from "./scene.ts";

const writers = 32;
const rounds = 5;
const roundMs = 2_000;

/**
 * Commits small writes for a second each, in turns with and without an event in the outbox, with as many writers as a server has
 * connections, while the running server receives each event.
 */
export const commitRows = async ({ databaseUrl, pool }: Scene): Promise<Row[]> => {
  await pool.query("create table bench_writes (id bigserial primary key, text text)");
  const quiet = { debug: () => undefined };
  const wakeUp = createWakeUp((channel, sender) => pool.query("select pg_notify($1, $2)", [channel, sender]), quiet);
  const onError = (error: Error): void => {
    throw error;
  };
  const own = createPool(databaseUrl, { max: writers, onError, onEvents: wakeUp.committed });
  // Both as drizzle passes them to the driver, as prepared statements. This measures the database's work, not the building of
  // the SQL.
  const plain = { text: "insert into bench_writes (text) values ($1)" };
  // As `eventInsert` writes it.
  const withEvent = {
    text: `with written as (insert into bench_writes (text) values ($1) returning id)
       insert into "outbox" ("type", "payload") select $2::text, $3::jsonb from written returning id`,
  };
  const perSecond = async (statement: { readonly text: string }, values: readonly string[]): Promise<number> => {
    const end = performance.now() + roundMs;
    let count = 0;
    await Promise.all(
      Array.from({ length: writers }, async () => {
        while (performance.now() < end) {
          await own.query(statement, [...values]);
          count += 1;
        }
      }),
    );
    return (count * 1_000) / roundMs;
  };
  const row = ["a small write"];
  const rowWithEvent = [...row, "balance.changed", JSON.stringify({ addresses: [] })];
  await perSecond(withEvent, rowWithEvent);
  const without: number[] = [];
  const events: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    without.push(await perSecond(plain, row));
    events.push(await perSecond(withEvent, rowWithEvent));
  }
  await wakeUp.idle();
  await own.end();
  const [withEvents, base] = [percentile(events, 0.5), percentile(without, 0.5)];
  return [
    {
      name: "commits_with_events.per_second",
      value: Math.round(withEvents),
      unit: "/s",
      bar: null,
      better: "higher",
      versus: { who: "without events", value: Math.round(base) },
    },
    {
      name: "commits_with_events.ratio",
      value: Math.round((withEvents / base) * 100) / 100,
      unit: "×",
      bar: 0.7,
      better: "higher",
    },
  ];
};
