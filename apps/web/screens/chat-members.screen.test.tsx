import {
  type LocalUser,
  type MembershipState,
  routes,
  type SeatLoss,
  type ServerFrame,
  type TokenUnits,
} from "@tribe/contract";
import { chatTexts, texts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { tokensInWallet } from "./fixtures/chain.ts";
import { aMember, aSubscriber } from "./fixtures/chats.ts";
import { aPerson } from "./fixtures/people.ts";
import {
  jonas,
  lena,
  lenasTribe,
  linesOfJonas,
  mara,
  ownTribe,
  roomAnswer,
  roomServer,
  said,
} from "./fixtures/rooms.ts";
import { before, minutes, screenTime } from "./fixtures/time.ts";
import { aTrade, tokens } from "./fixtures/tribes.ts";
import { fails, on } from "./server/answers.ts";
import type { ScriptedServer } from "./server/scripted-server.ts";
import { chatOf } from "./support/chat.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

// Who comes into a chat and who leaves it: blocked by the Chief, out by a sale, and in again.

const { mint } = lenasTribe;
const path = `/chat/${mint}`;
const lines = linesOfJonas();
const desktop = { size: sizes.desktop } as const;
const phone = { size: sizes.smallPhone, colorScheme: "light" } as const;

/** The lists that the Chief sees of this one other person. */
const listsOf = ({ displayName, uid }: LocalUser, state: "active" | "expired" | "banned") => {
  const inList = { active: "members", expired: "booted", banned: "blocked" }[state];
  const counts = { members: 1, online: 0, booted: 0, blocked: 0, [inList]: 1 };
  const member = aMember({ displayName, uid, state, seat: state === "active" ? 1 : null });
  return on(routes.chat.members, ({ query }) => ({
    counts,
    members: query.list === inList ? [member] : [],
    nextCursor: null,
  }));
};
const membership = (state: MembershipState, loss: SeatLoss | null = null): ServerFrame => ({
  type: "membership",
  mint,
  state,
  entryThresholdTokens: tokens(10),
  reason: null,
  loss,
});

it("blocks a member after a confirmation, and lets them in again", async () => {
  const server = roomServer(lena, lines, {}, listsOf(mara, "active"));
  server.answer(
    on(routes.chat.ban, () => {
      server.answer(listsOf(mara, "banned"));
      return { state: "banned" as const };
    }),
    on(routes.chat.unban, () => {
      server.answer(listsOf(mara, "active"));
      return { state: "active" as const };
    }),
  );
  const screen = await openScreen(path, { server, as: lena, ...desktop });
  const { closed } = chatOf(screen);
  const people = screen.getByRole("complementary", { name: "Tribe" });
  await people.getByRole("button", { name: "Block Mara Ember" }).click();
  const question = screen.getByRole("dialog", { name: "Block Mara Ember?" });
  await expect.element(question.getByText(chatTexts.blockQuestion)).toBeVisible();
  expect(server.callsOf(routes.chat.ban)).toEqual([]);
  await question.getByRole("button", { name: "Block" }).click();
  await expect.element(screen.getByText(texts.userBlocked)).toBeVisible();
  await closed();
  const member = { mint, address: aMember({ displayName: mara.displayName }).address };
  expect(server.callsOf(routes.chat.ban).map(({ body }) => body)).toEqual([member]);
  await people.getByRole("button", { name: /^Blocked 1/ }).click();
  await people.getByRole("button", { name: "Unblock" }).click();
  await expect.element(screen.getByText(chatTexts.canJoinAgain(mara.displayName))).toBeVisible();
  expect(server.callsOf(routes.chat.unban).map(({ body }) => body)).toEqual([member]);
  await people.getByRole("button", { name: /^Members 1/ }).click();
  await expect.element(people.getByRole("link", { name: /Mara Ember/ })).toBeVisible();
});

/** The server treats the person as outside for this reason, or as inside again, and tells their page. */
const tell = (server: ScriptedServer, state: MembershipState, loss: SeatLoss | null = null): void => {
  const isIn = state === "active";
  server.answer(
    on(routes.market.profile, {
      ...lenasTribe,
      subscribeState: state,
      ...(loss && { seatLoss: loss, seatLostAt: before(1 * minutes) }),
    }),
    ...(isIn
      ? [roomAnswer(jonas, lines)]
      : [on(routes.chat.room, fails(state === "banned" ? "banned" : "not_a_member"))]),
  );
  server.realtime.push(membership(state, loss));
};

it("takes the chat from a blocked member at once, and gives it back when they are unblocked", async () => {
  const server = roomServer(mara, lines);
  const screen = await openScreen(path, { server, as: mara, ...phone });
  const { row, field } = chatOf(screen);
  await expect.element(row("Line 12")).toBeVisible();
  await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
  tell(server, "banned", { code: "seat.blocked" });
  await expect.element(screen.getByText("The Chief has blocked you from this chat")).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  expect(screen.getByText(/^Line \d/).elements()).toEqual([]);
  tell(server, "active");
  await expect.element(field).toBeVisible();
  await expect.element(row("Line 12")).toBeVisible();
});

it("tells a member who sold too much why they lost the seat and how to return, and readmits them when they hold enough", async () => {
  const server = roomServer(jonas, lines);
  const screen = await openScreen(path, { server, as: jonas, ...phone });
  const { row, field } = chatOf(screen);
  await expect.element(row("Line 12")).toBeVisible();
  await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
  server.answerNode(tokensInWallet(mint, tokens(6)));
  server.realtime.push({ type: "account", what: "balance" });
  tell(server, "expired", { code: "seat.below_minimum", tokensToReturn: tokens(4), gaveUp: { seat: 2 } });
  await expect.element(screen.getByText("You left", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("You're outside", { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "You gave up seat 2", exact: true })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /^Come back · 4 LEN ≈ / })).toBeVisible();
  // The messages on their screen stay, and no new ones are added.
  const read = screen.getByRole("region", { name: "What you could read" }).getByRole("listitem");
  await expect.poll(() => read.length).toBe(3);
  server.realtime.push({ type: "message", message: said(13, "Not for who is out", lena) });
  await expect.element(field).not.toBeInTheDocument();
  expect(
    read
      .elements()
      .map(({ textContent }) => textContent)
      .join(),
  ).toMatch(/Line 10.*Line 11.*Line 12/s);
  expect(screen.getByText("Not for who is out").elements()).toEqual([]);
  server.answerNode(tokensInWallet(mint, tokens(18)));
  server.realtime.push({ type: "account", what: "balance" });
  tell(server, "active");
  await expect.element(field).toBeVisible();
});

