import { routes } from "@tribe/contract";
import { expect, it } from "vitest";
import { expectAccessible } from "./checks/accessible.ts";
import { expectLargeTargets, expectNoShift } from "./checks/layout.ts";
import { settled } from "./checks/look.ts";
import { sol, walletOnChain } from "./fixtures/chain.ts";
import { aPerson } from "./fixtures/people.ts";
import { tribeAnswers } from "./fixtures/tribe-answers.ts";
import { aTribe, lineOf, tokens } from "./fixtures/tribes.ts";
import { walletAnswers } from "./fixtures/wallet-answers.ts";
import { on } from "./server/answers.ts";
import { scriptedServer } from "./server/scripted-server.ts";
import { openScreen, type Screen, type ScreenOptions, sizes } from "./support/open-screen.ts";

// Sizes of touch targets, layout shifts and accessibility of many screens.

const tribe = aTribe({ name: "Ida", subscribeState: "active" });
const member = aPerson({ displayName: "Otto" });
const serverOf = () => {
  const server = scriptedServer(
    ...tribeAnswers(tribe),
    ...walletAnswers,
    on(routes.market.list, { tokens: [lineOf(tribe)], total: 1, nextCursor: null }),
  );
  server.answerNode(walletOnChain({ balance: sol(3), holdings: new Map([[tribe.mint, tokens(12)]]) }));
  return server;
};
/** Waits until a screen shows no loading state. */
const loaded = async (screen: Screen): Promise<void> => {
  const loading = '#main [role="status"]:is([aria-label^="Loading"], [aria-label^="Preparing"])';
  // The server's own page has a main element, too.
  await expect.poll(() => screen.window.document.querySelector("#main")).not.toBeNull();
  await expect.poll(() => screen.window.document.querySelectorAll(loading).length).toBe(0);
};
const finger: Partial<ScreenOptions> = { size: sizes.smallPhone, colorScheme: "light", hasTouch: true };

it.each(["/", "/tribes", "/wallet", "/you", "/earnings", `/token/${tribe.mint}`, `/chat/${tribe.mint}`])(
  "has no touch target on a phone that is too small for a finger, and no layout shift: %s",
  async (path) => {
    const screen = await openScreen(path, { server: serverOf(), as: member, ...finger });
    await loaded(screen);
    await expectNoShift(screen);
    await expectLargeTargets(screen);
  },
);

it("has no touch target that is too small for a finger in the dialogs of sign-in and of a purchase", async () => {
  const visit = await openScreen("/", { server: serverOf(), ...finger });
  await loaded(visit);
  await expectLargeTargets(visit);
  await visit.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  // The dialog's main button is disabled until an address is entered.
  await visit.getByRole("textbox", { name: "E-mail" }).fill("hand@example.com");
  await expectLargeTargets(visit);
  await expectNoShift(visit);
  visit.close();
  const screen = await openScreen(`/token/${tribe.mint}`, { server: serverOf(), as: member, ...finger });
  await screen.getByRole("button", { name: "Buy", exact: true }).click();
  await expect.element(screen.getByRole("textbox", { name: "Amount" })).toBeVisible();
  await expectLargeTargets(screen);
});

it.each([
  ["a phone", "dark", sizes.smallPhone],
  ["a phone", "light", sizes.smallPhone],
  ["a desktop", "dark", sizes.desktop],
  ["a desktop", "light", sizes.desktop],
] as const)("shows Wallet and You without faults on %s, %s", async (_device, colorScheme, size) => {
  for (const path of ["/wallet", "/you"]) {
    const screen = await openScreen(path, { server: serverOf(), as: member, size, colorScheme });
    await expect.element(screen.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await loaded(screen);
    await expectAccessible(screen);
    screen.close();
  }
});

/** The keys of the answers that this browser has kept of the page. */
const keptAnswers = async (): Promise<string> => {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === "tribe:v1:answers")) return "";
  const done = <T,>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open("tribe:v1:answers"));
  const keys = await done(database.transaction("answers").objectStore("answers").getAllKeys());
  database.close();
  return keys.join();
};

/** Keeps this browser's stored answers from being read until it is released, as slow storage does. */
const holdAnswers = async (): Promise<() => void> => {
  const opening = indexedDB.open("tribe:v1:answers");
  await new Promise<void>((resolve, reject) => {
    opening.onsuccess = () => resolve();
    opening.onerror = () => reject(opening.error);
  });
  const answers = opening.result.transaction("answers", "readwrite").objectStore("answers");
  let isHeld = true;
  const hold = (): void => {
    if (isHeld) answers.count().onsuccess = hold;
    else opening.result.close();
  };
  hold();
  return () => {
    isHeld = false;
  };
};

it.each(["quick", "slow"])(
  "has no layout shift on You when the profile of a person with a bio is loaded again, from %s storage",
  async (storage) => {
    const person = aPerson({ displayName: "Otto", bio: "One\nTwo\nThree" });
    const server = serverOf();
    server.answer(on(routes.identity.signIn, { localUser: person }));
    const screen = await openScreen("/you", { server, as: person, size: sizes.smallPhone, colorScheme: "light" });
    await expect.element(screen.getByText("Two")).toBeVisible();
    await expect.poll(keptAnswers).toContain('["localUser"]');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = server.callsOf(routes.identity.signIn).length;
    server.answer(on(routes.identity.signIn, () => released.then(() => ({ localUser: person }))));
    const releaseAnswers = storage === "slow" ? await holdAnswers() : () => undefined;
    await screen.reload();
    await expect.element(screen.getByRole("status", { name: "Loading your profile" })).toBeInTheDocument();
    await settled(screen);
    releaseAnswers();
    await expect.element(screen.getByText("Two")).toBeInTheDocument();
    await expect.poll(() => server.callsOf(routes.identity.signIn).length).toBeGreaterThan(asked);
    release();
    await expect.element(screen.getByRole("button", { name: "Edit profile" })).toBeVisible();
    await expectNoShift(screen);
  },
);
