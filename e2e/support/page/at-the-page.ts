import { setTimeout as wait } from "node:timers/promises";
import { confirmStates } from "@tribe/domain/words";
import type { Locator, Page, WebSocket } from "playwright-core";
import { passWalletTime } from "../../../apps/server/src/testing/pass-wallet-time.ts";
import type { Tribe } from "../product/tribe.ts";
import { pressInFrame, watchFrameOf } from "./press-in-frame.ts";
import type { Found, Screen } from "./screen.ts";

/** Generous, since the wallet queries the chain, and a busy browser reports visibility late. */
const confirmTimeout = 120_000;

/** A person's actions on the page. All elements are found by role and name. */

interface Mail {
  readonly receivedAt: number;
  readonly text: string;
}

const readMails = async (mailUrl: string, query: Record<string, string>): Promise<readonly Mail[]> => {
  const answer = await fetch(`${new URL("/mail/api/messages", mailUrl)}?${new URLSearchParams(query)}`);
  const { messages } = (await answer.json()) as { messages: readonly Mail[] }; // the inbox's documented answer
  return messages;
};

/** The time of the newest mail to an address, to read only later ones; -1 when there is none. */
export const lastMailAt = async (mailUrl: string, email: string): Promise<number> =>
  (await readMails(mailUrl, { to: email }))[0]?.receivedAt ?? -1;

/** The newest code for an address, read from its mail in the inbox. Only mail after `after` counts. */
export const readCode = (mailUrl: string, email: string, after = -1): Promise<string> =>
  readFromMail(mailUrl, { email, after, what: /\b(\d{6})\b/ });

/** The number of polls of twenty seconds without a mail; a busy machine sends mail late. */
const maxSilences = 4;

/** The first group of the expression in the newest mail that matches it; other mails may arrive before. */
export const readFromMail = async (
  mailUrl: string,
  { email, after, what }: { email: string; after: number; what: RegExp },
): Promise<string> => {
  let last = after;
  for (let silences = 0; silences < maxSilences; ) {
    const mails = await readMails(mailUrl, { to: email, after: String(last), wait: "20" });
    for (const { text } of mails) {
      const found = what.exec(text)?.[1];
      if (found) return found;
    }
    const [newest] = mails;
    if (newest) last = newest.receivedAt;
    else silences += 1;
  }
  throw new Error(`Nothing like ${what} came for ${email}`);
};

/** A day, ms. */
export const dayMs = 86_400_000;

