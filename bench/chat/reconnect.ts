import { setTimeout as wait } from "node:timers/promises";
import { openLine } from "../../apps/server/src/modules/realtime/testing/line.ts";
import type { Row } from "../suite.ts";
import type { Membership } from "./beside/clients.ts";
import { startLoad } from "./beside/processes.ts";
import { type Scene, seedTribes, type Talker } from "./scene.ts";

/** The largest number of seats of a chat. */
const crowd = 99;
const maxClients = 10_000;
/** The messages of each chat, and the most that a client has missed. */
const messagesEach = 100;
const missedAtMost = 40;
/** The messages during the reconnection. */
const pauseMs = 50;

/**
 * Ten thousand clients that reconnect at the same moment, as after a restart: each takes a token, opens its socket and reads what
 * it has missed of its own chat, while people write. `seedTribes` puts the same 99 people into each of a hundred chats.
 */
export const reconnectRows = async (
  scene: Scene,
  people: readonly Talker[],
  most: number = maxClients,
): Promise<Row[]> => {
  const members = people.slice(0, crowd);
  const [writer] = members;
  if (!writer) throw new Error("nobody is there");
  const mints = await seedTribes(scene.pool, Math.ceil(most / crowd), members);
  await scene.pool.query(
    `insert into messages (mint, number, seq, id, author_uid, client_id, text)
     select mint, n, n, gen_random_uuid(), $2, gen_random_uuid(), 'what was said meanwhile, ' || n
     from unnest($1::text[]) as t (mint), generate_series(1, $3::int) as n`,
    [mints, writer.uid, messagesEach],
  );
  await scene.pool.query("update channels set head_seq = $2, head_number = $2 where mint = any($1)", [
    mints,
    messagesEach,
  ]);
  const clients = mints.flatMap((mint, tribe) =>
    members.map(({ credentials }, index): Membership => {
      const missed = 1 + ((tribe * crowd + index) % missedAtMost);
      return { credentials, mint, afterSeq: messagesEach - missed };
    }),
  );
  const load = startLoad();
  const line = await openLine(scene.appUrl, writer.api);
  let isOver = false;
  const writing = (async () => {
    for (let said = 0; !isOver; said += 1) {
      await line.say(mints[said % mints.length] ?? "", `meanwhile ${said}`);
      await wait(pauseMs);
    }
  })();
  try {
    const count = Math.min(most, clients.length);
    const origins = [scene.appUrl];
    const { failed, failures, times, computedSeconds } = await load.ask({
      kind: "open",
      protocol: "tribe",
      origins,
      count,
      people: clients,
    });
    for (const [reason, some] of Object.entries(failures)) process.stdout.write(`${some} clients: ${reason}\n`);
    process.stdout.write(`the clients computed ${computedSeconds.toFixed(1)} s\n`);
    isOver = true;
    await writing;
    const { rows } = await scene.pool.query<{ mint: string; head: string }>(
      "select mint, head_seq as head from channels where mint = any($1)",
      [mints],
    );
    const heads = Object.fromEntries(rows.map(({ mint, head }) => [mint, Number(head)]));
    const { missing, faults } = await load.ask({ kind: "reach", heads });
    for (const fault of faults.slice(0, 5)) process.stdout.write(`${fault}\n`);
    const time = (name: string, value: number, bar: number | null): Row => ({
      name: `reconnect.${name}`,
      value: Math.round(value / 100) / 10,
      unit: "s",
      bar,
      better: "lower",
    });
    return [
      { name: "reconnect.clients", value: count - failed, unit: `of ${count}`, bar: count, better: "higher" },
      time("caught_up.p50", times.p50, null),
      time("caught_up.last", times.max, 20),
      {
        name: "reconnect.lost_or_doubled",
        value: missing + faults.length,
        unit: `of ${count}`,
        bar: 0,
        better: "lower",
      },
    ];
  } finally {
    isOver = true;
    await writing;
    line.close();
    load.stop();
  }
};
