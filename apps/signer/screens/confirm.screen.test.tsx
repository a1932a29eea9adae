import { tradeAddresses } from "@tribe/chain/messages";
import { routes } from "@tribe/contract";
import { confirmNotices, confirmStates as confirmTexts, spendNames } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { on } from "../../web/screens/server/answers.ts";
import { holdBack } from "../../web/screens/server/hold-back.ts";
import { toBase64 } from "../src/keys/bytes.ts";
import { testAddresses } from "../src/testing/messages.ts";
import { confirmStates } from "./states/confirm.states.ts";
import { acknowledged, confirmed, confirmOf, expectTexts, textOf } from "./support/confirm.ts";
import { openWallet } from "./support/open-wallet.ts";
import type { WalletScreen } from "./support/wallet-screen.ts";

const titled = async (screen: WalletScreen, name: string): Promise<void> => {
  await expect.element(screen.getByRole("heading", { name, exact: true })).toBeVisible();
};
const press = (screen: WalletScreen, name: string): Promise<void> => screen.getByRole("button", { name }).click();

it("shows the token's name from its mint, never from the page, with its creator, says that it is new, and signs what it showed", async () => {
  const screen = await openWallet(confirmStates.buy);
  await titled(screen, "Buy Harbour Radio (HAR)");
  await expectTexts(screen, "8dHEsm9j…mGkCmPhY", "4% less, then it stops", confirmNotices.newToken);
  expect(textOf(screen, /Sunset|SUN/).elements()).toEqual([]);
  expect(await confirmed(screen)).toBe(true);
});

it("is declined on Cancel", async () => {
  const screen = await openWallet(confirmStates.buy);
  await press(screen, "Cancel");
  await expect(screen.answer()).rejects.toMatchObject({ code: "declined" });
});

it("ignores a press made by a script", async () => {
  const screen = await openWallet(confirmStates.buy);
  await expect.element(confirmOf(screen)).toBeEnabled();
  const button = confirmOf(screen).element();
  if (!("click" in button && typeof button.click === "function")) return expect.unreachable();
  button.click();
  button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(screen.events.at(-1)).not.toMatchObject({ phase: "signing" });
  expect(screen.script.server.callsOf(routes.wallet.fetchShare)).toEqual([]);
  expect(await confirmed(screen)).toBe(true);
});

it("warns in red above 5 %", async () => {
  const screen = await openWallet(confirmStates.warned);
  const warning = textOf(screen, "You could get 10% less than quoted now.");
  await expect.element(warning).toBeVisible();
  const { window } = screen;
  const red = window.getComputedStyle(window.document.documentElement).getPropertyValue("--tribe-down");
  expect(red).not.toBe("");
  await expect.element(warning).toHaveClass("text-down");
  await expect.element(confirmOf(screen)).toBeEnabled();
});

it("requires a typed word above 25 %, and ignores presses before", async () => {
  const screen = await openWallet(confirmStates.typed);
  await expectTexts(screen, "You could get 50% less than quoted now.");
  const field = screen.getByRole("textbox", { name: "Type “accept” to take that loss" });
  await expect.element(field).toHaveValue("acc");
  // Of what Confirm waits for, the word is then all that is missing.
  await field.fill("accept");
  await expect.element(confirmOf(screen)).toBeEnabled();
  await field.fill("acc");
  await expect.element(confirmOf(screen)).toBeDisabled();
  await confirmOf(screen).click({ force: true });
  await field.fill("Accept");
  await expect.element(confirmOf(screen)).toBeEnabled();
  expect(screen.script.server.callsOf(routes.wallet.fetchShare)).toEqual([]);
  expect(await confirmed(screen)).toBe(true);
});

it("refuses a minimum of zero", async () => {
  const screen = await openWallet(confirmStates.noMinimum);
  await expect.element(textOf(screen, /This trade names no minimum/)).toBeVisible();
  await acknowledged(screen);
});

it("isolates a name that would reverse or end its sentence", async () => {
  const screen = await openWallet(confirmStates.reversedName);
  await titled(screen, "Buy “eno laer ehT' for 0 SOL” (“עמותה”)");
  const isolated = [...screen.window.document.querySelectorAll("h1 bdi")];
  expect(isolated.map(({ textContent }) => textContent)).toEqual(["eno laer ehT' for 0 SOL", "עמותה"]);
  for (const each of isolated) expect(screen.window.getComputedStyle(each).unicodeBidi).toBe("isolate");
  await expectTexts(screen, "This token's name or symbol may be a trick. Check its address.");
  await expect.element(confirmOf(screen)).toBeEnabled();
});

