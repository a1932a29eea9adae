import { partitionTexts } from "@tribe/domain/words";
import { expect, it } from "vitest";
import { proofLink } from "./fixtures/links.ts";
import { makePasskey } from "./fixtures/passkeys.ts";
import { partitionStates } from "./states/partition.states.ts";
import { openBeside, openWallet } from "./support/open-wallet.ts";
import type { WalletScreen } from "./support/wallet-screen.ts";

const press = (screen: WalletScreen, name: string): Promise<void> =>
  screen.getByRole("button", { name, exact: true }).click();
const titled = async (screen: WalletScreen, name: string): Promise<void> => {
  await expect.element(screen.getByRole("heading", { name, exact: true })).toBeVisible();
};

/** The address to which a press in a window of the wallet leads, without going there. */
const leadsTo = async ({ window }: WalletScreen, act: () => Promise<void>): Promise<URL> => {
  const left = new Promise<string>((resolve) =>
    window.navigation.addEventListener("navigate", (event) => {
      const { url, sameDocument } = event.destination;
      if (sameDocument) return;
      event.preventDefault();
      resolve(url);
    }),
  );
  await act();
  return new URL(await left);
};

/** What the app's page gives the frame: all that it gets to see. */
const handedOver = ({ pathname, hash }: URL): string => {
  expect(pathname).toBe("/you/security/wallet");
  return hash.replace("#handed-over=", "");
};

it("opens the wallet's own page inside Tribe after a press in its window, once", async () => {
  const window = await openWallet({ ...partitionStates.window, has: "wallet" });
  const sealed = handedOver(await leadsTo(window, () => press(window, partitionTexts.action)));
  const frame = await openBeside(window, null);
  frame.ask({ method: "ownPage", handedOver: sealed });
  await titled(frame, "Your wallet's own page");
  await titled(frame, "Recovery kit");
  await titled(frame, "Move to a new wallet");
  // Where a page could lead a person astray, nothing gives the wallet to somebody else.
  for (const name of ["Recovery address", "Take your key to another wallet", "A browser asks for your wallet"])
    expect(frame.getByRole("heading", { name }).elements()).toEqual([]);
  const again = await openBeside(window, null);
  again.ask({ method: "ownPage", handedOver: sealed });
  await expect(again.answer()).rejects.toMatchObject({ code: "refused", message: partitionTexts.reopen });
});

it("offers no move there to a wallet that a passkey recovers: it would become one that mail recovers", async () => {
  const frame = await openWallet({
    ...partitionStates.passkeyThere,
    prepare: async (script, here) => {
      await makePasskey(script, here);
      script.tell({ recovery: "passkey" });
    },
  });
  await titled(frame, "Your wallet's own page");
  await titled(frame, "Recovery kit");
  expect(frame.getByRole("heading", { name: "Move to a new wallet" }).elements()).toEqual([]);
});

it("shows its own page to no page that has made its text up", async () => {
  const frame = await openWallet(partitionStates.page);
  await titled(frame, "Your wallet's own page");
  const other = await openBeside(frame, null);
  other.ask({ method: "ownPage", handedOver: "A".repeat(80) });
  await expect(other.answer()).rejects.toMatchObject({ code: "refused" });
});

it("brings the wallet to the frame by a mailed link that was opened in a window", async () => {
  const window = await openWallet(partitionStates.recoveryLink);
  const { wallet } = window.script;
  await titled(window, "Bring your wallet to this browser?");
  const url = await leadsTo(window, () => press(window, "Bring it here"));
  // The page between gets nothing of the link, and the window's address keeps nothing of it.
  expect(url.href).not.toContain(wallet.mailed[0]?.token);
  expect(window.window.location.hash).toBe("#wallet");
  expect(wallet.sharings).toHaveLength(1);
  const frame = await openBeside(window, null);
  frame.ask({ method: "ownPage", handedOver: handedOver(url) });
  await titled(frame, "Your wallet is in this browser now");
  expect(wallet.sharings).toHaveLength(2);
});

it("stops a mailed link in a window that can't tell whether this browser asked", async () => {
  const window = await openWallet(partitionStates.recoveryLink);
  await press(window, "It wasn't me");
  await titled(window, "Stopped");
  expect(window.script.wallet.sharings).toHaveLength(1);
});

it("lets the frame of a browser that did not ask only stop a mailed link", async () => {
  const frame = await openWallet(partitionStates.linkElsewhere);
  await press(frame, "Stop it");
  await titled(frame, "Stopped");
  expect(frame.script.wallet.sharings).toHaveLength(1);
});

it("has a fresh proof in the frame by a mailed link that was opened in a window", async () => {
  const window = await openWallet(partitionStates.proofLink);
  const url = await leadsTo(window, () => press(window, "Open it"));
  expect(url.href).not.toContain(proofLink.token);
  window.close();
  const frame = await openWallet(partitionStates.proven);
  await expect.element(frame.getByRole("button", { name: "Make a recovery kit" })).toBeVisible();
});

it("makes a passkey in a window, and tries it in the frame", async () => {
  const frame = await openWallet(partitionStates.page);
  const opened = new Promise<URL>((resolve) => {
    Object.assign(frame.window, {
      open: (url: string, target: string) => {
        expect(target).toBe("_top");
        resolve(new URL(url));
        return null;
      },
    });
  });
  await press(frame, "Add a passkey");
  const window = await openBeside(frame, (await opened).hash);
  await titled(window, partitionTexts.passkey.title);
  const url = await leadsTo(window, () => press(window, partitionTexts.passkey.action));
  const later = await openBeside(frame, null);
  later.ask({ method: "ownPage", handedOver: handedOver(url) });
  await expect.element(later.getByText(partitionTexts.passkey.made)).toBeVisible();
  expect(frame.script.authenticator.touches()).toBe(0);
  await press(later, "Add a passkey");
  await titled(later, "This browser locks");
  expect(later.script.authenticator.passkeys.size).toBe(1);
  // It is removed where nothing can lie over the button.
  expect(later.getByRole("button", { name: /^(Stop|Remove) / }).elements()).toEqual([]);
});
