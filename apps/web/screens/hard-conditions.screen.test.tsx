import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectAccessible, expectAccessibleInBothLooks } from "./checks/accessible.ts";
import { expectMainAction, expectNoShift, expectNothingCut, expectOneMainAction } from "./checks/layout.ts";
import { walletOnChain } from "./fixtures/chain.ts";
import { aMember, aSubscriber, messages } from "./fixtures/chats.ts";
import { aPerson, aUser, faceOf } from "./fixtures/people.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf, tokens, trades } from "./fixtures/tribes.ts";
import { fails, neverAnswers, on, type ScriptedAnswer } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, sizes } from "./support/open-screen.ts";

// A slow network, large text, and names that are long or read from right to left, on the smallest phone.

const names = ["WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "نورا NORA الحسن"] as const;
const [long, rightToLeft] = names.map((name) => aTribe({ name, creatorHandle: "nora", subscribeState: "active" })) as [
  ReturnType<typeof aTribe>,
  ReturnType<typeof aTribe>,
]; // as many as there are names
const list = on(routes.market.list, { tokens: [lineOf(long), lineOf(rightToLeft)], total: 2, nextCursor: null });

/** The Tribe with both people in it, who have written their names. */
const answersOf = (tribe: typeof long): readonly ScriptedAnswer[] => [
  ...tribeAnswers(tribe, {
    trades: trades(40),
    messages: names.flatMap((displayName, index) =>
      messages(index + 1, { mint: tribe.mint, text: displayName, author: faceOf(aUser({ displayName })) }).slice(-1),
    ),
    subscribers: names.map((displayName, index) =>
      aSubscriber({ displayName, holding: tokens(50 - index), state: displayName === tribe.name ? "chief" : "active" }),
    ),
  }),
  list,
];
const person = aPerson();

it("applies layout changes at once with reduced motion: a list that measures itself would never settle", async () => {
  const { window } = await openScreen("/", { server: scriptedServer(...answersOf(long)), reducedMotion: "reduce" });
  const box = window.document.body.appendChild(window.document.createElement("div"));
  const before = box.offsetHeight;
  box.style.paddingTop = "100px";
  expect(window.matchMedia("(prefers-reduced-motion: reduce)").matches).toBe(true);
  expect([before, box.offsetHeight]).toEqual([0, 100]);
});

it.for([
  ["/", long],
  [`/token/${long.mint}`, long],
  [`/token/${rightToLeft.mint}`, rightToLeft],
  [`/chat/${long.mint}`, long],
] as const)("fits long and right-to-left names on 360 px: %s", async ([path, tribe]) => {
  const server = scriptedServer(...answersOf(tribe));
  const screen = await openScreen(path, { server, as: person, size: sizes.smallPhone });
  await expect.element(screen.getByText(tribe.name).first()).toBeVisible();
  await expectNothingCut(screen);
  const main = screen.getByRole("main").element();
  expect(main.scrollWidth).toBeLessThanOrEqual(main.clientWidth + 1);
  await expectAccessible(screen);
  await expectNoShift(screen);
});

it("has one main action where a room failed to load, whatever else is on the screen", async () => {
  const server = scriptedServer(...answersOf(rightToLeft), on(routes.chat.messages, fails("forbidden")));
  server.answerNode(walletOnChain({ holdings: new Map([[rightToLeft.mint, tokens(50)]]) }));
  const screen = await openScreen(`/chat/${rightToLeft.mint}`, { server, as: person, size: sizes.desktop });
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectMainAction(screen, "Try again");
  await screen.getByRole("tab", { name: "Trade" }).click();
  await expect.element(screen.getByRole("button", { name: "Next", exact: true })).toBeVisible();
  await expectMainAction(screen, "Next");
});

it("has one main button while a message is written: Send, or Next while an order is entered", async () => {
  const server = scriptedServer(...answersOf(rightToLeft));
  server.answerNode(walletOnChain({ holdings: new Map([[rightToLeft.mint, tokens(50)]]) }));
  const screen = await openScreen(`/chat/${rightToLeft.mint}`, { server, as: person, size: sizes.desktop });
  const message = screen.getByRole("textbox", { name: "Message" });
  await expectMainAction(screen, "Buy");
  await message.fill("hello");
  await expectMainAction(screen, "Send");
  await screen.getByRole("tab", { name: "Trade" }).click();
  await expect.element(screen.getByRole("button", { name: "Next", exact: true })).toBeVisible();
  await expectMainAction(screen, "Send");
  await screen.getByRole("textbox", { name: "Amount" }).fill("1");
  await expectMainAction(screen, "Next");
  await message.click();
  await expectMainAction(screen, "Send");
  await message.fill("");
  await expectMainAction(screen, "Next");
});

it.for([360, 1100, 1440])("offers no main Buy button to a blocked person, at %i px", async (width) => {
  const tribe = aTribe({ name: names[1], subscribeState: "banned" });
  const server = scriptedServer(
    ...answersOf(tribe),
    on(routes.chat.room, fails("banned")),
    on(routes.chat.messages, fails("banned")),
    on(routes.chat.members, {
      counts: { members: 1, online: 0, booted: 0, blocked: 1 },
      members: [aMember({ displayName: person.displayName, uid: person.uid, state: "banned", seat: null })],
      nextCursor: null,
    }),
  );
  const screen = await openScreen(`/chat/${tribe.mint}`, { server, as: person, size: { width, height: 800 } });
  await expect.element(screen.getByText("The Chief has blocked you from this chat")).toBeVisible();
  // On a phone the button is on the Tribe's own page.
  if (width > 360) await expect.element(screen.getByRole("button", { name: /^(Buy|Next)$/ })).toBeVisible();
  await expectMainAction(screen, null);
});

it("shows lives above the list from the first paint on, and has no layout shift when a live begins later", async () => {
  const live = (tribe: typeof long, title: string) => ({ mint: tribe.mint, title, startedAt: 0, viewers: 1 });
  const hymns = live(long, "Hymns, slowly, for all who could not sleep since the last time that we met here");
  for (const size of [sizes.phone, sizes.desktop]) {
    const server = scriptedServer(...answersOf(long), on(routes.live.now, { lives: [hymns] }));
    const screen = await openScreen("/", { server, size, firstData: { lives: { lives: [hymns] } } });
    const now = screen.getByRole("main").getByRole("region", { name: "Live now" });
    await expect.element(now.getByText(/^Hymns, slowly/)).toBeVisible();
    server.realtime.push({ type: "liveNow", mint: rightToLeft.mint, live: live(rightToLeft, "A second one") });
    await expect.element(now.getByText("A second one")).toBeVisible();
    await expectNoShift(screen);
    await expectAccessibleInBothLooks(screen);
    screen.close();
  }
});

it("shows a mark in the list, and no strip above it, for a live that begins later", async () => {
  const server = scriptedServer(...answersOf(long));
  const screen = await openScreen("/", { server });
  await expect.element(screen.getByText(long.name).first()).toBeVisible();
  await expect.poll(() => server.callsOf(routes.live.now).length).toBeGreaterThan(0);
  const live = { mint: long.mint, title: "Hymns", startedAt: 0, viewers: 1 };
  await expect
    .poll(() => {
      server.realtime.push({ type: "liveNow", mint: long.mint, live });
      return screen.getByRole("link", { name: /Live, \d/ }).length;
    })
    .toBeGreaterThan(0);
  expect(screen.getByRole("main").getByRole("region", { name: "Live now" }).length).toBe(0);
  await expectNoShift(screen);
});

it("keeps Home usable while one of its calls never answers", async () => {
  const server = scriptedServer(...answersOf(long), on(routes.live.now, neverAnswers));
  const screen = await openScreen("/", { server, size: sizes.smallPhone });
  await expect.element(screen.getByText(long.name).first()).toBeVisible();
  await expectOneMainAction(screen);
  await expectNoShift(screen);
});

it("shows the seats as a strip where letters are large, and the header in one line", async () => {
  const ida = aTribe({ name: "Studio Mara", subscribeState: "chief" });
  const screen = await openScreen(`/chat/${ida.mint}`, {
    server: scriptedServer(...answersOf(ida)),
    as: person,
    isTextDoubled: true,
  });
  await expect.element(screen.getByRole("button", { name: "Show the seats" })).toBeVisible();
  const top = (name: string) => screen.getByRole("button", { name, exact: true }).element().getBoundingClientRect().top;
  await expect.element(screen.getByRole("button", { name: "More", exact: true })).toBeVisible();
  expect(top("More")).toBe(top("Share"));
});
