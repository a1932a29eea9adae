// Generates the load of the chat's bench in a separate process, so that its processor time is not counted elsewhere. It gets
// commands over the channel to its parent, one at a time.
import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "../../suite.ts";
import { type Client, peerClient, tribeClient } from "./clients.ts";
import type { LoadAnswers, LoadCommand, Times } from "./messages.ts";

type CommandOf<Kind extends LoadCommand["kind"]> = Extract<LoadCommand, { readonly kind: Kind }>;

const arrivalTimeoutMs = 30_000;
/** The number of clients of one loopback address. */
const clientsOfAddress = 10_000;

let clients: readonly { readonly client: Client; readonly mint: string | null }[] = [];
let hear: (text: string) => void = () => undefined;

const timesOf = (sample: readonly number[]): Times => {
  const at = (share: number) => (sample.length === 0 ? 0 : percentile(sample, share));
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
};

const open = async ({ protocol, origins, count, people }: CommandOf<"open">): Promise<LoadAnswers["open"]> => {
  clients = Array.from({ length: count }, (_, index) => {
    const origin = origins[index % origins.length] ?? "";
    const localAddress = `127.0.0.${2 + Math.floor(index / clientsOfAddress)}`;
    const options = { origin, localAddress, onText: (text: string) => hear(text) };
    if (protocol !== "tribe") return { client: peerClient(protocol, options), mint: null };
    const who = people[index % people.length];
    if (!who) throw new Error("nobody is there");
    return { client: tribeClient(options, who), mint: who.mint };
  });
  const began = performance.now();
  const computed = process.cpuUsage();
  const times: number[] = [];
  const failures: Record<string, number> = {};
  await Promise.all(
    clients.map(({ client }) =>
      client.open().then(
        () => void times.push(performance.now() - began),
        (error: unknown) => {
          const reason = reasonOf(error);
          failures[reason] = (failures[reason] ?? 0) + 1;
        },
      ),
    ),
  );
  const failed = Object.values(failures).reduce((sum, some) => sum + some, 0);
  return { failed, failures, times: timesOf(times), computedSeconds: computedSince(computed) };
};

/** The reason why a client could not be opened, without address and port, so that equal reasons can be counted. */
const reasonOf = (error: unknown): string => {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  return code && !message.includes(code) ? `${code}: ${message}` : message.replace(/ \d+\.\d+\.\d+\.\d+:\d+.*/, "");
};

/** Seconds of processor time of this process since `before`. */
const computedSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
};

let talks = 0;

const talk = async ({ perSecond, seconds }: CommandOf<"talk">): Promise<LoadAnswers["talk"]> => {
  talks += 1;
  const mark = `talk ${talks} @`;
  const delays: number[] = [];
  hear = (text) => {
    if (text.startsWith(mark)) delays.push(performance.now() - Number(text.slice(mark.length)));
  };
  const count = perSecond * seconds;
  const began = performance.now();
  for (let said = 0; said < count; said += 1) {
    await wait(Math.max(0, began + (said * 1_000) / perSecond - performance.now()));
    clients[said % clients.length]?.client.say(mark + performance.now());
  }
  const expected = count * clients.length;
  const deadline = performance.now() + arrivalTimeoutMs;
  while (delays.length < expected && performance.now() < deadline) await wait(10);
  return { expected, delivered: delays.length, times: timesOf(delays) };
};

const reach = async ({ heads }: CommandOf<"reach">): Promise<LoadAnswers["reach"]> => {
  const behind = () =>
    clients.filter(({ client, mint }) => mint !== null && client.lastSeq < (heads[mint] ?? 0)).length;
  const deadline = performance.now() + arrivalTimeoutMs;
  while (behind() > 0 && performance.now() < deadline) await wait(10);
  return { missing: behind(), faults: clients.flatMap(({ client }) => client.faults) };
};

const close = async (): Promise<null> => {
  for (const { client } of clients) client.close();
  clients = [];
  return null;
};

const answer = (command: LoadCommand): Promise<unknown> => {
  switch (command.kind) {
    case "open":
      return open(command);
    case "talk":
      return talk(command);
    case "reach":
      return reach(command);
    case "close":
      return close();
  }
};

process.on("message", (command: LoadCommand) => {
  answer(command).then(
    (answered) => process.send?.({ answered }),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
