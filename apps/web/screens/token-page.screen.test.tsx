import { routes } from "@tribe/contract";
import { clipboardTexts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { commands } from "vitest/browser";
import { expectAccessible } from "./checks/accessible.ts";
import { expectMainAction } from "./checks/layout.ts";
import { historyAnswers, longHistory } from "./fixtures/history.ts";
import { anAddress } from "./fixtures/ids.ts";
import { aPerson, aUser, faceOf } from "./fixtures/people.ts";
import { before, days, hours } from "./fixtures/time.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf } from "./fixtures/tribes.ts";
import { download, fails, neverAnswers, on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { chartOf } from "./support/chart.ts";
import { focus } from "./support/keys.ts";
import { openScreen, type Screen, sizes } from "./support/open-screen.ts";

const tribe = aTribe({ name: "Ida" });
const path = `/token/${tribe.mint}`;
const list = on(routes.market.list, { tokens: [lineOf(tribe)], total: 1, nextCursor: null });
const rowOf = (screen: Screen) => screen.getByRole("list", { name: "Tribes by volume" }).getByRole("link").first();
const tryAgainOf = (screen: Screen) => chartOf(screen).section.getByRole("button", { name: "Try again" });

it("explains an empty chart: no trade yet", async () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = scriptedServer(...tribeAnswers(tribe, { holders: [] }), list);
  server.answer(on(routes.market.profile, () => released.then(() => tribe)));
  // By navigation within the app: a page from the server already contains its token.
  const screen = await openScreen("/", { server, size: sizes.smallPhone });
  await rowOf(screen).click();
  await expect.poll(() => screen.window.location.pathname).toBe(path);
  await expect.element(screen.getByRole("status", { name: "Loading the token" })).toBeInTheDocument();
  release();
  await expect.element(screen.getByText("No trades yet. The chart starts with the first one.")).toBeVisible();
  await expect.element(screen.getByText("No one holds this token yet.")).toBeVisible();
  await expectAccessible(screen);
});

it("explains an empty chart: no answer, no library, no connection", async () => {
  const server = scriptedServer(...tribeAnswers(tribe), on(routes.market.history, fails("bad_request")));
  const mend = server.parts.lose("ChartCanvas");
  const screen = await openScreen(path, { server, size: sizes.smallPhone });
  const { section, button, inWords, canvases } = chartOf(screen);
  const tryAgain = tryAgainOf(screen);
  await expect.element(tryAgain).toBeVisible();
  await expectAccessible(screen);
  server.answer(...historyAnswers(longHistory(3, 600)));
  await tryAgain.click();
  await focus(button("All"));
  await expect.element(section.getByText("The chart didn't load. The table below has its figures.")).toBeVisible();
  await expect.element(inWords(/^The price rose /)).toBeInTheDocument();
  expect(canvases()).toEqual([]);
  mend();
  await tryAgain.click();
  await expect.poll(() => canvases().length).toBeGreaterThan(0);

  screen.goOffline();
  await expect.element(screen.getByText(/^You're offline\. We'll refresh when you reconnect\./)).toBeVisible();
  await button("1h").click();
  await expect.element(inWords(/ in the last hour: /)).toBeInTheDocument();
  await expectAccessible(screen);
});

it("keeps Home unchanged while a Tribe's page is still loading", async () => {
  const server = scriptedServer(...tribeAnswers(tribe), list);
  const release = server.parts.hold("TribePage");
  const screen = await openScreen("/", { server, size: sizes.desktop });
  const row = rowOf(screen);
  await expect.element(row).toBeVisible();
  const heading = screen.getByRole("heading", { name: "Home", exact: true });
  const place = () => heading.element().getBoundingClientRect().toJSON();
  const before = place();
  await row.click();
  // The navigation follows the address, and is drawn by then.
  const home = screen.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home", exact: true });
  await expect.element(home).not.toHaveAttribute("aria-current");
  expect(place()).toEqual(before);
  expect(chartOf(screen).section.query()).toBeNull();
  release();
  await expect.element(chartOf(screen).section).toBeVisible();
});

/** A picture as the server draws it, 1,200 pixels wide. */
const drawnPicture = async (): Promise<Blob> => {
  const canvas = new OffscreenCanvas(1_200, 630);
  canvas.getContext("2d")?.fillRect(0, 0, 600, 315);
  return canvas.convertToBlob({ type: "image/png" });
};

it("shows the Tribe's picture for sharing, and copies its link", async () => {
  await commands.allowClipboard();
  const picture = await drawnPicture();
  const server = scriptedServer(...tribeAnswers(tribe), on(routes.share.image, download(picture)));
  const screen = await openScreen(path, { server, size: sizes.smallPhone });
  await screen.getByRole("button", { name: "Share" }).click();
  const dialog = screen.getByRole("dialog");
  const image = dialog.getByRole("img");
  await expect.element(image).toBeVisible();
  await expect.poll(() => image.element().getAttribute("src")).toMatch(/^blob:/);
  const shown = image.element();
  await expect.poll(() => ("naturalWidth" in shown ? shown.naturalWidth : 0)).toBe(1_200);
  expect(server.callsOf(routes.share.image).map(({ body }) => body)).toEqual([{ kind: "tribe", mint: tribe.mint }]);
  const door = `/chat/${tribe.mint}`;
  expect(dialog.getByRole("link", { name: "Post on X" }).element().getAttribute("href")).toContain(
    encodeURIComponent(door),
  );
  // A visitor's link names nobody.
  expect(dialog.getByText(/^You earn/).elements()).toEqual([]);
  await expectAccessible(screen);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect.element(screen.getByText(clipboardTexts.link)).toBeVisible();
  await expect.poll(() => screen.window.navigator.clipboard.readText()).toBe(`${location.origin}${door}`);
});

it("shares a Tribe's door with the name of whoever shares it, and says what that earns", async () => {
  await commands.allowClipboard();
  const person = aPerson({ displayName: "Sharer" });
  const server = scriptedServer(...tribeAnswers(tribe), on(routes.share.image, neverAnswers));
  const screen = await openScreen(path, { server, as: person });
  await screen.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = screen.getByRole("dialog");
  await expect
    .element(dialog.getByText("You earn 0.6% of what people who join through it trade, and it costs them nothing."))
    .toBeVisible();
  // Also before the picture is there.
  await expectMainAction(screen, "Copy link");
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect
    .poll(() => screen.window.navigator.clipboard.readText())
    .toBe(`${location.origin}/chat/${tribe.mint}?invite=${person.address}`);
});

it("begins About with what the Chief says, where else they are, and whom one knows inside", async () => {
  const about = aTribe({ name: "Ida", creatorBio: "Radio, every night at nine.", creatorFarcaster: "ida" });
  const bo = faceOf({ ...aUser({ displayName: "Bo Larsen" }) });
  const known = { ...bo, address: anAddress("Bo Larsen") };
  const screen = await openScreen(path, {
    server: scriptedServer(
      ...tribeAnswers(about),
      on(routes.market.companions, { tribes: [{ mint: about.mint, count: 3, people: [known] }] }),
    ),
    as: aPerson({ displayName: "Visitor" }),
  });
  const section = screen.getByRole("region", { name: "About" });
  await expect.element(section).toBeInTheDocument();
  section.element().scrollIntoView();
  await expect.element(section.getByText("Radio, every night at nine.")).toBeVisible();
  await expect.element(section.getByRole("link", { name: /X @?.?ida/ })).toHaveAttribute("href", "https://x.com/ida");
  await expect
    .element(section.getByRole("link", { name: /Farcaster/ }))
    .toHaveAttribute("href", "https://farcaster.xyz/ida");
  await expect.element(section.getByText(/Bo Larsen.* and 2 others you know sit here/)).toBeVisible();
});

it("ends About with what is pinned, where visitors may look in, and with the last live", async () => {
  const ida = faceOf(aUser({ displayName: "Ida" }));
  const screen = await openScreen(path, {
    server: scriptedServer(
      ...tribeAnswers(tribe),
      on(routes.chat.preview, {
        isOpen: true,
        messages: [],
        pinned: { author: ida, type: "text", text: "Friday at nine: (spoiler)", sentAt: before(3 * days) },
      }),
      on(routes.live.last, {
        live: { title: "Wood and fire", startedAt: before(2 * days), endedAt: before(2 * days - 1 * hours) },
      }),
    ),
    size: sizes.smallPhone,
  });
  const section = screen.getByRole("region", { name: "About" });
  await expect.element(section).toBeInTheDocument();
  section.element().scrollIntoView();
  await expect
    .element(section.getByRole("figure", { name: "Pinned message" }))
    .toHaveTextContent("Pinned · IdaFriday at nine: (spoiler)");
  await expect.element(section).toHaveTextContent(/Last live 2\s?d(ays)? ago: Wood and fire/);
  await expectAccessible(screen);
});

const dearer = { ...tribe.fees, creatorBuyBps: 300, platformSellBps: 450 };

it("tells of fees that were announced on chain", async () => {
  const [from, until] = [Date.now() + 3_600_000, Date.now() + 2 * 86_400_000];
  const announced = { ...tribe, announcedFees: { fees: dearer, from, until } };
  const server = scriptedServer(...tribeAnswers(announced), list);
  const screen = await openScreen(path, { server, size: sizes.smallPhone });
  const words = /New fees are announced: from .* on, a buy 5% in place of 4% and a sale 6.5% in place of 4%\./;
  await expect.element(screen.getByText(words)).toBeInTheDocument();
  await expectAccessible(screen);
});

it("says nothing of announced fees that have lapsed", async () => {
  const lapsed = { ...tribe, announcedFees: { fees: dearer, from: before(2 * days), until: before(60_000) } };
  const screen = await openScreen(path, {
    server: scriptedServer(...tribeAnswers(lapsed), list),
    size: sizes.smallPhone,
  });
  await expect.element(screen.getByText(/Market value is what/)).toBeInTheDocument();
  expect(screen.getByText(/New fees are announced/).query()).toBeNull();
});
