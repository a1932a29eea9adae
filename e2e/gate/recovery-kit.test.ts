import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { getBase58Encoder } from "@solana/kit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { desktop, newVisitor, phone, type Visitor } from "../support/page/browser.ts";
import { reportFailure } from "../support/page/report-failure.ts";
import {
  addressOn,
  openWalletPage,
  proveByMail,
  section,
  signInAgain,
  signUpOnPage,
} from "../support/page/wallet-page.ts";
import { enterProduct, leaveProduct } from "../support/product/shared-product.ts";
import type { Tribe } from "../support/product/tribe.ts";

// A person's recovery kit, from its creation to a recovery with nothing but its file, its passphrase and a browser.

const email = "mara@kit.example";
const restorePage = fileURLToPath(new URL("../../apps/signer/public/generated/tribe-restore.html", import.meta.url));

let tribe: Tribe;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  ({ tribe, browser } = await enterProduct());
});
afterAll(leaveProduct);
const printOnFailure = () => reportFailure("recovery-kit", () => ({ visitors: [visitor], tribe }));

const typeKit = async (page: Page, name: string, { file, passphrase }: { file: string; passphrase: string }) => {
  await section(page, name).getByLabel("The kit's file").setInputFiles(file);
  await section(page, name).getByRole("textbox", { name: "Its passphrase" }).fill(passphrase);
};

const saved = { file: "", passphrase: "", address: "", key: "" };

it("makes a kit by a mailed link, and counts it only after a trial; exports the key by the same link", async () => {
  visitor = await newVisitor(browser, phone);
  const { page } = visitor;
  printOnFailure();
  await signUpOnPage(page, tribe, email);
  const own = await openWalletPage(page, tribe);
  saved.address = await addressOn(own);

  const proven = await proveByMail(own, "Recovery kit", tribe, email);
  const kit = section(proven, "Recovery kit");
  await kit.getByText("You haven't tried one yet.").waitFor();
  await kit.getByRole("button", { name: "Make a recovery kit" }).click();
  const groups = kit.getByRole("list", { name: "Passphrase" }).getByRole("listitem");
  await groups.last().waitFor();
  saved.passphrase = (await groups.allTextContents()).join("-");
  const [download] = await Promise.all([
    proven.waitForEvent("download"),
    kit.getByRole("button", { name: "Save the file" }).click(),
  ]);
  // The browser's download is deleted with its profile.
  saved.file = join(tmpdir(), `kit-${process.pid}.json`);
  await download.saveAs(saved.file);
  const [page2] = await Promise.all([
    proven.waitForEvent("download"),
    kit.getByRole("link", { name: "Save the restore page" }).click(),
  ]);
  expect(await readFile(await page2.path(), "utf8")).toBe(await readFile(restorePage, "utf8"));
  await kit.getByRole("button", { name: "I have both: check my kit" }).click();
  await typeKit(proven, "Recovery kit", { ...saved, passphrase: saved.passphrase.replace(/^./, "U") });
  await kit.getByRole("button", { name: "Check my kit" }).click();
  await kit.getByText("There's a slip in the passphrase").waitFor();
  await typeKit(proven, "Recovery kit", saved);
  await kit.getByRole("button", { name: "Check my kit" }).click();
  await kit.getByText("Your kit works.").waitFor();

  const key = section(proven, "Take your key to another wallet");
  await key.getByRole("button", { name: "Take my key" }).click();
  await key.getByRole("button", { name: "Show my key" }).click();
  saved.key = (await key.getByText(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/).textContent()) ?? "";
  expect([...getBase58Encoder().encode(saved.key)].slice(32)).toEqual([...getBase58Encoder().encode(saved.address)]);
});

it("restores the wallet in a new browser with the kit, without a mail", async () => {
  await visitor.close();
  visitor = await newVisitor(browser, desktop);
  const { page } = visitor;
  printOnFailure();
  await signInAgain(page, tribe, email);
  const own = await openWalletPage(page, tribe);
  const missing = "Your wallet isn't in this browser yet";
  await section(own, missing).waitFor();
  await typeKit(own, missing, saved);
  await section(own, missing).getByRole("button", { name: "Bring it here" }).click();
  await section(own, "Recovery kit")
    .getByText(/^Kit \w{8} was tried on/)
    .waitFor();
  expect(await addressOn(own)).toBe(saved.address);
});

it("recovers the key offline, without us, by one page; and says what is wrong with the file or passphrase", async () => {
  await visitor.close();
  visitor = await newVisitor(browser, phone);
  const { page } = visitor;
  printOnFailure();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.context().setOffline(true);
  await page.goto(pathToFileURL(restorePage).href);
  const restore = async (file: string, passphrase: string) => {
    await page.getByLabel("Recovery kit (file)").setInputFiles(file);
    await page.getByRole("textbox", { name: /^Passphrase/ }).fill(passphrase);
    await page.getByRole("button", { name: "Restore", exact: true }).click();
  };
  const kit: Record<string, unknown> = JSON.parse(await readFile(saved.file, "utf8"));
  const fileOf = async (name: string, content: unknown) => {
    const file = join(tmpdir(), `kit-${process.pid}-${name}.json`);
    await writeFile(file, JSON.stringify(content));
    return file;
  };
  const wrong = [
    [
      await fileOf("damaged", { ...kit, sealed: String(kit.sealed).replace(/^./, "_") }),
      saved.passphrase,
      "is damaged",
    ],
    [await fileOf("newer", { ...kit, tribeRecoveryKit: 2 }), saved.passphrase, "newer version of Tribe"],
    [await fileOf("other", { hello: 1 }), saved.passphrase, "isn't a recovery kit"],
    [saved.file, saved.passphrase.slice(2), "There's a slip in the passphrase"],
  ] as const;
  for (const [file, passphrase, said] of wrong) {
    await restore(file, passphrase);
    await page.getByRole("alert").getByText(said).waitFor();
  }
  expect(await page.getByRole("button", { name: "Show the key" }).count()).toBe(0);
  await restore(saved.file, saved.passphrase.toLowerCase().replaceAll("-", " "));
  await page.getByRole("heading", { name: "This is your wallet" }).waitFor();
  expect(await addressOn(page)).toBe(saved.address);
  await page.getByRole("button", { name: "Show the key" }).click();
  await page.getByText(saved.key, { exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Save as a keypair file/ }).click(),
  ]);
  expect(JSON.parse(await readFile(await download.path(), "utf8"))).toEqual([...getBase58Encoder().encode(saved.key)]);
  // The page makes no requests except for itself and for its download.
  expect(requests.filter((url) => !url.startsWith("file:") && !url.startsWith("blob:"))).toEqual([]);
});
