import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import type { Locator } from "vitest/browser";
import { expectMainAction } from "./checks/layout.ts";
import { settled } from "./checks/look.ts";
import { aSubscriber, messages } from "./fixtures/chats.ts";
import { aPerson } from "./fixtures/people.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aHolder, aTribe, seats, tokens } from "./fixtures/tribes.ts";
import { fails, on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

// The ring of seats, with what stands in it and beside it.

const person = aPerson({ displayName: "Person 5" });
const title = "Hymns, slowly, for all who could not sleep since the last time that we met here";
const twelve = seats(12);
const full = aTribe({ name: "Person 0", subscribeState: "active", seatHoldings: [...twelve] });
const everybody = [
  aSubscriber({ displayName: "Person 0", uid: full.creatorUid, state: "chief" }),
  ...twelve.map((holding, index) => aSubscriber({ displayName: `Person ${index + 1}`, holding })),
];
const live = { mint: full.mint, title, startedAt: 0, viewers: 1 };

/** Whose picture, or number at its lower right, lies under something: words or a button. */
const facesMet = (screen: Screen, what: Locator): readonly string[] => {
  const of = what.element().getBoundingClientRect();
  const near = (at: number, from: number, length: number) => Math.min(Math.max(at, from), from + length);
  return [...screen.window.document.querySelectorAll("button[data-seat]")]
    .filter((face) => {
      const { x, y, width, height } = face.getBoundingClientRect();
      const [middle, centre] = [x + width / 2, y + height / 2];
      const away = Math.hypot(middle - near(middle, of.x, of.width), centre - near(centre, of.y, of.height));
      const mark = face.querySelector("[data-seat-mark]")?.getBoundingClientRect();
      const isUnderMark =
        mark !== undefined && mark.right > of.x && mark.left < of.right && mark.bottom > of.y && mark.top < of.bottom;
      return away < width / 2 || isUnderMark;
    })
    .map((face) => face.getAttribute("aria-label") ?? "");
};

// With touch the button is taller.
it.for([
  ["a phone", { size: sizes.smallPhone, hasTouch: true, colorScheme: "light" }],
  ["a desktop", { size: sizes.desktop }],
] as const)("keeps a live's title and its Join button clear of the faces around them, on %s", async ([, options]) => {
  const server = scriptedServer(
    ...tribeAnswers(full, { subscribers: everybody }),
    on(routes.live.now, { lives: [live] }),
  );
  const screen = await openScreen(`/chat/${full.mint}`, { server, as: person, ...options });
  const join = screen.getByRole("button", { name: "Join live" });
  await expect.element(join).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /^Person 12, seat 12/ })).toBeVisible();
  await settled(screen);
  const { document } = screen.window;
  expect(document.querySelectorAll("button[data-seat]")).toHaveLength(13);
  expect(document.querySelectorAll("button[data-seat] [data-seat-mark]").length).toBeGreaterThan(0);
  for (const words of [join, screen.getByText(/^Hymns, slowly/).first(), screen.getByText(/^Live, \d here$/).last()])
    expect(facesMet(screen, words)).toEqual([]);
});

it("leaves a phone's many seats folded during a live, which has its own bar", async () => {
  const many = aTribe({ ...full, groupSize: 24, seatHoldings: [tokens(50), tokens(40)], memberCount: 2 });
  const server = scriptedServer(
    ...tribeAnswers(many, { messages: messages(3, { mint: many.mint }), subscribers: everybody.slice(0, 3) }),
    on(routes.live.now, { lives: [live] }),
  );
  const screen = await openScreen(`/chat/${many.mint}`, { server, as: person, size: sizes.smallPhone });
  const bar = screen.getByRole("region", { name: "Live", exact: true });
  await expect.element(bar.getByRole("button", { name: "Join live" })).toBeVisible();
  await expect.element(bar.getByText(title)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Show the seats" })).toBeVisible();
  expect(screen.window.document.querySelectorAll("button[data-seat]")).toHaveLength(0);
});

it.for([1100, 1440])("calls a blocked person so in the list of who has no seat, at %i px", async (width) => {
  const tribe = aTribe({ name: "Ida", subscribeState: "banned" });
  const server = scriptedServer(
    ...tribeAnswers(tribe, {
      holders: [
        aHolder({ displayName: tribe.creatorName }),
        aHolder({ displayName: person.displayName, amount: tokens(30) }),
        aHolder({ displayName: "Noor", amount: tokens(25) }),
      ],
    }),
    on(routes.chat.room, fails("banned")),
    on(routes.chat.messages, fails("banned")),
  );
  const screen = await openScreen(`/chat/${tribe.mint}`, { server, as: person, size: { width, height: 800 } });
  await expect.element(screen.getByText("The Chief has blocked you from this chat")).toBeVisible();
  // The list does not call them 'not joined', as if they only had to join.
  await expect
    .element(screen.getByRole("listitem").filter({ hasText: "Noor" }).getByText("not joined", { exact: true }))
    .toBeVisible();
  await expect.element(screen.getByRole("link", { name: /^You ?, no seat, 30 .*, blocked$/ })).toBeVisible();
  await expectMainAction(screen, null);
});