it.each([
  ["with motion", "no-preference"],
  ["without motion", "reduce"],
] as const)(
  "makes a moment of being out, of who comes instead, and of being back by somebody else's sale: %s",
  async (_, reducedMotion) => {
    const nia = aPerson({ displayName: "Nia" });
    const sits = (of: LocalUser, holding: TokenUnits) =>
      aSubscriber({ displayName: of.displayName, uid: of.uid, holding });
    const chief = aSubscriber({ displayName: lena.displayName, uid: lena.uid, state: "chief" });
    const server = roomServer(jonas, lines);
    const screen = await openScreen(path, { server, as: jonas, ...desktop, reducedMotion });
    const { row, field } = chatOf(screen);
    const seconds = (name: string) => {
      const moving = screen.window.document.querySelector(`[data-stage] .${name}`);
      return moving ? Number.parseFloat(screen.window.getComputedStyle(moving).animationDuration) : null;
    };
    const arrived = screen.getByRole("list", { name: "Seats" });
    const isRight = (duration: number | null) =>
      duration !== null && (reducedMotion === "reduce" ? duration < 0.001 : duration > 0.1);
    await expect.element(row("Line 12")).toBeVisible();
    await expect.element(arrived.getByRole("button", { name: /^You, seat 2/ })).toBeVisible();
    expect(seconds("animate-take-seat")).toBe(null);
    await field.click();
    await server.realtime.sent("subscribe", (frame) => frame.mint === mint);
    server.answer(on(routes.chat.subscribers, { subscribers: [chief, sits(mara, tokens(50)), sits(nia, tokens(45))] }));
    tell(server, "expired", { code: "seat.below_minimum", tokensToReturn: tokens(4), gaveUp: { seat: 2 } });
    server.realtime.push({ type: "members", mint, memberCount: 2 });
    await expect.element(screen.getByRole("region", { name: "The door" }).getByRole("heading")).toHaveFocus();
    await expect.poll(() => isRight(seconds("animate-leave-seat"))).toBe(true);
    await expect.poll(() => isRight(seconds("animate-take-seat"))).toBe(true);
    server.answer(
      on(routes.chat.subscribers, { subscribers: [chief, sits(mara, tokens(50)), sits(jonas, tokens(40))] }),
    );
    server.answerNode(tokensInWallet(mint, tokens(40)));
    server.realtime.push({ type: "account", what: "balance" });
    tell(server, "active");
    server.realtime.push({ type: "members", mint, memberCount: 2 });
    await expect.element(screen.getByText("You're back. Seat 2 of 12")).toBeVisible();
    const own = arrived.getByRole("button", { name: /^You, seat 2/ });
    await expect.element(own).toBeVisible();
    expect(own.element().closest(".animate-take-seat")).not.toBe(null);
    await expect.element(field).toBeVisible();
    await expectAccessible(screen);
  },
);

it("tells the others who is out and what they lack, below the sale that cost the seat, and lists them as booted", async () => {
  const out = {
    at: screenTime,
    person: { uid: jonas.uid, address: jonas.address, displayName: jonas.displayName, pfp: null },
    state: "expired" as const,
    seat: null,
    missing: tokens(4),
  };
  const sale = { seq: 9, kind: "sell" as const, trader: jonas.address ?? mint, amount: tokens(6) };
  const server = roomServer(
    lena,
    lines,
    {},
    on(routes.chat.seatNotes, { notes: [out] }),
    listsOf(jonas, "expired"),
    on(routes.market.profile, ownTribe),
    // Who sold is named, although they are no member any more.
    on(routes.chat.subscribers, {
      subscribers: [aSubscriber({ displayName: lena.displayName, uid: lena.uid, state: "chief" })],
    }),
    on(routes.market.history, [aTrade({ ...sale, blockTime: Math.floor(screenTime / 1_000) - 1 })]),
  );
  const screen = await openScreen(path, { server, as: lena, ...desktop });
  const { log } = chatOf(screen);
  await expect.element(log.getByText(/Jonas Fell is out, 4 LEN short\./)).toBeVisible();
  await expect.element(log.getByText(/^Jonas Fell sold 6 LEN for [\d.]+ SOL/)).toBeVisible();
  const people = screen.getByRole("complementary", { name: "Tribe" });
  await people.getByRole("button", { name: /^Out 1/ }).click();
  await expect.element(people.getByRole("link", { name: /Jonas Fell/ })).toBeVisible();
});
