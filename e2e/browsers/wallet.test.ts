import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { lastMailAt, readFromMail, signInByMail } from "../support/page/at-the-page.ts";
import { startTribe, type Tribe } from "../support/product/tribe.ts";
import { engines } from "./driver/engines.ts";
import { phone, picture, usePeople, type Visitor } from "./driver/people.ts";
import { type EngineScreen, screenOf } from "./driver/screen.ts";

// The wallet's own page: a recovery kit is made, saved and tried.
// Not in WebKit: a frame and a tab of one origin share no storage there, so that the page finds neither session nor wallet (record 0008).

let tribe: Tribe;
let folder: string;

beforeAll(async () => {
  [tribe, folder] = await Promise.all([startTribe({ hasOwnName: true }), mkdtemp(join(tmpdir(), "tribe-browsers-"))]);
});
afterAll(async () => {
  await tribe?.stop();
  await rm(folder, { recursive: true, force: true });
});

const section = (screen: EngineScreen, name: string) => screen.getByRole("region", { name });
const addressOn = (screen: EngineScreen) => screen.getByText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);

/**
 * Opens the wallet's own page by the link of the app's Security page, in a new tab. It isn't pressed: WebKit's driver tells of no tab
 * that its page may not reach.
 */
const openWalletPage = async ({ screen }: Visitor): Promise<EngineScreen> => {
  await screen.open(`${tribe.config().appUrl}/you/security`);
  const link = screen.getByRole("link", { name: "Open your wallet's own page" });
  const own = screenOf(await screen.tab.newTab());
  await own.open((await link.getAttribute("href")) ?? "");
  await own.getByRole("heading", { name: "Your wallet's own page" }).waitFor();
  return own;
};

describe.each(engines.filter(({ name }) => name !== "WebKit"))("in $name", (engine) => {
  const test = it.skipIf(!engine.isHere);
  const person = usePeople(engine, { first: phone });
  const email = `wallet@${engine.name.toLowerCase()}.example`;
  const saved = { file: "", passphrase: "" };

  const typeKit = async (at: ReturnType<typeof section>) => {
    await at.getByLabel("The kit's file").setInputFiles([saved.file]);
    await at.getByRole("textbox", { name: "Its passphrase" }).fill(saved.passphrase);
  };

  test("makes a recovery kit on the wallet's own page by a mailed link, and tries it", async () => {
    const first = person("first");
    const { screen } = first;
    await screen.open(`${tribe.config().appUrl}/you`);
    await screen.getByRole("button", { name: "Sign in with e-mail" }).click();
    await signInByMail(screen, tribe.mailUrl(), email);
    for (const name of ["Your wallet is ready", "Connect social"])
      await screen.getByRole("dialog", { name }).getByRole("button", { name: "Later" }).click();
    await screen.getByRole("button", { name: "Enter the app" }).click();
    const own = await openWalletPage(first);
    await addressOn(own).waitFor();
    const after = await lastMailAt(tribe.mailUrl(), email);
    await section(own, "Recovery kit").getByRole("button", { name: "E-mail me a link" }).click();
    const link = await readFromMail(tribe.mailUrl(), { email, after, what: /(https?:\S+#proof=\S+)/ });
    const proven = screenOf(await own.tab.newTab());
    await proven.open(link);
    const kit = section(proven, "Recovery kit");
    await kit.getByRole("button", { name: "Make a recovery kit" }).click();
    const groups = kit.getByRole("list", { name: "Passphrase" }).getByRole("listitem");
    await groups.last().waitFor();
    saved.passphrase = (await groups.allTextContents()).join("-");
    const file = await first.saves(() => kit.getByRole("button", { name: "Save the file" }).click());
    saved.file = join(folder, `${engine.name}.json`);
    await copyFile(file, saved.file);
    await first.saves(() => kit.getByRole("link", { name: "Save the restore page" }).click());
    await kit.getByRole("button", { name: "I have both: check my kit" }).click();
    await typeKit(kit);
    await kit.getByRole("button", { name: "Check my kit" }).click();
    await kit.getByText("Your kit works.").waitFor();
    await picture({ ...first, screen: proven }, "kit");
  });
});
