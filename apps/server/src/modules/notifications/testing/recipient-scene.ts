import { createECDH, randomBytes } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import {
  type Address,
  lamports,
  type Mint,
  type NotificationSettingsChange,
  tokenUnits,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import type { TestApp } from "../../../testing/start-test-app.ts";
import { blocks } from "../../account/schema.ts";
import { devices, people, sessions } from "../../identity/schema.ts";
import { recordObservedBalances } from "../../indexer/intake/intake.ts";
import { type IndexedPerson, newIndexedPerson, newIndexedTribe } from "../../indexer/testing/indexed-tribe.ts";
import { seats } from "../../membership/schema.ts";
import { subscribe } from "../push/subscriptions.ts";
import { changeSettings } from "../settings.ts";
import { setAlarm } from "../store/alarms.ts";
import { stopMails } from "../store/mail-stops.ts";
import {
  type ChoicesTried,
  choiceOf,
  choicesTriedIn,
  type NoticeEvent,
  needsSeat,
  type State,
  type Switch,
  states,
} from "./recipient-table.ts";

/** One person for each choice and state. */
export interface Cell {
  readonly uid: Uid;
  readonly email: string;
  readonly address: Address;
  readonly choice: string;
  readonly state: State;
  /** The Tribe whose Chief they are. */
  readonly own: Mint;
}

/** Everybody who may be notified of something, and where it happens. */
export interface RecipientScene {
  readonly ctx: AppContext;
  /** Who does everything that the others are notified of. */
  readonly author: IndexedPerson;
  readonly cells: readonly Cell[];
  readonly newTribe: Mint;
  inState(state: State): readonly Cell[];
  /** The Tribe in which something happens to those of one state. */
  placeOf(event: NoticeEvent, state: State): Mint;
  transact<Answer>(run: (tx: Executor) => Promise<Answer>): Promise<Answer>;
  /** The owners hold so many whole tokens of a Tribe from now on. */
  setHoldings(tx: Executor, held: readonly Holding[], whole: bigint): Promise<unknown>;
}

interface Holding {
  readonly mint: Mint;
  readonly owner: Address;
}

const hourMs = 3_600_000;
const newAddress = (): Address => getBase58Decoder().decode(randomBytes(32)) as Address; // 32 bytes are an address

/** Where those of each state have a seat; each state has Tribes of its own. */
const seatedIn: readonly NoticeEvent[] = [...needsSeat, "a lost seat", "a block by a Chief"];

/** Has everybody come: with what they chose, where they sit and how things stand with them. */
export const enterRecipientScene = async (app: TestApp, tried: ChoicesTried): Promise<RecipientScene> => {
  const { ctx } = app;
  const author = await newIndexedPerson(app);
  const places = new Map<string, Mint>();
  for (const state of states)
    for (const event of seatedIn)
      places.set(`${event} ${state}`, await newIndexedTribe(app, author.person.address, 24));
  const newTribe = await newIndexedTribe(app, author.person.address);
  const strangers = states.flatMap((state, place) =>
    choicesTriedIn(state, tried).map((choice, index) => {
      const uid = `cell-${place}-${index}-${randomBytes(4).toString("hex")}` as Uid; // of a form that no real one has
      return { uid, email: `${uid}@example.test`, address: newAddress(), choice, state };
    }),
  );
  await insertMany(
    ctx.db,
    people,
    strangers.map(({ uid, email, address }) => ({ uid, email, address, displayName: uid })),
  );
  const cells: Cell[] = [];
  for (const one of strangers) cells.push({ ...one, own: await newIndexedTribe(app, one.address) });
  let version = 1;
  const scene: RecipientScene = {
    ctx,
    author,
    cells,
    newTribe,
    inState: (state) => cells.filter((cell) => cell.state === state),
    placeOf: (event, state) => {
      const mint = places.get(`${event} ${state}`);
      if (!mint) throw new Error(`nothing happens as ${event}`);
      return mint;
    },
    transact: (run) => ctx.db.transaction(run),
    setHoldings: (tx, held, whole) => {
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
    },
  };
  await seatAll(scene);
  await signInAll(scene);
  await setUpStates(scene);
  return scene;
};

const seatAll = async ({ ctx, author, cells, placeOf, transact, setHoldings }: RecipientScene): Promise<void> => {
  const now = new Date(ctx.now());
  const sitting = cells.flatMap(({ uid, address, state, own }, index) => [
    ...seatedIn.map((event) => ({ mint: placeOf(event, state), uid, address, order: index + 1 })),
    { mint: own, uid: author.person.uid, address: author.person.address, order: 1 },
  ]);
  const held = sitting.map(({ mint, address }) => ({ mint, owner: address }));
  await transact((tx) => setHoldings(tx, held, 20n));
  await insertMany(
    ctx.db,
    seats,
    sitting.map(({ mint, uid, address, order }) => ({
      mint,
      uid,
      address,
      joinOrder: order,
      state: "active" as const,
      joinedAt: now,
      changedAt: now,
      holding: tokenUnits(20n * unitsPerToken),
    })),
  );
};

/** Everybody has one browser, with pushes but for those who have none. */
const signInAll = async ({ ctx, cells, transact }: RecipientScene): Promise<void> => {
  const lifeMs = (state: State) =>
    state === "was not here for so long that the session ran out" ? -hourMs : 24 * 30 * hourMs;
  await insertMany(
    ctx.db,
    devices,
    cells.map(({ uid }) => ({ id: `device-${uid}`, secret: Buffer.alloc(32) })),
  );
  await insertMany(
    ctx.db,
    sessions,
    cells.map(({ uid, state }) => ({
      id: `session-${uid}`,
      uid,
      deviceId: `device-${uid}`,
      secret: Buffer.alloc(32),
      accessTokenHash: randomBytes(32),
      cookieHash: randomBytes(32),
      expiresAt: new Date(ctx.now() + lifeMs(state)),
    })),
  );
  const keys = { p256dh: createECDH("prime256v1").generateKeys("base64"), auth: randomBytes(16).toString("base64") };
  await transact(async (tx) => {
    for (const { uid, state } of cells) {
      if (state === "has no pushes") continue;
      const endpoint = `https://push.example/${uid}${state === "has a browser that ended its subscription" ? "/gone" : ""}`;
      await subscribe(ctx, tx, { uid, sessionId: `session-${uid}`, userAgent: "" }, { endpoint, keys });
    }
  });
};

const setUpStates = async (scene: RecipientScene): Promise<void> => {
  const { ctx, author, cells, newTribe, inState, placeOf, transact } = scene;
  const now = new Date(ctx.now());
  await transact(async (tx) => {
    for (const cell of cells) await choose(tx, scene, cell);
    // Each has set one about the price of their own Tribe.
    const alarm = { spare: null, priceAbove: lamports(1n), priceBelow: null };
    for (const { uid, own: mint } of cells)
      await setAlarm(tx, { mint, uid }, alarm, { spare: true, above: true, below: true }, now);
    for (const { uid } of inState("signed out"))
      await tx.execute(sql`delete from sessions where id = ${`session-${uid}`}`);
    const emails = (state: State) => inState(state).map(({ email }) => email);
    await stopMails(tx, emails("has a mailbox that is gone"), "bounce", now);
    await stopMails(tx, emails("called our mails spam"), "complaint", now);
    const blocking = inState("had blocked who did it");
    await insertMany(
      tx,
      blocks,
      blocking.map(({ uid }) => ({ uid, blockedUid: author.person.uid })),
    );
  });
  const lookAt = async ({ uid }: Cell, routes: readonly string[]): Promise<void> => {
    await ctx.db.execute(sql`
      insert into visible_routes (node, connection, uid, routes, seen_at)
      values ('node', ${uid}, ${uid}, ${JSON.stringify(routes)}::jsonb, now() + interval '1 day')`);
  };
  const pagesOf = ({ state, own }: Cell): readonly string[] => [
    ...needsSeat.map((event) => `/chat/${placeOf(event, state)}`),
    `/chat/${own}`,
    ...(["a lost seat", "a block by a Chief"] as const).map((event) => `/token/${placeOf(event, state)}`),
    ...[`/token/${newTribe}`, "/you", "/wallet"],
  ];
  for (const cell of inState("looks at it")) await lookAt(cell, pagesOf(cell));
  for (const cell of inState("looks at another page")) await lookAt(cell, ["/leaderboard"]);
};

/** The switches as the settings page sends them, with the hours of this table: all in UTC, the digest in two hours. */
const choose = async (
  tx: Executor,
  { ctx, placeOf }: RecipientScene,
  { uid, choice: name, state, own }: Cell,
): Promise<void> => {
  const choice = choiceOf(name);
  const now = new Date(ctx.now());
  const on = (which: Switch): boolean => choice.on.includes(which);
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
  const { chats } = choice;
  const chatPlaces = [...needsSeat.map((event) => placeOf(event, state)), own];
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
