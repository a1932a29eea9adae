// Three people trade and write in one Tribe while all processes are killed at random moments.
import { Connection } from "@solana/web3.js";
import { type ChatMessage, type Mint, routes, type TokenProfile } from "@tribe/contract";
import type { Chat, Person } from "@tribe/devkit";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { createTrader, gather } from "./people/people.ts";
import { streamMessages, streamTrades, type Witness } from "./people/streams.ts";
import { auditToken, type TokenAudit } from "./product/audit.ts";
import { startTribe, type Tribe } from "./product/tribe.ts";
import { seededRandom, seedOfRun } from "./random.ts";

const seed = seedOfRun();
const random = seededRandom(seed);

let tribe: Tribe;
let people: Person[];
let chats: Chat[];
let mint: Mint;
let profile: TokenProfile;
const witness: Witness = { trades: [], messages: [] };

/**
 * Trades and messages until a random moment, then SIGKILL of all processes and a new start; follows all pending work to its
 * end.
 */
const crashOnce = async (): Promise<number> => {
  let isOver = false;
  const options = { mint, random, isOver: () => isOver, witness };
  const streams = Promise.all([
    ...people.map((person) => streamTrades(person, options)),
    ...chats.map((chat, index) => streamMessages(`Person ${index}`, chat, options)),
  ]);
  const moment = random.between(300, 6_000);
  const killer = new Promise((resolve) => setTimeout(resolve, moment)).then(async () => {
    await tribe.kill();
    isOver = true;
    await tribe.start();
  });
  await Promise.all([streams, killer]);
  return moment;
};

const audit = (): Promise<TokenAudit> => {
  const { rpcUrl, programAddress } = tribe.config();
  return auditToken({ rpcUrl, program: programAddress, tokenId: profile.tokenId, mint });
};

const wholeHistory = async (person: Person): Promise<readonly ChatMessage[]> => {
  let messages: readonly ChatMessage[] = [];
  for (;;) {
    const beforeSeq = messages[0]?.seq;
    const page = await person.api(routes.chat.messages, { query: { mint, limit: 100, beforeSeq } });
    messages = [...page.messages, ...messages];
    if (!page.hasMore) return messages;
  }
};

const expectTradesStored = async ({ events, faults }: TokenAudit): Promise<void> => {
  expect(faults).toEqual([]);
  const connection = new Connection(tribe.config().rpcUrl, "confirmed");
  const confirmed = witness.trades.filter(({ receipt }) => receipt.outcome === "succeeded");
  for (const { person, side, receipt } of confirmed) {
    const matching = events.filter((event) => event.signature === receipt.signature);
    expect(matching.map((event) => event.kind)).toEqual([side === "buy" ? "tokenBought" : "tokenSold"]);
    expect(matching[0]).toMatchObject({ trader: person.address });
    const { value } = await connection.getSignatureStatus(receipt.signature ?? "", { searchTransactionHistory: true });
    expect(value?.err).toBeNull();
  }
  // The client that made the trades knows each trade on chain: none was executed twice.
  const known = new Set(confirmed.map(({ receipt }) => receipt.signature));
  const streamed = events.filter((event) => event.kind === "tokenBought" || event.kind === "tokenSold").slice(3);
  expect(streamed.filter((event) => !known.has(event.signature))).toEqual([]);
};

const expectIndexed = async ({ events }: TokenAudit): Promise<void> => {
  const [reader] = people;
  const onChain = events.flatMap((event) =>
    event.kind === "tokenBought" || event.kind === "tokenSold" ? [event.signature] : [],
  );
  await expect
    .poll(
      async () => {
        const known = new Set<string>();
        for (let offset = 0; ; offset += 500) {
          const page = (await reader?.api(routes.market.history, { query: { mint, offset, limit: 500 } })) ?? [];
          for (const { signature } of page) known.add(signature);
          if (page.length < 500) return [...known].sort();
        }
      },
      { interval: 250 },
    )
    .toEqual([...new Set(onChain)].sort());
};

const expectMessagesStored = async (): Promise<void> => {
  for (const person of people) {
    const history = await wholeHistory(person);
    // The channel's sequence also counts other changes; messages have their own numbers.
    expect(history.map(({ number }) => number)).toEqual(history.map((_, index) => index + 1));
    expect(history.map(({ seq }) => seq)).toEqual(history.map(({ seq }) => seq).toSorted((a, b) => a - b));
    for (const { clientId, seq, text } of witness.messages)
      expect(history.filter((message) => message.clientId === clientId)).toMatchObject([{ seq, text }]);
    expect(history).toHaveLength(witness.messages.length);
  }
  expect(chats.flatMap((chat) => chat.faults)).toEqual([]);
};

/** Declares a test for each of so many kills at random moments of trades and messages, which continue one another. */
export const crashes = (kills: number): void => {
  beforeAll(async () => {
    process.stdout.write(`crash test: TRIBE_SEED=${seed}\n`);
    tribe = await startTribe();
    people = await Promise.all([0, 1, 2].map((index) => createTrader(tribe.appUrl, `crash_${index}`, 180_000)));
    mint = await gather(people);
    const [chief] = people;
    if (!chief) throw new Error("nobody signed up");
    profile = await chief.api(routes.market.profile, { query: { mint } });
    chats = await Promise.all(people.map((person) => person.openChat(mint)));
  });
  beforeEach(() => onTestFailed(() => void process.stdout.write(tribe.output().slice(-6_000))));
  afterAll(async () => {
    await Promise.all((chats ?? []).map((chat) => chat.close()));
    await tribe?.stop();
  });

  it.each(Array.from({ length: kills }, (_, index) => index + 1))(
    "neither loses nor duplicates a confirmed trade or an acknowledged message at kill %i",
    async (number) => {
      const moment = await crashOnce();
      process.stdout.write(
        `kill ${number} after ${moment} ms; ready again in ${Math.round(tribe.startMs)} ms; ` +
          `${witness.trades.length} trades, ${witness.messages.length} messages\n`,
      );
      const found = await audit();
      await expectTradesStored(found);
      await expectIndexed(found);
      await expectMessagesStored();
    },
  );
};
