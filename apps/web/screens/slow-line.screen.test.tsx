import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectNoShift } from "./checks/layout.ts";
import { settled } from "./checks/look.ts";
import { aConfig, everydayAnswers } from "./fixtures/everyday.ts";
import { hardNames } from "./fixtures/hard-names.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf, trades } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";
import { slowLine } from "./support/slow-line.ts";

// A page over its first paint, which the server writes into the document, while all that it asks for comes late.

const [first, second] = [aTribe({ name: hardNames[0] }), aTribe({ name: hardNames[1] })];
const list = { tokens: [lineOf(first), lineOf(second)], total: 2, nextCursor: null };
const config = aConfig();
const home = { config, list: { tab: "leaderboard", window: "all", search: "", page: list }, lives: { lives: [] } };
const title = "Hymns, slowly, for all who could not sleep since the last time that we met here";
const hymns = { mint: second.mint, title, startedAt: 0, viewers: 1 };
const answers = [...tribeAnswers(second, { trades: trades(40) }), on(routes.market.list, list)];

/**
 * Expects a name to stand where the server has drawn it. What takes the place of the server's drawing consists of other elements: to
 * browsers nothing has shifted, wherever it stands.
 */
const expectInPlace = (screen: Screen, name: string): void => {
  const drawn = screen.window.tribeShell?.find(({ text }) => text === name);
  if (!drawn) throw new Error(`the server has not drawn ${name}`);
  const { document, NodeFilter } = screen.window;
  const walker = document.createTreeWalker(screen.getByRole("main").element(), NodeFilter.SHOW_TEXT);
  const tops: number[] = [];
  while (walker.nextNode()) {
    if (walker.currentNode.textContent?.trim() !== name) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const { top, width } = range.getBoundingClientRect();
    if (width > 1) tops.push(Math.round(Math.abs(top - drawn.top)));
  }
  expect(Math.min(...tops), `${name}, drawn at ${drawn.top}`).toBeLessThanOrEqual(2);
};

it.for([
  ["/", "a phone", home],
  ["/", "a desktop", home],
  [`/token/${second.mint}`, "a phone", { config, token: second }],
  [`/token/${second.mint}`, "a desktop", { config, token: second }],
  [`/chat/${second.mint}`, "a phone", { config, token: second }],
] as const)("has no layout shift while it loads slowly: %s, %s", async ([path, device, firstData]) => {
  const line = slowLine([...everydayAnswers(null), ...answers]);
  const server = scriptedServer(...line.answers);
  const size = device === "a phone" ? sizes.smallPhone : sizes.desktop;
  const screen = await openScreen(path, { server, size, firstData, hasShell: true });
  await expect.poll(() => screen.window.document.querySelector("#main")).not.toBeNull();
  let quiet = 0;
  let arrived = 0;
  // Until nothing is asked for any more over some frames.
  while (quiet < 3) {
    await settled(screen);
    const hasArrived = line.arrive();
    arrived += Number(hasArrived);
    quiet = hasArrived ? 0 : quiet + 1;
  }
  expect(arrived).toBeGreaterThan(1);
  await expectNoShift(screen);
  expectInPlace(screen, path === "/" ? hardNames[0] : hardNames[1]);
});

it("reserves the place of lives above the list in the document, so that nothing moves when they are drawn", async () => {
  for (const size of [sizes.smallPhone, sizes.desktop]) {
    const lives = { lives: [hymns] };
    const server = scriptedServer(...answers, on(routes.live.now, lives));
    const screen = await openScreen("/", { server, size, firstData: { ...home, lives }, hasShell: true });
    const strip = screen.getByRole("main").getByRole("region", { name: "Live now" });
    await expect.element(strip.getByRole("link").getByText(/^Hymns, slowly/)).toBeVisible();
    await expectNoShift(screen);
    expectInPlace(screen, hardNames[0]);
    screen.close();
  }
});
