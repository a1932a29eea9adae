import { createECDH, randomBytes } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import {
  type Address,
  airdropState,
  type MessageId,
  type Mint,
  type NotificationSettingsChange,
  tokenUnits,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { insertMany } from "../../db/insert-many.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { startJobRunner } from "../../engines/jobs/graphile.ts";
import type { MailMessage } from "../../engines/mail/port.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { blocks } from "../account/schema.ts";
import { airdropEntries, airdropTasks } from "../airdrop/schema.ts";
import { deleteMessage } from "../chat/delete-message.ts";
import { appendMessages } from "../chat/index.ts";
import { lockMessage } from "../chat/lock-message.ts";
import { setReaction } from "../chat/reactions.ts";
import { messages } from "../chat/schema.ts";
import { forgetPerson } from "../identity/index.ts";
import { devices, people, sessions } from "../identity/schema.ts";
import { recordObservedBalances } from "../indexer/intake/intake.ts";
import { type IndexedPerson, newIndexedPerson, newIndexedTribe } from "../indexer/testing/indexed-tribe.ts";
import { blockMember, leaveTribes, unblockMember } from "../membership/index.ts";
import { seats } from "../membership/schema.ts";
import { forgetNotices } from "./forget-notices.ts";
import { noticeMailJob } from "./mail/notice-mail-job.ts";
import { stopMails } from "./mail/stops.ts";
import { fanOutJob } from "./planning/fan-out-job.ts";
import { noticePlanner, planSome } from "./planning/planner.ts";
import { presentNotices } from "./present.ts";
import { pushJob } from "./push/push-job.ts";
import { subscribe } from "./push/subscriptions.ts";
import { notices as noticeTable } from "./schema.ts";
import { changeSettings } from "./settings.ts";

// What happens × what somebody chose × how things stand with them, each cell with what comes of it in the list, as a push
// and as a mail. What is expected stands in the three tables below, which know nothing of how it is done.

/** All that somebody can be told of. */
const happenings = [
  "a message where they have a seat",
  "a message in their own Tribe",
  "an answer",
  "a reaction",
  "a lost seat",
  "a block by a Chief",
  "a new Tribe",
  "an announcement",
  "a mailed announcement",
  "an airdrop",
] as const;
type Happening = (typeof happenings)[number];

/** Of whom it tells the person: what is said in a chat goes with the seat, and with whom one wants to hear. */
const saidInChats: readonly Happening[] = happenings.slice(0, 4);
const needsSeat: readonly Happening[] = ["a message where they have a seat", "an answer", "a reaction"];
const canBeTakenBack: readonly Happening[] = happenings.slice(0, 6);

type Switch =
  | "chats of others"
  | "the own chat"
  | "lost seats"
  | "new Tribes"
  | "airdrops"
  | "mails of lost seats"
  | "mails of announcements";
const switches: readonly Switch[] = [
  ...(["chats of others", "the own chat", "lost seats", "new Tribes", "airdrops"] as const),
  ...(["mails of lost seats", "mails of announcements"] as const),
];

/** The one switch of each way; `always` has none, `never` is a way that it does not go. */
const ways: Record<Happening, { readonly push: Switch | "always"; readonly mail: Switch | "never" }> = {
  "a message where they have a seat": { push: "chats of others", mail: "never" },
  "a message in their own Tribe": { push: "the own chat", mail: "never" },
  "an answer": { push: "chats of others", mail: "never" },
  "a reaction": { push: "chats of others", mail: "never" },
  "a lost seat": { push: "lost seats", mail: "mails of lost seats" },
  "a block by a Chief": { push: "lost seats", mail: "never" },
  "a new Tribe": { push: "new Tribes", mail: "never" },
  "an announcement": { push: "always", mail: "never" },
  "a mailed announcement": { push: "always", mail: "mails of announcements" },
  "an airdrop": { push: "airdrops", mail: "never" },
};

interface Choice {
  readonly on: readonly Switch[];
  readonly chats?: "replies" | "mute";
  readonly isQuiet?: boolean;
  /** Of who never chose anything. */
  readonly isDefault?: boolean;
}
const allBut = (off: Switch): Choice => ({ on: switches.filter((each) => each !== off) });
const choices: Readonly<Record<string, Choice>> = {
  "nothing chosen": { on: switches.filter((each) => each !== "new Tribes"), isDefault: true },
  "all on": { on: switches },
  "all off": { on: [] },
  "all on, chats muted": { on: switches, chats: "mute" },
  "all on, replies alone": { on: switches, chats: "replies" },
  "all on, quiet hours": { on: switches, isQuiet: true },
  ...Object.fromEntries(switches.map((each) => [`all on but ${each}`, allBut(each)])),
};
/** These meet every state; the others differ from them by one switch. */
const broadChoices = Object.keys(choices).slice(0, 6);

interface Outcome {
  readonly list: "absent" | "unread" | "read";
  /** `later`: within three hours, when quiet hours are over or the digest is due. */
  readonly push: "never" | "now" | "later";
  readonly mail: boolean;
}
const nothing: Outcome = { list: "absent", push: "never", mail: false };
const noPush = (outcome: Outcome): Outcome => ({ ...outcome, push: "never" });
const noMail = (outcome: Outcome): Outcome => ({ ...outcome, mail: false });
const nothingOf =
  (of: readonly Happening[]) =>
  (outcome: Outcome, happening: Happening): Outcome =>
    of.includes(happening) ? nothing : outcome;

/** How things stand with somebody, and what that changes of what they chose. */
const states: Readonly<Record<string, (outcome: Outcome, happening: Happening) => Outcome>> = {
  "is away": (outcome) => outcome,
  "looks at another page": (outcome) => outcome,
  "looks at it": (outcome, happening) => {
    if (happening === "a message where they have a seat" || happening === "a message in their own Tribe")
      return nothing;
    const isSeen = happening === "an answer" || happening === "a reaction";
    return noPush(isSeen && outcome.list === "unread" ? { ...outcome, list: "read" } : outcome);
  },
  "has no pushes": noPush,
  "has a browser that ended its subscription": noPush,
  "signed out": noPush,
  "was not here for so long that the session ran out": noPush,
  "has a mailbox that is gone": noMail,
  "called our mails spam": noMail,
  "reads it before its turn": (outcome) =>
    noMail(noPush(outcome.list === "unread" ? { ...outcome, list: "read" } : outcome)),
  "has it taken back before its turn": nothingOf(canBeTakenBack),
  "loses the seat before its turn": nothingOf(needsSeat),
  "is blocked by the Chief before its turn": nothingOf(needsSeat),
  "had blocked who did it": nothingOf([...saidInChats, "a new Tribe"]),
  "blocks who did it before its turn": nothingOf(saidInChats),
  "hears four days late, after an outage": (outcome) => noMail(noPush(outcome)),
  "had ended the account": () => nothing,
};

/** What comes of one cell of the table. */
const expectedOf = (happening: Happening, choice: Choice, state: string): Outcome => {
  const { push, mail } = ways[happening];
  const isOn = (which: Switch | "always" | "never"): boolean =>
    which === "always" || (which !== "never" && choice.on.includes(which));
  const isSilent =
    (choice.chats === "mute" && saidInChats.includes(happening)) ||
    (choice.chats === "replies" && saidInChats.includes(happening) && happening !== "an answer") ||
    // Nobody asked for news of strangers.
    (happening === "a new Tribe" && !isOn("new Tribes"));
  const outcome: Outcome = isSilent
    ? nothing
    : {
        list: "unread",
        push: !isOn(push) ? "never" : choice.isQuiet || happening === "a new Tribe" ? "later" : "now",
        mail: isOn(mail),
      };
  return states[state]?.(outcome, happening) ?? outcome;
};

/** Every choice against every state is for `npm run test:long`. */
const isWhole = process.env.TRIBE_LONG === "1";
interface Cell {
  readonly uid: Uid;
  readonly email: string;
  readonly address: Address;
  readonly choice: string;
  readonly state: string;
  /** The Tribe whose Chief they are. */
  own: Mint | null;
}

const hourMs = 3_600_000;
const newAddress = (): Address => getBase58Decoder().decode(randomBytes(32)) as Address; // 32 bytes are an address
const cells: readonly Cell[] = Object.keys(states).flatMap((state) =>
  Object.keys(choices)
    .filter((choice) => isWhole || state === "is away" || broadChoices.includes(choice))
    .map((choice, index) => {
      const uid = `cell-${Object.keys(states).indexOf(state)}-${index}-${randomBytes(4).toString("hex")}` as Uid;
      return { uid, email: `${uid}@example.test`, address: newAddress(), choice, state, own: null };
    }),
);
const inState = (state: string): readonly Cell[] => cells.filter((cell) => cell.state === state);

let app: TestApp;
let ctx: AppContext;
let author: IndexedPerson;
/** The Tribe in which something happens to those of one state. */
const places = new Map<string, Mint>();
const place = (happening: Happening, state: string): Mint => {
  const mint = places.get(`${happening} ${state}`);
  if (!mint) throw new Error(`nothing happens as ${happening}`);
  return mint;
};
/** Numbers of the messages that answer, or that were reacted to, by the person. */
const numbers = new Map<string, number>();
let newTribe: Mint;
let airdropId = "";
const texts = { "an announcement": "We have moved", "a mailed announcement": "We move on Sunday" } as const;
const pushed: { readonly browser: string; readonly tag: string }[] = [];
let pushedAtFirst = 0;
const mails: MailMessage[] = [];

beforeAll(async () => {
  app = await startTestApp({
    push: {
      applicationServerKey: "key",
      isUsable: () => true,
      send: async ({ endpoint }, { payload }) => {
        if (endpoint.endsWith("/gone")) return { kind: "gone", status: 410 };
        pushed.push({ browser: new URL(endpoint).pathname.slice(1), tag: JSON.parse(payload).tag });
        return { kind: "sent", status: 201 };
      },
      close: () => undefined,
    },
    mail: {
      send: async (message) => {
        mails.push(message);
        // Sign-in codes are read there.
        app.mails.push(message);
      },
      close: () => undefined,
    },
  });
  ctx = app.ctx;
  author = await newIndexedPerson(app);
  await settle();
  await (await noticePlanner.start(ctx)).stop();
  await happen();
  await plan();
  await work([fanOutJob]);
  await changeBeforeItsTurn();
  await plan();
  await work([pushJob, noticeMailJob]);
  pushedAtFirst = pushed.length;
  app.clock.offset = 3 * hourMs;
  await ctx.db.execute(sql`
    update graphile_worker._private_jobs set run_at = now() where run_at <= now() + interval '3 hours'`);
  await work([pushJob, noticeMailJob]);
}, 600_000);
afterAll(() => app?.stop());

/** Runs the jobs that are due to their end. */
const work = async (jobs: Parameters<typeof startJobRunner>[1]): Promise<void> => {
  const names = sql.join(
    jobs.map(({ name }) => sql`${name}`),
    sql`, `,
  );
  const runner = await startJobRunner(ctx, jobs);
  const due = async () =>
    (
      await ctx.db.execute(sql`
        select from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
        where task.identifier in (${names}) and job.run_at <= now()`)
    ).rows.length;
  try {
    await vi.waitFor(async () => expect(await due()).toBe(0), { timeout: 300_000, interval: 50 });
  } finally {
    await runner.stop();
  }
};
const plan = async (): Promise<void> => {
  while ((await planSome(ctx)) > 0);
};
const together = <Answer>(run: (tx: Executor) => Promise<Answer>): Promise<Answer> => ctx.db.transaction(run);

let version = 1;
/** The owners hold so many whole tokens of a Tribe from now on. */
const hold = (tx: Executor, held: readonly { readonly mint: Mint; readonly owner: Address }[], whole: bigint) => {
  version += 1;
  return recordObservedBalances(
    tx,
    held.map(({ mint, owner }) => ({
      account: `${mint.slice(0, 16)}${owner.slice(0, 16)}` as Address, // one account for each of the two
      mint,
      owner,
      amount: tokenUnits(whole * unitsPerToken),
      version,
    })),
  );
};

/** Everybody with what they chose, where they sit and how things stand with them. */
const settle = async (): Promise<void> => {
  const now = new Date(ctx.now());
  const { db } = ctx;
  await insertMany(
    db,
    people,
    cells.map(({ uid, email, address }) => ({ uid, email, address, displayName: uid })),
  );
  const inPlaces: readonly Happening[] = [...needsSeat, "a lost seat", "a block by a Chief"];
  for (const state of Object.keys(states))
    for (const happening of inPlaces)
      places.set(`${happening} ${state}`, await newIndexedTribe(app, author.person.address, 24));
  newTribe = await newIndexedTribe(app, author.person.address);
  for (const cell of cells) cell.own = await newIndexedTribe(app, cell.address);
  const sitting = cells.flatMap(({ uid, address, state, own }, index) => [
    ...inPlaces.map((happening) => ({ mint: place(happening, state), uid, address, order: index + 1 })),
    ...(own ? [{ mint: own, uid: author.person.uid, address: author.person.address, order: 1 }] : []),
  ]);
  await together((tx) =>
    hold(
      tx,
      sitting.map(({ mint, address }) => ({ mint, owner: address })),
      20n,
    ),
  );
  await insertMany(
    db,
    seats,
    sitting.map(({ mint, uid, address, order }) => ({
      ...{ mint, uid, address, joinOrder: order, state: "active" as const, joinedAt: now, changedAt: now },
      holding: tokenUnits(20n * unitsPerToken),
    })),
  );
  await insertMany(
    db,
    devices,
    cells.map(({ uid }) => ({ id: `device-${uid}`, secret: Buffer.alloc(32) })),
  );
  await insertMany(
    db,
    sessions,
    cells.map(({ uid, state }) => ({
      ...{ id: `session-${uid}`, uid, deviceId: `device-${uid}`, secret: Buffer.alloc(32) },
      ...{ accessTokenHash: randomBytes(32), cookieHash: randomBytes(32) },
      expiresAt: new Date(ctx.now() + (state.includes("ran out") ? -1 : 24 * 30) * hourMs),
    })),
  );
  await together(async (tx) => {
    const keys = { p256dh: createECDH("prime256v1").generateKeys("base64"), auth: randomBytes(16).toString("base64") };
    for (const { uid, state } of cells) {
      if (state === "has no pushes") continue;
      const endpoint = `https://push.example/${uid}${state.includes("ended its") ? "/gone" : ""}`;
      await subscribe(ctx, tx, { uid, sessionId: `session-${uid}`, userAgent: "" }, { endpoint, keys });
    }
    for (const cell of cells) await choose(tx, cell, now);
    for (const { uid } of inState("signed out"))
      await tx.execute(sql`delete from sessions where id = ${`session-${uid}`}`);
    const emails = (state: string) => inState(state).map(({ email }) => email);
    await stopMails(tx, emails("has a mailbox that is gone"), "bounce", now);
    await stopMails(tx, emails("called our mails spam"), "complaint", now);
    await insertMany(
      tx,
      blocks,
      inState("had blocked who did it").map(({ uid }) => ({ uid, blockedUid: author.person.uid })),
    );
  });
  for (const cell of inState("looks at it")) await look(cell, pagesOf(cell));
  for (const cell of inState("looks at another page")) await look(cell, ["/leaderboard"]);
};

/** The switches as the settings page sends them, with the hours of this table: all in UTC, the digest in two hours. */
const choose = async (tx: Executor, { uid, choice: name, state, own }: Cell, now: Date): Promise<void> => {
  const choice = choices[name];
  if (!choice) return;
  const on = (which: Switch): boolean => choice.on.includes(which);
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
  const { chats } = choice;
  const chatPlaces = [...needsSeat.map((happening) => place(happening, state)), ...(own ? [own] : [])];
  const change: NotificationSettingsChange = {
    ...(choice.isDefault
      ? {}
      : {
          emailNotification: { insufficientTokensToAccessTribe: on("mails of lost seats") },
          pushNotification: {
            messagesFromMyTribe: on("the own chat"),
            messagesFromOtherTribes: on("chats of others"),
            newTribesCreated: on("new Tribes"),
            insufficientTokensToAccessTribe: on("lost seats"),
            newAirdrop: on("airdrops"),
          },
        }),
    ...(chats ? { tribeSettings: Object.fromEntries(chatPlaces.map((mint) => [mint, chats])) } : {}),
    delivery: {
      ...(choice.isDefault ? {} : { announcementsByMail: on("mails of announcements") }),
      ...(choice.isQuiet ? { quietHours: { from: (minute + 1_380) % 1_440, to: (minute + 120) % 1_440 } } : {}),
      summaryHour: (now.getUTCHours() + 2) % 24,
    },
  };
  await changeSettings(tx, uid, change, now);
};

const pagesOf = ({ state, own }: Cell): readonly string[] => [
  ...needsSeat.map((happening) => `/chat/${place(happening, state)}`),
  `/chat/${own}`,
  ...(["a lost seat", "a block by a Chief"] as const).map((happening) => `/token/${place(happening, state)}`),
  ...[`/token/${newTribe}`, "/you", "/wallet"],
];
const look = async ({ uid }: Cell, routes: readonly string[]): Promise<void> => {
  await ctx.db.execute(sql`
    insert into visible_routes (node, connection, uid, routes, seen_at)
    values ('node', ${uid}, ${uid}, ${JSON.stringify(routes)}::jsonb, now() + interval '1 day')`);
};

type Send = Parameters<typeof appendMessages>[1][number];
/** One person says more here than a person may in a moment. */
const say = async (sends: readonly Pick<Send, "mint" | "uid" | "text" | "replyTo">[]) => {
  const answers: Exclude<Awaited<ReturnType<typeof appendMessages>>[number], Error | null>[] = [];
  for (let from = 0; from < sends.length; from += 5) {
    await ctx.db.execute(sql`delete from message_allowances`);
    const some = sends.slice(from, from + 5).map((send) => ({
      ...send,
      ...{ sessionId: null, clientId: crypto.randomUUID() },
    }));
    for (const answer of await appendMessages(ctx, some)) {
      if (!answer || answer instanceof Error) throw answer ?? new Error("not sent");
      answers.push(answer);
    }
  }
  return answers;
};
/** What the author said: to everybody of a state, in each one's own Tribe, and in answer. */
const said = new Map<string, MessageId>();

/** All that happens, to everybody. */
const happen = async (): Promise<void> => {
  const { uid } = author.person;
  for (const { uid: ended } of inState("had ended the account"))
    await together(async (tx) => {
      await leaveTribes(tx, ended);
      await forgetNotices(tx, ended);
      await forgetPerson(tx, ended);
    });
  const living = cells.filter(({ state }) => state !== "had ended the account");
  // What is answered, and what is reacted to.
  const questions = await say(
    living.map((cell) => ({ mint: place("an answer", cell.state), uid: cell.uid, text: "?" })),
  );
  const claims = await say(living.map((cell) => ({ mint: place("a reaction", cell.state), uid: cell.uid, text: "!" })));
  const firsts = await say(
    Object.keys(states).map((state) => ({
      mint: place("a message where they have a seat", state),
      uid,
      text: "Hello",
    })),
  );
  for (const [index, state] of Object.keys(states).entries()) keep(state, firsts[index]);
  const owns = await say(living.flatMap(({ own }) => (own ? [{ mint: own, uid, text: "Hello, Chief" }] : [])));
  const answers = await say(
    living.map(({ state }, index) => ({
      mint: place("an answer", state),
      uid,
      text: "Yes",
      replyTo: questions[index]?.id ?? null,
    })),
  );
  living.forEach((cell, index) => {
    keep(`own ${cell.uid}`, owns[index]);
    keep(`answer ${cell.uid}`, answers[index]);
    keep(`claim ${cell.uid}`, claims[index]);
  });
  await react(living, true);
  const { rows } = await ctx.db.execute<{ id: MessageId; number: number }>(
    sql`select id, number::int from ${messages}`,
  );
  for (const { id, number } of rows) numbers.set(id, number);
  await together((tx) =>
    hold(
      tx,
      living.map(({ state, address }) => ({ mint: place("a lost seat", state), owner: address })),
      1n,
    ),
  );
  for (const cell of living)
    await together((tx) => blockMember(tx, place("a block by a Chief", cell.state), personOf(cell)));
  await together(async (tx) => {
    await writeEvent(tx, "token.created", { mint: newTribe, signature: "s" });
    await writeEvent(tx, "system.announced", { id: "app", text: texts["an announcement"], route: "/you" });
    await writeEvent(tx, "system.announced", {
      ...{ id: "mail", text: texts["a mailed announcement"], route: "/you", isMailed: true },
    });
    await airdrop(tx);
  });
};

const keep = (name: string, message: { readonly id: MessageId } | undefined): void => {
  if (!message) throw new Error(`${name} was not said`);
  said.set(name, message.id);
};
const saidAs = (name: string): MessageId => {
  const id = said.get(name);
  if (!id) throw new Error(`${name} was not said`);
  return id;
};
const personOf = ({ uid, address }: Cell) => ({ ...author.person, uid, address });

const react = async (to: readonly Cell[], isOn: boolean): Promise<void> => {
  for (const { uid, state } of to)
    await together((tx) =>
      setReaction(
        tx,
        author.person,
        { mint: place("a reaction", state), messageId: saidAs(`claim ${uid}`), kind: "emoji", emoji: "🔥" },
        isOn,
        ctx.now(),
      ),
    );
};

const airdrop = async (tx: Executor): Promise<void> => {
  const { uid, address } = author.person;
  const mint = newTribe;
  const [id, setUpId, closeId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  airdropId = id;
  const [state, amount] = [airdropState.completed, tokenUnits(1_000_000n)];
  await tx.insert(airdropTasks).values({
    ...{ id, uid, mint, creator: address, airdropMint: mint, program: "token", decimals: 6, symbol: "GIFT", amount },
    ...{ options: { toCreator: false, toMembers: true, toHolders: false }, snapshotSlot: 1, snapshotAt: new Date() },
    ...{ membersCount: 1, holdersCount: 1, recipients: cells.length, batchSize: 17, batches: 1, state },
    ...{ listHash: Buffer.alloc(32), makesPool: false, setUpId, closeId },
  });
  await insertMany(
    tx,
    airdropEntries,
    cells.map((cell, index) => ({
      ...{ taskId: id, address: cell.address, isMember: true, weight: tokenUnits(1n), place: index, amount },
    })),
  );
  await writeEvent(tx, "airdrop.changed", { uid, taskId: id, mint, airdropMint: mint, state });
};

/** What comes between the planning and the turn of pushes and mails. */
const changeBeforeItsTurn = async (): Promise<void> => {
  const uids = (state: string) => sql.param(inState(state).map(({ uid }) => uid));
  await ctx.db.execute(sql`update notices set read_at = now() where uid = any(${uids("reads it before its turn")})`);
  await ctx.db.execute(sql`
    update notices set at = at - interval '4 days' where uid = any(${uids("hears four days late, after an outage")})`);

  const taken = "has it taken back before its turn";
  const remove = (mint: Mint, name: string) =>
    together(async (tx) => {
      const { channel, row } = await lockMessage(tx, { mint, messageId: saidAs(name) }, author.person);
      await deleteMessage(ctx, tx, channel, row, "author");
    });
  await remove(place("a message where they have a seat", taken), taken);
  for (const { uid, own } of inState(taken)) {
    if (own) await remove(own, `own ${uid}`);
    await remove(place("an answer", taken), `answer ${uid}`);
  }
  await react(inState(taken), false);
  const owners = (happening: Happening, state: string) =>
    inState(state).map(({ address }) => ({ mint: place(happening, state), owner: address }));
  await together((tx) => hold(tx, owners("a lost seat", taken), 30n));
  for (const cell of inState(taken))
    await together((tx) => unblockMember(tx, place("a block by a Chief", taken), personOf(cell)));

  const leaves = "loses the seat before its turn";
  await together((tx) =>
    hold(
      tx,
      needsSeat.flatMap((happening) => owners(happening, leaves)),
      1n,
    ),
  );
  const banned = "is blocked by the Chief before its turn";
  for (const cell of inState(banned))
    for (const happening of needsSeat)
      await together((tx) => blockMember(tx, place(happening, banned), personOf(cell)));
  await together(async (tx) => {
    for (const { uid } of inState("blocks who did it before its turn")) {
      const pair = { uid, blockedUid: author.person.uid };
      await tx.insert(blocks).values(pair);
      await writeEvent(tx, "account.blocked", pair);
    }
  });
};

/** What a notice of this is stored as: its push has the same tag. */
const keyOf = (happening: Happening, { uid, state, own }: Cell): string => {
  const numbered = (kind: string, name: string) =>
    `${kind}:${place(happening, state)}:${numbers.get(said.get(`${name} ${uid}`) ?? "")}`;
  switch (happening) {
    case "a message where they have a seat":
      return `message:${place(happening, state)}`;
    case "a message in their own Tribe":
      return `message:${own}`;
    case "an answer":
      return numbered("reply", "answer");
    case "a reaction":
      return numbered("reaction", "claim");
    case "a lost seat":
    case "a block by a Chief":
      return `booted:${place(happening, state)}`;
    case "a new Tribe":
      return "created";
    case "an announcement":
      return "system:app";
    case "a mailed announcement":
      return "system:mail";
    case "an airdrop":
      return `airdrop:${airdropId}`;
  }
};
/** What only its mail says. */
const mailMark = (happening: Happening, { state }: Cell): string | null => {
  switch (happening) {
    case "a lost seat":
    case "a block by a Chief":
      return `/token/${place(happening, state)}`;
    case "an announcement":
    case "a mailed announcement":
      return texts[happening];
    default:
      // Never mailed by itself: the mails that came are counted below.
      return null;
  }
};

/** What somebody's list shows. */
const shown = async (state: string): Promise<ReadonlyMap<string, "unread" | "read">> => {
  const uids = inState(state).map(({ uid }) => uid);
  const rows = await ctx.db
    .select()
    .from(noticeTable)
    .where(sql`${noticeTable.uid} = any(${sql.param(uids)})`);
  const ids = new Set((await presentNotices(ctx.ports.people, ctx.db, rows)).map(({ id }) => id));
  return new Map(
    rows
      .filter(({ id }) => ids.has(String(id)))
      .map(({ uid, key, readAt }) => [`${uid} ${key}`, readAt ? "read" : "unread"]),
  );
};
const outcomeOf = (happening: Happening, cell: Cell, list: ReadonlyMap<string, "unread" | "read">): Outcome => {
  const key = keyOf(happening, cell);
  const times = pushed.flatMap(({ browser, tag }, index) => (browser === cell.uid && tag === key ? [index] : []));
  const [first, again] = times;
  if (again !== undefined) throw new Error(`${cell.uid} was pushed ${key} twice`);
  const mark = mailMark(happening, cell);
  return {
    list: list.get(`${cell.uid} ${key}`) ?? "absent",
    push: first === undefined ? "never" : first < pushedAtFirst ? "now" : "later",
    mail: mark !== null && mails.some(({ to, text }) => to === cell.email && text.includes(mark)),
  };
};

describe.each(Object.keys(states))("somebody who %s", (state) => {
  test.each(happenings)("is told of %s as they chose", async (happening) => {
    const list = await shown(state);
    const of = (outcome: (cell: Cell) => Outcome) =>
      Object.fromEntries(inState(state).map((cell) => [cell.choice, outcome(cell)]));
    const expected = of(({ choice }) => expectedOf(happening, choices[choice] ?? { on: [] }, state));
    expect(of((cell) => outcomeOf(happening, cell, list))).toEqual(expected);
  });
});

test("nobody gets another mail than these, nor one twice", () => {
  const got = cells.map(({ email }) => mails.filter(({ to }) => to === email).length);
  const wanted = ({ choice: name, state }: Cell) => {
    const choice = choices[name] ?? { on: [] };
    const ofThese = happenings.filter((happening) => expectedOf(happening, choice, state).mail).length;
    // Who loses the seats in between is told of each.
    const losesMore = state === "loses the seat before its turn" && choice.on.includes("mails of lost seats");
    return ofThese + (losesMore ? needsSeat.length : 0);
  };
  expect(got).toEqual(cells.map(wanted));
  const known = new Set(cells.map(({ email }) => email));
  expect(mails.filter(({ to }) => !known.has(to) && to !== author.email)).toEqual([]);
});
