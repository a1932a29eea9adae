import { mkdir, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { ApiError, type ChatMessage, type Mint, routes, type ServerFrame, type TokenProfile } from "@tribe/contract";
import { createPerson, type Person } from "@tribe/devkit";
import { plainTextOf } from "@tribe/domain/markup";
import { formatAmount } from "@tribe/domain/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sol, tokens } from "../support/people/people.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";
import { seededRandom, seedOfRun } from "../support/random.ts";

// An evening of twelve people with habits of their own, in one Tribe: they talk, share, leave, come back, and the Chief goes live.
// What one of them saw is written down as a story (e2e/artifacts/evening.md), to be read.

/** Turns of the evening; each is a minute of theirs, and as long as their own pace makes it. */
const minutes = 60;
/** Between two turns, in ms: nobody's clock is moved, people only talk faster. */
const pauseMs = 700;

type Habit = "talks" | "asks" | "trades" | "leaves" | "reads" | "shares" | "likes" | "comesLate";
const cast: readonly (readonly [name: string, habit: Habit])[] = [
  ["Noor Haddad", "reads"],
  ["Ada Okafor", "talks"],
  ["Ben Lindqvist", "asks"],
  ["Cleo Brandt", "trades"],
  ["Dex Ward", "leaves"],
  ["Elif Kaya", "talks"],
  ["Fay Moreau", "shares"],
  ["Gus Pereira", "comesLate"],
  ["Hana Sato", "likes"],
  ["Ivo Horvat", "asks"],
  ["Jun Park", "trades"],
];
const remarks = [
  "The kiln is at **1,180** now, slower than last week",
  "I'd leave the door shut until it's below 300",
  "*Slow* cooling, or the glaze crawls again",
  "What about the blue one? ||it cracked||",
  "Anybody up for Sunday? I have the van until six",
  "> slower than last week\nmine too, it's the damp wood",
  "`cone 6` reads as 1,222 here",
  "Good light tonight",
  "I'll bring bread",
  "That's the best one so far",
];
const questions = [
  "How long do you soak it?",
  "Is the clay from the river?",
  "Who has the small cones?",
  "Friday still on?",
];
const links = [
  "https://en.wikipedia.org/wiki/Raku_ware",
  "notes on ash glazes: https://glazy.org",
  "my list: celadon.example/list",
];

interface Guest {
  readonly name: string;
  readonly habit: Habit;
  readonly person: Person;
  chat: Awaited<ReturnType<Person["openChat"]>> | null;
  isIn: boolean;
}

let tribe: Tribe;
beforeAll(async () => {
  tribe = await startTribe();
}, 400_000);
afterAll(() => tribe?.stop());

it("is an evening of which one person's log is whole, in order, and reads as it was", async () => {
  const seed = seedOfRun();
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[random.between(0, from.length - 1)] ?? (from[0] as T); // none is empty
  const { appUrl } = tribe;
  const arrive = async (name: string): Promise<Person> => {
    const person = await createPerson({ appUrl });
    await person.connectX({ name, username: `eve_${name.split(" ")[0]?.toLowerCase()}` });
    await person.fundByAirdrop(sol(20));
    return person;
  };
  const chief = await arrive("Mara Ember");
  const mint = await chief.createTribe(tokens(1));
  const guests: Guest[] = [];
  for (const [name, habit] of cast) guests.push({ name, habit, person: await arrive(name), chat: null, isIn: false });
  const [noor] = guests;
  if (!noor) throw new Error("the evening has nobody who writes it down");

  let minute = 0;
  const story: string[] = [];
  const note = (line: string): void =>
    void story.push(`- **21:${String(minute).padStart(2, "0")}** ${line.replaceAll("\n", " / ")}`);
  const received: ChatMessage[] = [];
  const frame = (of: ServerFrame): void => noteFrame(of, { mint, note, received });

  const enter = async (guest: Guest, amount: number): Promise<void> => {
    await guest.person.trade(mint, { side: "buy", tokens: tokens(amount) });
    await guest.person.join(mint);
    guest.isIn = true;
    guest.chat = await guest.person.openChat(mint, guest === noor ? { onFrame: frame } : {});
  };
  const leave = async (guest: Guest): Promise<void> => {
    await guest.person.trade(mint, { side: "sell", tokens: tokens(11) });
    guest.isIn = false;
    await guest.chat?.close().catch(() => undefined);
    guest.chat = null;
  };
  const send = async (guest: Guest, text: string, replyTo: ChatMessage | null = null): Promise<void> => {
    // Newcomers may share little in their first hour: being refused is a part of the evening.
    await guest.chat?.send(text, undefined, { replyTo: replyTo?.id ?? null }).catch((error: unknown) => {
      if (guest === noor)
        note(`(my message was refused: ${error instanceof ApiError ? error.message : String(error)})`);
    });
  };
  for (const guest of guests) if (guest.habit !== "comesLate") await enter(guest, 12 + random.between(0, 6));
  const hosts = await chief.openChat(mint);
  await hosts.send("The fire is lit. Pull up a chair, everybody");

  /** What somebody does in a minute, by habit; most of the time nothing. */
  const turn = async (guest: Guest): Promise<void> => {
    const last = noor.chat?.messages.at(-1) ?? null;
    switch (guest.habit) {
      case "talks":
        if (random.between(1, 4) === 1) await send(guest, pick(remarks));
        return;
      case "asks":
        if (random.between(1, 9) === 1) await send(guest, pick(questions), random.between(1, 2) === 1 ? last : null);
        return;
      case "shares":
        if (random.between(1, 14) === 1) await send(guest, pick(links));
        return;
      case "likes":
        if (last && random.between(1, 3) === 1)
          await guest.person
            .api(routes.chat.react, { body: { mint, messageId: last.id, kind: "like" } })
            .catch(() => undefined);
        return;
      case "trades":
        if (random.between(1, 12) === 1)
          await guest.person
            .trade(
              mint,
              random.between(1, 2) === 1 ? { side: "buy", tokens: tokens(2) } : { side: "sell", tokens: tokens(1) },
            )
            .catch(() => undefined);
        return;
      case "leaves":
        if (minute === 15 || minute === 40) await leave(guest);
        if (minute === 25 || minute === 50) {
          await enter(guest, 14);
          await send(guest, "Back again. What did I miss?");
        }
        return;
      case "comesLate":
        if (minute === 20) {
          await enter(guest, 20);
          await send(guest, "Late, sorry. The tram");
        }
        return;
      case "reads":
        if (minute === 33) await send(guest, "I've been reading along. It's good here", last);
        return;
    }
  };
  for (minute = 0; minute < minutes; minute += 1) {
    if (minute === 30) await chief.api(routes.live.start, { body: { mint, title: "The kiln, opened" } });
    if (minute === 5) await hosts.send("Tonight: the kiln. We open it at half past");
    if (minute === 55) await hosts.send("That's it for tonight. Thank you all");
    for (const guest of guests) if (guest.isIn || ["comesLate", "leaves"].includes(guest.habit)) await turn(guest);
    await wait(pauseMs);
  }

  const { notices } = await noor.person.api(routes.notifications.list, { query: { limit: 30 } });
  const seats = await noor.person.api(routes.chat.seatNotes, { query: { mint, limit: 100 } });
  const profile: TokenProfile = await noor.person.api(routes.market.profile, { query: { mint } });
  await mkdir("e2e/artifacts", { recursive: true });
  await writeFile(
    "e2e/artifacts/evening.md",
    [
      `# An evening at Mara Ember's, as Noor Haddad saw it (seed ${seed})`,
      story.join("\n"),
      `## Her notices\n${notices.map((notice) => `- ${JSON.stringify(notice)}`).join("\n")}`,
      `## Seats, as her chat tells them\n${seats.notes.map((note) => `- ${JSON.stringify(note)}`).join("\n")}`,
      `## In the end\n${profile.memberCount} of ${profile.groupSize} seats, ${formatAmount(profile.price, { significant: 4 })} SOL each`,
    ].join("\n\n"),
  );

  // Her stream has neither gaps nor repetitions, and the log is what the server has.
  expect(noor.chat?.faults).toEqual([]);
  const history: ChatMessage[] = [];
  for (let before: ChatMessage["seq"] | undefined; ; ) {
    const page = await noor.person.api(routes.chat.messages, {
      query: { mint, limit: 100, ...(before === undefined ? {} : { beforeSeq: before }) },
    });
    history.unshift(...page.messages);
    before = page.messages[0]?.seq;
    if (!page.hasMore || before === undefined) break;
  }
  const since = received[0]?.seq ?? 0;
  expect(received.map(({ id }) => id)).toEqual(history.filter(({ seq }) => seq >= since).map(({ id }) => id));
  for (const { chat } of guests) await chat?.close();
  await hosts.close();
}, 900_000);

/** A line of the log for what a person's page shows. */
const noteFrame = (
  frame: ServerFrame,
  {
    mint,
    note,
    received,
  }: { readonly mint: Mint; readonly note: (line: string) => void; readonly received: ChatMessage[] },
): void => {
  switch (frame.type) {
    case "message": {
      const { message } = frame;
      received.push(message);
      const answers = message.replyTo ? ` (to ${message.replyTo.author.displayName}: “${message.replyTo.text}”)` : "";
      note(`${message.author.displayName}${answers}: ${plainTextOf(message.text)}`);
      return;
    }
    case "change":
      note(`_${frame.change.kind}_ ${JSON.stringify(frame.change)}`);
      return;
    case "membership":
      note(`_my seat_: ${frame.state}${frame.reason ? ` (${frame.reason})` : ""}`);
      return;
    case "members":
      note(`_${frame.memberCount} seats taken_`);
      return;
    case "trade":
      if (frame.mint === mint)
        note(
          `_trade_ ${JSON.stringify({ ...frame.trade, price: formatAmount(frame.price, { significant: 4 }) }, (_, value) => (typeof value === "bigint" ? String(value) : value))}`,
        );
      return;
    case "liveNow":
      note(frame.live ? `_live_: ${frame.live.title}, ${frame.live.viewers} there` : "_the live is over_");
      return;
    case "notifications":
      note(`_${frame.unread} unread notices_`);
      return;
    default:
      return;
  }
};
