import { routes, type TradePoint } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { expectNoShift } from "./checks/layout.ts";
import { historyAnswers, longHistory } from "./fixtures/history.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aHolder, aTribe, tokens } from "./fixtures/tribes.ts";
import { type ScriptedServer, scriptedServer } from "./server/scripted-server.ts";
import { chartOf } from "./support/chart.ts";
import { pressOn } from "./support/keys.ts";
import { openScreen, type Screen, type ScreenOptions, sizes } from "./support/open-screen.ts";

const tribe = aTribe({ name: "Ida" });
const holders = [aHolder({ displayName: "Ida" }), aHolder({ displayName: "Otto" })];
const serverWith = (trades: readonly TradePoint[]) =>
  scriptedServer(...tribeAnswers(tribe, { holders }), ...historyAnswers(trades));
const open = (server: ScriptedServer, options: Partial<ScreenOptions> = {}): Promise<Screen> =>
  openScreen(`/token/${tribe.mint}`, { server, size: sizes.smallPhone, ...options });
const desktop = { size: sizes.desktop };
/** The cursors of the calls for older trades; a page may ask for the newest ones again after a late connection. */
const olderOf = (server: ScriptedServer) =>
  server.callsOf(routes.market.history).flatMap(({ query }) => query.before ?? []);
const summedUpOf = (server: ScriptedServer) => server.callsOf(routes.market.candles).map(({ query }) => query.before);

it.each([
  ["phone", "light"],
  ["phone", "dark"],
  ["desktop", "dark"],
  ["desktop", "light"],
] as const)("draws the chart from trades and updates on a live one, on a %s, %s", async (device, colorScheme) => {
  const isPhone = device === "phone";
  const [live, ...trades] = longHistory(4, 600);
  if (!live) throw new Error("the history has a newest trade");
  const server = serverWith(trades);
  const screen = await open(server, { colorScheme, hasTouch: isPhone, ...(isPhone ? {} : desktop) });
  const { section, inWords, canvases, awake, redrawnBy } = chartOf(screen);
  await expect.element(inWords(/^The price .* in 3 trades\.$/)).toBeInTheDocument();
  if (isPhone) {
    // Without interaction: a static line, and no chart library.
    await expect.poll(() => section.element().querySelector("svg path[fill=none]")).not.toBeNull();
    expect(canvases()).toEqual([]);
    await section.click({ position: { x: 100, y: 150 } });
  }
  await expect.poll(() => canvases().length).toBeGreaterThan(0);
  if (isPhone) await awake();
  await server.realtime.sent("watch", (frame) => frame.mint === tribe.mint);
  await redrawnBy(() =>
    server.realtime.push({
      type: "trade",
      mint: tribe.mint,
      trade: { ...live, kind: "buy", priceAfter: live.priceAfter, amount: tokens(30) },
      supply: live.supplyAfterTrade,
      reserve: tribe.reserve,
      price: live.priceAfter,
      pool: null,
    }),
  );
  await expect.element(inWords(/^The price rose .* in 4 trades\.$/)).toBeInTheDocument();
  const itemsOf = (name: string) => screen.getByRole("region", { name }).getByRole("listitem");
  await expect.poll(() => itemsOf("Latest trades").elements().length).toBe(4);
  await expect.poll(() => itemsOf("Top holders").elements().length).toBe(2);
  await expectAccessible(screen);
  await expectNoShift(screen);
});

it("changes window and kind, moves and zooms by keyboard, and shows the same data as a table", async () => {
  const screen = await open(serverWith(longHistory(200, 60)), desktop);
  const { section, button, inWords, awake, redrawnBy } = chartOf(screen);
  await awake();
  await redrawnBy(() => pressOn(button("Show candles"), "Enter"));
  await redrawnBy(() => pressOn(button("Show a line"), " "));
  await redrawnBy(() => pressOn(button("All"), "Enter"));
  await redrawnBy(() => pressOn(button("1h"), "Enter"));
  await expect.element(inWords(/ in the last hour: /)).toBeInTheDocument();
  for (const name of ["Zoom out", "Zoom in", "Earlier", "Later"]) await redrawnBy(() => pressOn(button(name), "Enter"));
  await pressOn(section.getByText("Show as a table"), "Enter");
  const rows = section.getByRole("table", { name: /Prices in SOL/ }).getByRole("row");
  await expect.poll(() => rows.elements().length).toBeGreaterThan(1);
  await expectAccessible(screen);
});

it("loads older candles from the server when scrolling back, once for each candle length", async () => {
  const server = serverWith(longHistory(1_700, 60));
  const screen = await open(server, desktop);
  const { button, inWords, awake } = chartOf(screen);
  await awake();
  await expect.element(inWords(/ in the last hour: /)).toBeInTheDocument();
  expect([olderOf(server), summedUpOf(server)]).toEqual([[], []]);
  await button("1d").click();
  await expect.element(inWords(/ in the last day: .* in 14[0-9]{2} trades\.$/)).toBeInTheDocument();
  await button("All").click();
  await expect.element(inWords(/ since the beginning: .* in 1700 trades\.$/)).toBeInTheDocument();
  expect(olderOf(server)).toEqual([]);
  expect(summedUpOf(server)).toEqual(["curve:1601", "curve:1601"]);
});

it("draws a busy Tribe's static line over its whole window, before any interaction", async () => {
  const server = serverWith(longHistory(1_700, 5));
  const screen = await open(server, { hasTouch: true });
  const { inWords, canvases } = chartOf(screen);
  await expect.element(inWords(/ in the last hour: .* in (7[0-9]{2}|6[5-9][0-9]) trades\.$/)).toBeInTheDocument();
  expect([olderOf(server), summedUpOf(server), canvases()]).toEqual([[], ["curve:1601"], []]);
});

/** Records what is written below the chart: a canvas can't be queried. */
const recordLabels = ({ window }: Screen) => {
  const labels: { readonly text: string; readonly from: number; readonly to: number; readonly width: number }[] = [];
  const { prototype } = window.CanvasRenderingContext2D;
  const { fillText } = prototype;
  prototype.fillText = function recorded(text, x, y, ...rest) {
    const { a, e } = this.getTransform();
    const half = (this.measureText(text).width / 2) * a;
    if (this.textAlign === "center" && text !== "")
      labels.push({ text, from: x * a + e - half, to: x * a + e + half, width: this.canvas.width });
    return fillText.call(this, text, x, y, ...rest);
  };
  return labels;
};

it.each([
  ["phone", []],
  // On a phone these are touch gestures.
  ["desktop", ["Zoom in", "Earlier", "Zoom in", "Zoom in", "Later"]],
] as const)(
  "shows every time label below the chart whole or not at all, wherever it is moved, on a %s",
  async (device, moves) => {
    const server = serverWith(longHistory(1_700, 23));
    const release = server.parts.hold("ChartCanvas");
    const screen = await open(server, device === "desktop" ? desktop : {});
    const labels = recordLabels(screen);
    release();
    const { button, awake, redrawnBy } = chartOf(screen);
    await awake();
    for (const kind of ["Show candles", "Show a line"]) {
      for (const name of ["1h", "4h", "1d", "All", ...moves]) await pressOn(button(name), "Enter");
      await redrawnBy(() => pressOn(button(kind), "Enter"));
    }
    expect(labels.length).toBeGreaterThan(10);
    expect(labels.filter(({ from, to, width }) => from < -1 || to > width + 1)).toEqual([]);
  },
);