/** Requests the wallet's link by mail, and opens it in a new tab of the same browser, up to its button. */
export const openRecoveryLink = async (page: Page, tribe: Pick<Tribe, "mailUrl">, email: string): Promise<Page> => {
  const frame = page.frameLocator('iframe[title="Confirm in your wallet"]');
  const after = await lastMailAt(tribe.mailUrl(), email);
  await pressInFrame(frame.getByRole("button", { name: "E-mail me a link" }));
  await frame.getByText("in this browser", { exact: true }).waitFor();
  const link = await readFromMail(tribe.mailUrl(), { email, after, what: /(https?:\S+#recover=\S+)/ });
  const tab = await page.context().newPage();
  await tab.goto(link);
  await tab.getByRole("button", { name: "Bring it here" }).waitFor();
  return tab;
};

/**
 * Recovers the wallet by that link: at once where it is worth little, otherwise after its day, which is over at once here. The
 * frame continues by itself.
 */
export const recoverByLink = async (
  page: Page,
  tribe: Pick<Tribe, "mailUrl" | "dataDir">,
  email: string,
): Promise<void> => {
  const tab = await openRecoveryLink(page, tribe, email);
  await tab.getByRole("button", { name: "Bring it here" }).click();
  const waits = tab.getByRole("heading", { name: "Your wallet comes here in a day" });
  await tab.getByRole("heading", { name: "Your wallet is in this browser now" }).or(waits).waitFor();
  if (await waits.isVisible()) {
    const frame = page.frameLocator('iframe[title="Confirm in your wallet"]');
    await frame.getByRole("heading", { name: "This browser waits for your wallet" }).waitFor();
    await passWalletTime(tribe.dataDir, email, dayMs);
    // The frame looks by itself every twenty seconds, and at once on this message of the wallet's pages.
    await tab.evaluate(() => new BroadcastChannel("tribe-wallet-arrived").postMessage(null));
  }
  await tab.close();
};

/**
 * Types the address into the open sign-in dialog until a code is sent; when it is too soon for another code, waits as the page
 * says.
 */
export const askForCode = async (page: Screen, email: string): Promise<void> => {
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  const send = page.getByRole("button", { name: "Send code" });
  const code = page.getByRole("textbox", { name: "Code" });
  const refusal = page.getByText(/Try again in \d+ s/);
  await send.click();
  await code.or(refusal).waitFor();
  if (await code.isVisible()) return;
  await wait(Number(/in (\d+) s/.exec((await refusal.textContent()) ?? "")?.[1]) * 1_000);
  await send.click();
  await code.waitFor();
};

/** Types the address and the mailed code into the open sign-in dialog, which also makes the wallet. */
export const signInByMail = async (page: Screen, mailUrl: string, email: string): Promise<void> => {
  // A job sends the mail a moment after the call: an older code may still be the newest mail.
  const before = await lastMailAt(mailUrl, email);
  await askForCode(page, email);
  await page.getByRole("textbox", { name: "Code" }).fill(await readCode(mailUrl, email, before));
};

/** A new person sees their wallet, and postpones adding SOL. */
export const meetWallet = async (page: Screen): Promise<void> => {
  await page.getByRole("dialog", { name: "Your wallet is ready" }).getByRole("button", { name: "Add SOL" }).click();
};

/**
 * From the open connect-social dialog to X, signs in there, and returns.
 * @param handle of an account of their own; without it they are one of X's people of that name
 */
export const connectXOnPage = async (page: Screen, name: string, handle?: string): Promise<void> => {
  // Home has the same button beneath the dialog, and stays accessible for a moment after it is covered.
  await page.getByRole("dialog").getByRole("button", { name: "Connect X" }).click();
  if (handle === undefined) return page.getByRole("button", { name }).click();
  await page.getByLabel("Display name").fill(name);
  await page.getByLabel("Handle").fill(handle);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
};

/** From the open fund dialog to the card page, pays, and returns. */
export const fundByCard = async (page: Screen, sol: string): Promise<void> => {
  await page.getByRole("textbox", { name: "Amount by card" }).fill(sol);
  await page.getByRole("button", { name: "Pay by card" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByRole("link", { name: "Back to Tribe" }).click();
};

/** From the ring in which somebody has just taken a seat into the chat below it, whose field then has the focus. */
export const goToComposer = async (page: Screen): Promise<void> => {
  await page
    .getByRole("dialog")
    .getByRole("heading", { name: /^You're (in|back)\. Seat \d+ of \d+$/ })
    .waitFor();
  await page.getByRole("button", { name: "Say hello" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
};

/** A page's message while there is no connection; the message of a failed call may begin with the same words. */
export const offlineBanner = (page: Screen): Found =>
  page.getByText(/^You're offline\. We'll refresh when you reconnect\./);

/**
 * Scrolls through the wallet's dialog until its Confirm is enabled. If not every line was visible, because of a jump to the
 * buttons or a later answer of the chain, the dialog offers to show the rest, and this accepts.
 * @param name the label of Confirm in steps that sign nothing yet
 */
export const readyToConfirm = async (page: Page, name = "Confirm"): Promise<Locator> => {
  const frame = page.frameLocator('iframe[title="Confirm in your wallet"]');
  const confirm = frame.getByRole("button", { name });
  const rest = frame.getByRole("button", { name: "Show the rest" });
  // The dialog updates only after the browser has reported what is visible.
  const isShown = frame.getByRole("button", { name, disabled: false }).or(frame.getByText(confirmStates.cut));
  const quick = { timeout: 2_000 };
  await confirm.or(rest).waitFor();
  // The dialog may be rendered again at this moment; the press itself then watches the frame.
  await watchFrameOf(confirm.or(rest).first()).catch(() => undefined);
  for (const end = Date.now() + confirmTimeout; Date.now() < end; await wait(100)) {
    // One button may replace the other in between.
    if (await rest.isVisible()) {
      await rest.click(quick).catch(() => undefined);
      await isShown
        .first()
        .waitFor(quick)
        .catch(() => undefined);
    }
    await confirm.scrollIntoViewIfNeeded(quick).catch(() => undefined);
    if (await confirm.isEnabled(quick).catch(() => false)) return confirm;
  }
  throw new Error(`The wallet takes no press: ${await frame.locator("body").textContent()}`);
};

/** Presses Confirm inside the wallet's own frame, once all of its dialog was visible. */
export const confirmInWallet = async (page: Page): Promise<void> => pressInFrame(await readyToConfirm(page));

/** Opens a page by `open`, and waits until it receives events: events before that are not repeated. */
export const openLive = async (page: Page, open: () => Promise<void>): Promise<void> => {
  const isReady = ({ payload }: { payload: string | Buffer }) => payload.toString().includes('"type":"ready"');
  // A busy server may drop the first socket: any socket that gets ready counts.
  const getsReady = (socket: WebSocket) =>
    socket.waitForEvent("framereceived", isReady).then(
      () => true,
      () => false,
    );
  const live = page.waitForEvent("websocket", getsReady);
  await Promise.all([open(), live]);
};

/** Writes a message into the open chat. */
export const writeMessage = async (page: Screen, text: string): Promise<void> => {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.keyboard.press("Enter");
};

/** A message in the open chat; on a wide screen the list of Tribes beside it shows the newest one, too. */
export const messageInChat = (page: Screen, text: string): Found =>
  page.getByRole("log", { name: "Messages" }).getByText(text, { exact: true });