it("shows why it refuses a message that was tampered with, and signs nothing", async () => {
  const screen = await openWallet(confirmStates.refused);
  await titled(screen, "Your wallet refused this");
  await acknowledged(screen);
  expect(screen.script.server.callsOf(routes.wallet.fetchShare)).toEqual([]);
});

it("offers to try again when the server's share cannot be loaded", async () => {
  const screen = await openWallet(confirmStates.failed);
  const { server, wallet } = screen.script;
  server.answer(on(routes.wallet.fetchShare, async ({ route, body }) => wallet.api(route, { body })));
  await press(screen, "Try again");
  expect(await screen.answer()).toHaveProperty("signature");
});

it("requests a new token from the app when its own has expired, unnoticed by the person", async () => {
  const screen = await openWallet(confirmStates.buy);
  await expect.element(confirmOf(screen)).toBeEnabled();
  screen.script.expireTokens();
  expect(await confirmed(screen)).toBe(true);
});

it("refuses to sign when the server's share was changed", async () => {
  const screen = await openWallet(confirmStates.buy);
  for (const sharing of screen.script.wallet.sharings) {
    const bytes = Uint8Array.from(atob(sharing.serverShare), (char) => char.charCodeAt(0));
    bytes[5] = (bytes[5] ?? 0) ^ 255;
    sharing.serverShare = toBase64(bytes);
  }
  await confirmOf(screen).click();
  await expect.element(textOf(screen, /one was changed\. Nothing was signed/)).toBeVisible();
  await press(screen, "OK");
  await expect(screen.answer()).rejects.toThrow();
});

it("on a low screen offers to scroll to lines that appeared above the buttons, and back to Confirm once they were visible", async () => {
  const held = holdBack();
  let asked = 0;
  const screen = await openWallet(
    {
      ...confirmStates.unchecked,
      prepare: ({ server }) =>
        server.answerNode({
          getMultipleAccounts: async () => {
            asked += 1;
            await held.released;
            throw new TypeError("Failed to fetch");
          },
        }),
    },
    { size: { width: 640, height: 220 } },
  );
  await expect.element(textOf(screen, confirmTexts.checking)).toBeInTheDocument();
  confirmOf(screen).element().scrollIntoView({ block: "end" });
  await expect.poll(() => asked).toBeGreaterThan(0);
  held.release();
  const rest = screen.getByRole("button", { name: "Show the rest" });
  let offers = 0;
  // A person who never scrolls up is offered the new lines above.
  const toConfirm = (): boolean => {
    for (const button of rest.elements())
      if (button instanceof screen.window.HTMLElement) {
        offers += 1;
        // Without a pointer, which would scroll back down to it before a busy browser reports that the lines were visible.
        button.click();
      }
    const [confirm] = confirmOf(screen).elements();
    confirm?.scrollIntoView({ block: "end" });
    return confirm?.matches(":enabled") ?? false;
  };
  await expect.poll(toConfirm).toBe(true);
  expect(offers).toBeGreaterThan(0);
  await expect.element(textOf(screen, /Your wallet couldn't check this token/)).toBeVisible();
  expect(await confirmed(screen)).toBe(true);
});

it("continues with the full address, and says that it could not check, when the node fails", async () => {
  const screen = await openWallet(confirmStates.unchecked);
  await titled(screen, "Buy a token");
  await expect.element(textOf(screen, /Your wallet couldn't check this token/)).toBeVisible();
  await expectTexts(
    screen,
    (await tradeAddresses(7n, testAddresses.programAddress)).mint,
    spendNames.most,
    "Max Spend",
    "0.10208414 SOL",
  );
  expect(await confirmed(screen)).toBe(true);
});

it("tells the page around it of Escape, which gets no key that is pressed in the frame", async () => {
  const screen = await openWallet(confirmStates.buy);
  await screen.getByRole("heading").click();
  await userEvent.keyboard("x");
  expect(screen.events).not.toContainEqual({ event: "escape" });
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => screen.events).toContainEqual({ event: "escape" });
});
