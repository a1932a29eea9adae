import { writeFile } from "node:fs/promises";
import { createRouteClient, lamports, type MessageId, type Mint, routes } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { messages } from "../chat/schema.ts";
import { appendMessages } from "../chat/sending/append-messages.ts";
import { tokens } from "../indexer/schema.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { uploadFile } from "../media/testing/upload.ts";
import { takeSeat } from "../membership/index.ts";
import { messageCard } from "./card/message-card.ts";
import { renderCard } from "./card/render.ts";
import { tribeCard } from "./card/tribe-card.ts";
import { tribeFacts } from "./facts.ts";

let app: TestApp;
let chief: IndexedPerson;
let member: IndexedPerson;
let mint: Mint;
beforeAll(async () => {
  app = await startTestApp({ withWorkers: true });
  [chief, member] = [await newIndexedPerson(app), await newIndexedPerson(app)];
  mint = await newIndexedTribe(app, chief.person.address);
  await indexHolding(app.ctx, mint, member.person.address, 20n);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, member.person));
});
afterAll(() => app.stop());

const share = (who: TestDevice, body: Parameters<typeof bodyOf>[0]) =>
  createRouteClient({ origin: app.origin, credentials: () => who.credentials })(
    routes.share.image,
    bodyOf(body),
    "bytes",
  );
const bodyOf = (body: { kind: "tribe"; mint: Mint } | { kind: "message"; mint: Mint; messageId: MessageId }) => ({
  body,
});
const sizeOf = async (bytes: Uint8Array) => {
  const { format, width, height } = await sharp(bytes).metadata();
  return { format, width, height };
};
const png = { format: "png", width: 1_200, height: 630 };
/** Saves pictures for inspection if TRIBE_PICTURES names a folder. */
const keep = async (name: string, bytes: Uint8Array) => {
  if (process.env.TRIBE_PICTURES) await writeFile(`${process.env.TRIBE_PICTURES}/${name}.png`, bytes);
};
const say = async (who: IndexedPerson, text: string, attachments: string[] = []): Promise<MessageId> => {
  const clientId = crypto.randomUUID();
  const send = { mint, uid: who.person.uid, sessionId: null, clientId, text, attachments };
  await appendMessages(app.ctx, [send]);
  const [row] = await app.ctx.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.mint, mint), eq(messages.clientId, clientId)));
  if (!row) throw new Error("it was not stored");
  return row.id;
};

test("anybody can get a Tribe's card, with a name in any script, and crawlers find it through the page's address", async () => {
  const visitor = await app.newDevice();
  for (const name of ["Night Desk", "火之部落 🔥", "قبيلة النار", "W".repeat(32)]) {
    const other = await newIndexedTribe(app, chief.person.address);
    await app.ctx.db.update(tokens).set({ name }).where(eq(tokens.mint, other));
    expect(await sizeOf(await share(visitor, { kind: "tribe", mint: other }))).toEqual(png);
  }
  const response = await fetch(`${app.origin}/share/token/${mint}.png`);
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(response.headers.get("cache-control")).toBe("public, max-age=300");
  expect(await sizeOf(new Uint8Array(await response.arrayBuffer()))).toEqual(png);
  expect((await fetch(`${app.origin}/share/token/${chief.person.address}.png`)).status).toBe(404);
  expect((await fetch(`${app.origin}/share/token/..%2f.png`)).status).toBe(404);
});

test("a migrated Tribe's card shows the price of 1,000 new tokens, as Home does, instead of the old token's", async () => {
  const migrated = await newIndexedTribe(app, chief.person.address);
  expect(await tribeFacts(app.ctx, migrated)).toMatchObject({ per: "" });
  await app.ctx.db
    .update(tokens)
    .set({ newMint: migrated, price: lamports(87_000_000n), conversionRate: 2_119n })
    .where(eq(tokens.mint, migrated));
  expect(await tribeFacts(app.ctx, migrated)).toMatchObject({ price: "0.000041 SOL", per: "per 1,000" });
});

test("a message's card is only for its author, contains its picture, and is refused when it is deleted", async () => {
  const picture = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#2a6f97" } })
    .jpeg()
    .toBuffer();
  const file = await uploadFile(app, member, { mint, filename: "sea.jpg" }, picture);
  if (typeof file === "string") throw new Error(file);
  const messageId = await say(member, "We sold the last seat at dawn 🌅", [file.id]);
  const request = { kind: "message", mint, messageId } as const;
  const bytes = await share(member, request);
  await keep("message-real", bytes);
  expect(await sizeOf(bytes)).toEqual(png);
  await expect(share(chief, request)).rejects.toMatchObject({ code: "forbidden" });
  await expect(share(await newIndexedPerson(app), request)).rejects.toMatchObject({ code: "not_a_member" });
  await expect(share(await app.newDevice(), request)).rejects.toMatchObject({ code: "unauthorized" });
  await member.call(routes.chat.deleteMessage, { body: { mint, messageId } });
  await expect(share(member, request)).rejects.toMatchObject({ code: "not_found" });
});

test("cards fit long words, few and many seats, and a rising or falling market", async () => {
  const tribe = {
    name: "Night Desk",
    symbol: "NIG",
    chief: "Ada Lovelace",
    picture: null,
    price: "0.0412 SOL",
    per: "",
    change: 12.34,
    line: [20, 18, 30, 42, 38, 55, 60, 58, 74, 70, 88, 100],
    members: 9,
    seats: 12,
    seatPrice: "0.49 SOL",
  };
  const message = {
    text: "The room decides who sits.",
    author: "Ada Lovelace",
    authorPicture: null,
    picture: null,
    tribe: "Night Desk",
    day: "22 Nov 2026",
  };
  const cards = {
    "tribe-up": tribeCard(tribe),
    "tribe-down": tribeCard({ ...tribe, name: "火之部落 قبيلة 🔥", change: -3.2, line: [100, 60, 70, 0], members: 12 }),
    "tribe-long": tribeCard({
      ...tribe,
      name: "W".repeat(32),
      seats: 99,
      members: 99,
      seatPrice: null,
      change: null,
      line: [],
    }),
    "tribe-migrated": tribeCard({ ...tribe, price: "0.0000412 SOL", per: "per 1,000" }),
    "message-short": messageCard(message),
    "message-long": messageCard({ ...message, text: "A long evening by the fire. ".repeat(60), author: "ليلى 🔥 陈" }),
    "message-word": messageCard({ ...message, text: "x".repeat(400) }),
  };
  for (const [name, card] of Object.entries(cards)) {
    const bytes = await renderCard(card);
    await keep(name, bytes);
    expect(await sizeOf(bytes)).toEqual(png);
  }
});
