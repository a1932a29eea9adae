import {
  askForCode,
  confirmInWallet,
  lastMailAt,
  readCode,
  recoverByLink,
} from "../../e2e/support/page/at-the-page.ts";
import { newVisitor, openBrowser, phone, picture, visit } from "../../e2e/support/page/browser.ts";
import { createTrader, gather, tokens } from "../../e2e/support/people/people.ts";
import type { Row } from "../suite.ts";
import { type Product, withProduct } from "./product.ts";

const mostRecipients = 10_000;
/** The longest wait, ms. */
const timeoutMs = 600_000;

/** A Chief pays many recipients with one Confirm in Chromium, on the embedded chain with its default slots of 400 ms. */
export const browserRows = async (scale: number): Promise<readonly Row[]> => {
  const recipients = Math.max(20, Math.round(mostRecipients * scale));
  return withProduct(
    () => ({}),
    (product) => payIn(product, recipients),
  );
};

const payIn = async ({ tribe, addHolders }: Product, recipients: number): Promise<readonly Row[]> => {
  const { localMode } = tribe.config();
  if (!localMode) throw new Error("The embedded mode links its inbox");
  const { mailUrl } = localMode;
  const chief = await createTrader(tribe.appUrl, "benchchief");
  const mint = await gather([chief]);
  await chief.trade(mint, { side: "buy", tokens: tokens(100) });
  await addHolders(mint, recipients - 1);
  const browser = await openBrowser();
  const { page } = await newVisitor(browser, phone);
  try {
    const press: { at: number | null } = { at: null };
    await page.context().exposeFunction("notePress", (at: number) => {
      press.at = at;
    });
    await visit(page, `${tribe.appUrl}/wallet`);
    await page.getByRole("button", { name: "Sign in to get a wallet", exact: true }).click();
    const signInMail = await lastMailAt(mailUrl, chief.email);
    await askForCode(page, chief.email);
    await page.getByRole("textbox", { name: "Code" }).fill(await readCode(mailUrl, chief.email, signInMail));
    await page.getByRole("button", { name: "Send", exact: true }).waitFor();
    await visit(page, `${tribe.appUrl}/chat/${mint}`);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create airdrop" }).click();
    await page.getByRole("radio").first().check({ force: true });
    await page.getByRole("switch", { name: "Include holders" }).click();
    await page.getByRole("textbox", { name: "Amount" }).fill("50");
    const counted = recipients.toLocaleString("en");
    await page.getByText(`${counted} recipients in `, { exact: false }).first().waitFor();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await recoverByLink(page, tribe, chief.email);
    const wallet = page.frameLocator('iframe[title="Confirm in your wallet"]');
    const confirm = wallet.getByRole("button", { name: /^(Confirm|Show the rest)$/ });
    await confirm.waitFor();
    await wallet.locator("body").evaluate((body) =>
      body.ownerDocument.addEventListener(
        "click",
        () => void (globalThis as unknown as { notePress: (at: number) => Promise<void> }).notePress(Date.now()), // ours
        { capture: true },
      ),
    );
    await page.evaluate(noteProgress);
    await confirmInWallet(page);
    await page.getByText(`${counted} recipients got`, { exact: false }).waitFor({ timeout: timeoutMs });
    const { setUpAt, paidAt } = await page.evaluate(() => {
      const noted = globalThis as unknown as Noted; // our own marks on the page
      return { setUpAt: noted.setUpAt, paidAt: noted.paidAt };
    });
    if (press.at === null || setUpAt === undefined || paidAt === undefined) throw new Error("a moment was not noted");
    const perSecond = (from: number) => Math.round((recipients * 1_000) / (paidAt - from));
    return [
      {
        ...{ name: `recipients_per_second.${recipients}`, value: perSecond(press.at), unit: "recipients/s" },
        ...{ bar: 500, better: "higher" },
      },
      {
        ...{ name: `recipients_per_second.${recipients}.after_setup`, value: perSecond(setUpAt), unit: "recipients/s" },
        ...{ bar: null, better: "higher" },
      },
    ];
  } catch (error) {
    await picture(page, "bench-airdrop-failed");
    throw error;
  } finally {
    await browser.close();
  }
};

/** The page's measurements, in its own clock. */
interface Noted {
  setUpAt?: number;
  paidAt?: number;
}

/** Records when the airdrop's account exists, and when everybody is paid, by a mutation observer instead of polling. */
const noteProgress = () => {
  const noted = globalThis as unknown as Noted; // our own marks on the page
  const watcher = new MutationObserver(() => {
    const percent = Number(document.querySelector("[role=dialog] [role=progressbar]")?.getAttribute("aria-valuenow"));
    if (percent >= 20) noted.setUpAt ??= Date.now();
    if (!/recipients? got/.test(document.body.textContent)) return;
    noted.setUpAt ??= Date.now();
    noted.paidAt ??= Date.now();
    watcher.disconnect();
  });
  watcher.observe(document.body, { attributes: true, childList: true, subtree: true, characterData: true });
};
