import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { storageKeys } from "../src/shared/storage/keys.ts";
import { expectNoShift, forgetShifts } from "./checks/layout.ts";
import { anAddress } from "./fixtures/ids.ts";
import { aPerson, aUser, faceOf } from "./fixtures/people.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf } from "./fixtures/tribes.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { homeStates } from "./states/home.states.ts";
import { openScreen, openState, type Screen, sizes } from "./support/open-screen.ts";

const mara = aTribe({ name: "Studio Mara" });
const otto = aTribe({ name: "Otto" });
const pool = aTribe({ name: "Mara", newMint: anAddress("new mint") });

/** Three Tribes, one of them migrated, and a person of that name. */
const aServer = () =>
  scriptedServer(
    ...tribeAnswers(mara),
    ...tribeAnswers(pool),
    on(routes.market.list, ({ query: { tab, search = "" } }) => {
      const tokens = (tab === "migrated" ? [pool] : [mara, otto])
        .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
        .map((tribe) => lineOf(tribe));
      return { tokens, total: tokens.length, nextCursor: null };
    }),
    on(routes.identity.searchPeople, ({ query: { search } }) => ({
      people: search.startsWith("mar")
        ? [
            {
              ...faceOf(aUser()),
              uid: aUser().uid,
              address: anAddress("Mara B"),
              displayName: "Mara Brandt",
              handle: "marab",
            },
          ]
        : [],
    })),
  );

const field = (screen: Screen) => screen.getByRole("searchbox", { name: "Search Tribes and people" });
const hits = (screen: Screen) =>
  [...screen.window.document.querySelectorAll("a[data-hit] bdi")].map((hit) => hit.textContent);
const focused = (screen: Screen) => screen.window.document.activeElement?.textContent ?? "";

it("has the whole page for a search: above a phone's keyboard the first Tribe is in sight, and Back closes it", async () => {
  const screen = await openScreen("/", { server: aServer() });
  const welcome = screen.getByRole("heading", { name: "Twelve seats around one fire." });
  await expect.element(welcome).toBeVisible();
  await field(screen).click();
  await expect.element(screen.getByText("Find a Tribe or a person")).toBeVisible();
  // The page ends where the keyboard begins.
  await screen.resize({ width: 390, height: 844 - 336 });
  await field(screen).fill("mara");
  const first = screen.getByRole("link", { name: /^Mara MARA/ });
  await expect.element(first).toBeVisible();
  await expect.poll(() => hits(screen)).toEqual(["Mara", "Studio Mara", "Mara Brandt"]);
  const { top, bottom } = first.element().getBoundingClientRect();
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(screen.window.document.getElementById("main")?.getBoundingClientRect().bottom ?? 0);
  expect(screen.window.document.getElementById("main")?.scrollTop).toBe(0);
  // Nothing else of the page is there.
  for (const name of ["Create your Tribe", "Sign in with e-mail"])
    expect(screen.getByRole("button", { name }).elements()).toEqual([]);
  expect(screen.getByRole("tab").elements()).toEqual([]);
  await expect.element(screen.getByRole("status").first()).toHaveTextContent("2 Tribes and 1 person found");

  screen.window.history.back();
  await expect.element(welcome).toBeVisible();
  await expect.element(field(screen)).toHaveValue("");
  await expect.element(screen.getByRole("tab", { name: "Leaderboard" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Create your Tribe" })).toBeVisible();
});

it("moves nothing else when it folds the page away, also with motion", async () => {
  const screen = await openScreen("/", { server: aServer(), reducedMotion: "no-preference" });
  await expect.element(screen.getByRole("link", { name: /Otto/ })).toBeVisible();
  await forgetShifts(screen);
  await field(screen).click();
  await expect.element(screen.getByText("Find a Tribe or a person")).toBeVisible();
  await expectNoShift(screen);
  await screen.getByRole("button", { name: "Cancel" }).click();
  await expect.element(screen.getByRole("link", { name: /Otto/ })).toBeVisible();
});

it("is walked by keys: the arrows, Enter for the first result, Escape; a focus that passes opens nothing", async () => {
  const screen = await openScreen("/", { server: aServer(), size: sizes.desktop });
  await expect.element(screen.getByRole("link", { name: /Otto/ })).toBeVisible();
  field(screen).element().focus();
  await expect.element(screen.getByRole("tab", { name: "Leaderboard" })).toBeVisible();
  await userEvent.keyboard("mara");
  await expect.poll(() => hits(screen)).toEqual(["Mara", "Studio Mara", "Mara Brandt"]);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(focused(screen)).toMatch(/Studio Mara/);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(focused(screen)).toMatch(/Mara Brandt/);
  await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}");
  expect(screen.window.document.activeElement).toBe(field(screen).element());
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("tab", { name: "Leaderboard" })).toBeVisible();

  await field(screen).fill("studio");
  await expect.poll(() => hits(screen)).toEqual(["Studio Mara"]);
  await expect.poll(() => screen.getByRole("status").first().element().textContent).toBe("1 Tribe found");
  field(screen).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => screen.window.location.pathname).toBe(`/token/${mara.mint}`);
  // Back leads to what was found, and then to Home.
  screen.window.history.back();
  await expect.poll(() => hits(screen)).toEqual(["Studio Mara"]);
  screen.window.history.back();
  await expect.element(screen.getByRole("tab", { name: "Leaderboard" })).toBeVisible();
});

it("offers what was opened from a search before, until it is cleared", async () => {
  const screen = await openState(homeStates.recentlyFound);
  await expect.poll(() => hits(screen)).toEqual(["Mara", "Otto"]);
  await screen.getByRole("button", { name: "Clear" }).click();
  await expect.element(screen.getByText("Find a Tribe or a person")).toBeVisible();
  expect(screen.window.localStorage.getItem(storageKeys.recentHits.name)).toBeNull();
});

it("keeps what was opened, in this browser and no longer than the session", async () => {
  const server = aServer();
  const screen = await openScreen("/?q=studio", { server, as: aPerson(), size: sizes.desktop });
  await screen.getByRole("link", { name: /^Studio Mara/ }).click();
  await expect.poll(() => screen.window.localStorage.getItem(storageKeys.recentHits.name)).toContain("Studio Mara");
  expect(storageKeys.recentHits.isPersonal).toBe(true);
});
