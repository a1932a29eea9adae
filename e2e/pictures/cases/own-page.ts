import type { Locator, Page } from "playwright-core";
import { readFromMail } from "../../support/page/at-the-page.ts";
import { closeOtherTabs, openOwnPage, press } from "./acts.ts";
import { by, samePage } from "./picture-case.ts";

const kitIn = (page: Page) => page.getByRole("region", { name: "Recovery kit" });

/** Scrolls an element to the middle of the screen. */
const center = (what: Locator): Promise<void> => what.evaluate((node) => node.scrollIntoView({ block: "center" }));

/** The recovery kit that each browser has just made; its passphrase is shown only once. */
const kits = new WeakMap<Page, { readonly file: Buffer; readonly passphrase: string }>();

/** The page that restores a key from a kit, opened as a saved file, offline. */
const restorePage = new URL("../../../apps/signer/public/generated/tribe-restore.html", import.meta.url).href;

const saveKit = async (page: Page): Promise<void> => {
  const groups = kitIn(page).getByRole("list", { name: "Passphrase" }).getByRole("listitem");
  const passphrase = (await groups.allTextContents()).join("-");
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Save the file")]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part));
  kits.set(page, { file: Buffer.concat(parts), passphrase });
};
const kitOf = (page: Page) => {
  const kit = kits.get(page);
  if (!kit) throw new Error("no kit was made");
  return { file: { name: "kit.json", mimeType: "application/json", buffer: kit.file }, passphrase: kit.passphrase };
};

const restore = async (page: Page, change: (passphrase: string) => string): Promise<void> => {
  const { file, passphrase } = kitOf(page);
  await page.getByLabel("Recovery kit (file)").setInputFiles([file]);
  await page.getByRole("textbox", { name: /^Passphrase/ }).fill(change(passphrase));
  await press(page, "Restore");
};

const typeKit = async (page: Page, change: (passphrase: string) => string): Promise<void> => {
  const { file, passphrase } = kitOf(page);
  await kitIn(page).getByLabel("The kit's file").setInputFiles([file]);
  await kitIn(page).getByRole("textbox", { name: "Its passphrase" }).fill(change(passphrase));
  await press(page, "Check my kit");
};

/** Gives the page an authenticator that confirms by itself; returns a function that removes it. */
const plugIn = async (page: Page, hasPrf: boolean): Promise<() => Promise<unknown>> => {
  // A browser does not ask for a passkey in a background tab.
  await page.bringToFront();
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", ctap2Version: "ctap2_1", transport: "internal", hasPrf },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return () => session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
};

/** A new person secures their wallet on its own page: a recovery kit, then a passkey, which locks this browser. */
export const ownPageCases = by("stranger", [
  { name: "own-page-new", path: "/", act: openOwnPage("What brings your wallet back") },
  {
    name: "own-page-kit-mailed",
    path: samePage,
    act: async (page) => {
      await kitIn(page).getByRole("button", { name: "E-mail me a link" }).click();
      await kitIn(page).getByText("We sent a link to").waitFor();
    },
  },
  {
    name: "own-page-kit-proven",
    path: samePage,
    act: async (page, { tribe, name }) => {
      const email = `${name}-stranger@example.com`;
      const link = await readFromMail(tribe.mailUrl(), { email, after: -1, what: /(https?:\S+#proof=\S+)/ });
      // Only the fragment differs, and alone would not reload the page.
      await page.goto("about:blank");
      await page.goto(link);
      await kitIn(page).getByRole("button", { name: "Make a recovery kit" }).waitFor();
    },
  },
  // An empty wallet is moved without a wait; the following pictures show the new wallet.
  {
    name: "own-page-move",
    path: samePage,
    act: (page) => center(page.getByRole("button", { name: "Make my new wallet" })),
  },
  {
    name: "own-page-move-empty",
    path: samePage,
    act: async (page) => {
      await press(page, "Make my new wallet");
      await center(page.getByText("Nothing is left at your old wallet"));
    },
  },
  {
    name: "own-page-move-finished",
    path: samePage,
    act: async (page) => {
      await press(page, "Finish this move");
      await page.getByText(/^You moved here from/).waitFor();
      // Not centred on the address, since some addresses take one more line.
      await page.getByRole("region", { name: "Move to a new wallet" }).evaluate((node) => node.scrollIntoView());
    },
  },
  {
    name: "own-page-old-wallet",
    path: samePage,
    act: async (page) => {
      await press(page, "Look what is there");
      await center(page.getByText("Nothing is left at your old wallet"));
    },
  },
  {
    name: "own-page-kit-made",
    path: samePage,
    act: async (page) => {
      await press(page, "Make a recovery kit");
      await kitIn(page).getByRole("list", { name: "Passphrase" }).getByRole("listitem").last().waitFor();
    },
  },
  {
    name: "own-page-kit-check",
    path: samePage,
    act: async (page) => {
      await saveKit(page);
      await press(page, "I have both: check my kit");
      await typeKit(page, (passphrase) => passphrase.replace(/^./, "U"));
      await kitIn(page).getByText("There's a slip in the passphrase").waitFor();
    },
  },
  {
    name: "own-page-kit-works",
    path: samePage,
    act: async (page) => {
      await typeKit(page, (passphrase) => passphrase);
      await kitIn(page).getByText("Your kit works.").waitFor();
    },
  },
  {
    name: "own-page-passkey-refused",
    path: samePage,
    act: async (page) => {
      const leave = await plugIn(page, false);
      try {
        await press(page, "Add a passkey");
        await page.getByRole("alert").getByText("it lacks what browsers call PRF").waitFor();
      } finally {
        await leave();
      }
    },
  },
  {
    name: "own-page-passkey",
    path: samePage,
    act: async (page) => {
      await plugIn(page, true);
      await press(page, "Add a passkey");
      await page.getByRole("heading", { name: "This browser locks" }).waitFor();
    },
  },
  {
    name: "own-page-locked",
    path: samePage,
    act: async (page) => {
      await press(page, "Lock now");
      await page.getByRole("region", { name: "This browser locks" }).getByText("Locked.").waitFor();
    },
    after: closeOtherTabs,
  },
  {
    name: "security-passkey",
    path: "/you/security",
    act: (page) => page.getByText(/^Recovery by/).waitFor(),
  },
  {
    name: "restore-page-wrong",
    path: restorePage,
    act: async (page) => {
      await restore(page, (passphrase) => passphrase.slice(2));
      await page.getByRole("alert").getByText("There's a slip in the passphrase").waitFor();
    },
  },
  {
    name: "restore-page-restored",
    path: samePage,
    act: async (page) => {
      await restore(page, (passphrase) => passphrase);
      await page.getByRole("heading", { name: "This is your wallet" }).waitFor();
    },
  },
]);
