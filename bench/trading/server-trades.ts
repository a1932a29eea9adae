import { setTimeout as wait } from "node:timers/promises";
import type { Mint } from "@tribe/contract";
import { openTicketListener, type Person, type TicketListener } from "@tribe/devkit";
import { createTrader, tokens } from "../../e2e/support/people/people.ts";
import type { Tribe } from "../../e2e/support/product/tribe.ts";
import { percentile, type Row } from "../suite.ts";
import { cpuPerOne, cpuUse } from "./cpu-use.ts";

const traders = 120;
const tribes = 10;
const signUpsAtOnce = 8;
const seconds = 30;
/** The minimum time of a trade, ms: the limit is 120 changes per person and minute, and a trade makes two. */
const shortestMs = 1_020;

/**
 * The number of trades per second that the whole product on this machine completes to their confirmation: ticket, signature
 * (made in this process, on the same cores), co-signature, chain and index, each person as fast as the rate limits allow. Each
 * gets the result like the page, by a socket, and polls only every 2 s.
 */
export const serverTradeRows = async (tribe: Tribe): Promise<Row[]> => {
  const chiefs = await gatherTraders(tribe, "chief", tribes);
  const mints = await Promise.all(chiefs.map((chief) => chief.createTribe(tokens(20))));
  const people = await gatherTraders(tribe, "load", traders);
  const listeners = await Promise.all(people.map((person) => openTicketListener(person.api)));
  const times: number[] = [];
  const faults: string[] = [];
  const usedBefore = await cpuUse(tribe);
  const end = performance.now() + seconds * 1_000;
  const began = performance.now();
  await Promise.all(
    people.map(async (person, index) => {
      await wait((index * shortestMs) / traders);
      const waitForEnd = listeners[index]?.waitForEnd;
      await tradeUntil(end, { person, waitForEnd, mint: mintFor(mints, index) }, (ms) => times.push(ms), faults);
    }),
  );
  const took = (performance.now() - began) / 1_000;
  const usedAfter = await cpuUse(tribe);
  for (const listener of listeners) listener.close();
  if (faults.length > 0) process.stdout.write(`${faults.length} trades failed: ${[...new Set(faults)].join("; ")}\n`);
  const row = (name: string, value: number, unit: string, better: Row["better"], bar: number | null = null): Row => ({
    name,
    value: Math.round(value * 10) / 10,
    unit,
    bar,
    better,
  });
  return [
    row("server.trades_per_second", times.length / took, "trades/s", "higher"),
    row("server.trade_to_confirmed.p50", percentile(times, 0.5), "ms", "lower"),
    row("server.trade_to_confirmed.p99", percentile(times, 0.99), "ms", "lower"),
    row("server.failed_trades", faults.length, "trades", "lower", 0),
    // A trade's processor time by process, as traders and chain share the same cores.
    ...(usedBefore && usedAfter ? cpuPerOne(usedBefore, usedAfter, times.length) : []).map(([part, ms]) =>
      row(`server.cpu_per_trade.${part}`, ms, "ms", "lower"),
    ),
  ];
};

const mintFor = (mints: readonly Mint[], index: number): Mint => {
  const mint = mints[index % mints.length];
  if (!mint) throw new RangeError("there is no Tribe to trade in");
  return mint;
};

const gatherTraders = async (tribe: Tribe, name: string, count: number): Promise<Person[]> => {
  const people: Person[] = [];
  for (let start = 0; start < count; start += signUpsAtOnce) {
    const handles = Array.from(
      { length: Math.min(signUpsAtOnce, count - start) },
      (_, index) => `${name}_${start + index}`,
    );
    people.push(...(await Promise.all(handles.map((handle) => createTrader(tribe.appUrl, handle)))));
  }
  return people;
};

interface Trading {
  readonly person: Person;
  readonly mint: Mint;
  readonly waitForEnd: TicketListener["waitForEnd"] | undefined;
}

/** Buys one token and sells it again, in turn; the slippage covers price changes by others. */
const tradeUntil = async (
  end: number,
  { person, mint, waitForEnd }: Trading,
  took: (milliseconds: number) => void,
  faults: string[],
): Promise<void> => {
  for (let round = 0; performance.now() < end; round += 1) {
    const began = performance.now();
    try {
      const wish = { side: round % 2 === 0 ? ("buy" as const) : ("sell" as const), tokens: tokens(1) };
      const { outcome, errorReason } = await person.trade(mint, wish, {
        slippageBps: 5_000,
        ...(waitForEnd ? { waitForEnd } : {}),
      });
      if (outcome === "succeeded") took(performance.now() - began);
      else faults.push(errorReason ?? "no reason");
    } catch (error) {
      faults.push(error instanceof Error ? error.message : "no error");
    }
    await wait(Math.max(0, shortestMs - (performance.now() - began)));
  }
};
