import { routes } from "@tribe/contract";
import { recoveryWaitTexts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { days, screenTime } from "../../web/screens/fixtures/time.ts";
import { fakeUid } from "../src/testing/fake-wallet-server.ts";
import { pathOfLink } from "./fixtures/links.ts";
import { confirmStates } from "./states/confirm.states.ts";
import { recoveryStates } from "./states/recovery.states.ts";
import { confirmed, confirmOf, textOf } from "./support/confirm.ts";
import { openBeside, openWallet } from "./support/open-wallet.ts";
import type { WalletScreen } from "./support/wallet-screen.ts";

const press = (screen: WalletScreen, name: string): Promise<void> => screen.getByRole("button", { name }).click();
const titled = async (screen: WalletScreen, name: string): Promise<void> => {
  await expect.element(screen.getByRole("heading", { name })).toBeVisible();
};

it("brings the wallet to a second browser by a mailed link, in the middle of a signature", async () => {
  const screen = await openWallet({ ...confirmStates.buy, has: "another browser's wallet" });
  const { wallet } = screen.script;
  await press(screen, "E-mail me a link");
  await expect.element(textOf(screen, "in this browser")).toBeVisible();
  const tab = await openBeside(screen, pathOfLink(screen.script));
  await titled(tab, "Bring your wallet to this browser?");
  // Opening it has done nothing, and the address bar shows no token any more.
  expect(wallet.sharings).toHaveLength(1);
  expect(tab.window.location.hash).toBe("");
  await press(tab, "Bring it here");
  await titled(tab, "Your wallet is in this browser now");
  tab.close();
  await expect.element(confirmOf(screen)).toBeVisible();
  expect(await confirmed(screen)).toBe(true);
  expect(wallet.sharings).toHaveLength(2);
});

it("names every way to bring the wallet to a browser that has lost it, and the hour that a mail takes", async () => {
  const screen = await openWallet(recoveryStates.offerOfAll);
  const text = screen.window.document.body.textContent ?? "";
  const places = ["A device of yours", recoveryWaitTexts.kitToo, "By mail it takes a day, until "].map((words) =>
    text.indexOf(words),
  );
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  // A day after the screen's time, in this browser's own words.
  const hour = new Date(screenTime + days).toLocaleString(undefined, { day: "numeric", month: "short" });
  expect(text).toContain(hour);
});

it("lets a browser that did not ask only stop a mailed link", async () => {
  const screen = await openWallet(recoveryStates.linkElsewhere);
  const { wallet } = screen.script;
  await titled(screen, "Open this link in the browser that asked");
  expect(screen.getByRole("button", { name: "Bring it here" }).elements()).toEqual([]);
  // It stays in the address bar, so that the person can continue in theirs.
  expect(screen.window.location.hash).toBe(pathOfLink(screen.script));
  await press(screen, "Stop it");
  await titled(screen, "Stopped");
  expect(wallet.sharings).toHaveLength(1);
  // A second press, or one after the link was used, must not claim to have stopped something.
  const again = await openBeside(screen, pathOfLink(screen.script));
  await press(again, "Stop it");
  await titled(again, "There is nothing to stop any more");
});

it("makes a wallet for a new person", async () => {
  const screen = await openWallet({ server: confirmStates.buy.server, has: "no wallet" });
  const { wallet } = screen.script;
  screen.ask({ method: "create" });
  expect(await screen.answer()).toEqual({ address: wallet.address() });
  expect(wallet.address()).not.toBeNull();
  expect(await wallet.api(routes.wallet.wallet, {})).toMatchObject({ uid: fakeUid, address: wallet.address() });
});
