import { createPerson } from "@tribe/devkit";
import { createTrader, gather, sol, tokens } from "../e2e/support/people/people.ts";
import { memoryOf } from "../e2e/support/product/processes.ts";
import { startTribe } from "../e2e/support/product/tribe.ts";
import { percentile, type Row, type Suite } from "./suite.ts";

const newcomers = 5;

/** The steps, in order; each is timed from the first call. */
const stations = ["wallet", "social", "funded", "bought", "joined", "first_message"] as const;
type Station = (typeof stations)[number];

/**
 * A new person's whole way without the time to read and type: device, mailed code, wallet, X, card, a real buy, the join, and
 * the acknowledgement of the first message.
 */
export const run = async (): Promise<Suite> => {
  // The first start is measured, too.
  const tribe = await startTribe({ makesDatabase: true });
  try {
    const mint = await gather([await createTrader(tribe.appUrl, "signup_chief")]);
    const times: Record<Station, number[]> = {
      wallet: [],
      social: [],
      funded: [],
      bought: [],
      joined: [],
      first_message: [],
    };
    for (let index = 0; index < newcomers; index++) {
      const began = performance.now();
      const reach = (station: Station) => times[station].push(performance.now() - began);
      const person = await createPerson({ appUrl: tribe.appUrl });
      reach("wallet");
      await person.connectX({ name: `Newcomer ${index}`, username: `newcomer_${index}` });
      reach("social");
      await person.fundByCard(sol(2));
      reach("funded");
      await person.trade(mint, { side: "buy", tokens: tokens(10) });
      reach("bought");
      await person.join(mint);
      reach("joined");
      const chat = await person.openChat(mint);
      await chat.send("Hello, I am new here");
      reach("first_message");
      await chat.close();
    }
    const row = (station: Station): Row => ({
      name: `sign_up_to.${station}.p50`,
      value: Math.round(percentile(times[station], 0.5)),
      unit: "ms",
      bar: null,
      better: "lower",
    });
    const memory = await memoryOf(await tribe.processes());
    const firstStartMs = tribe.startMs;
    await tribe.kill();
    await tribe.start();
    const start: Row = {
      name: "start_to_ready.first",
      value: Math.round(firstStartMs),
      unit: "ms",
      bar: null,
      better: "lower",
    };
    const again: Row = {
      name: "start_to_ready.after_kill",
      value: Math.round(tribe.startMs),
      unit: "ms",
      bar: 10_000,
      better: "lower",
    };
    const held: readonly Row[] =
      memory === null
        ? []
        : [{ name: "memory.proportional", value: Math.round(memory / 1e6), unit: "MB", bar: 1_200, better: "lower" }];
    return { suite: "sign-up", rows: [start, again, ...held, ...stations.map(row)] };
  } finally {
    await tribe.stop();
  }
};
