import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createApiClient, routes } from "@tribe/contract";
import type { Page } from "playwright-core";
import {
  confirmInWallet,
  connectXOnPage,
  goToComposer,
  messageInChat,
  signInByMail,
} from "../e2e/support/page/at-the-page.ts";
import { asPeopleHaveIt, newVisitor, openBrowser, phone, picture } from "../e2e/support/page/browser.ts";
import { freePorts } from "../e2e/support/product/ports.ts";
import { killTree } from "../e2e/support/product/processes.ts";
import { type RecordedWalk, recordWalk } from "./first-message/recorded-walk.ts";
import type { Row, Suite } from "./suite.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
/** The timeout of a first start, which downloads nothing, but creates its database and the example world. Milliseconds. */
const readyTimeoutMs = 120_000;
/** The example world is at rest when this many looks at its prices in a row are equal. */
const restPolls = 8;
const restPollMs = 1_000;
/** Issue 16's limit for the time from `npm start` of a built clone to the first message. Seconds. */
const barSeconds = 30;
/** Issue 39's limits for the way from a link to the first message: presses on our pages, and a person's seconds. */
const wayInBars = { presses: 12, seconds: 120 } as const;

/**
 * A new person's way in an installed and built clone: `npm start`, and then in a fresh browser, by following the page, from the link of
 * a Tribe of the example world, with sign-up, wallet, card, X and a purchase, to the first message. `npm_start_to` are the machine's
 * seconds alone; `way_in` are the presses, and the seconds with the time to read and to type.
 */
export const run = async (): Promise<Suite> => {
  const dataDir = await mkdtemp(join(tmpdir(), "tribe-first-message-"));
  // As root, PostgreSQL runs as another user.
  await chmod(dataDir, 0o755);
  const [port, signerPort, devkitPort, rpcPort] = await freePorts(4);
  const appUrl = `http://localhost:${port}`;
  let began = performance.now();
  const rows: Row[] = [];
  const reach = (name: string, bar: number | null = null) =>
    rows.push({ name, value: Math.round((performance.now() - began) / 100) / 10, unit: "s", bar, better: "lower" });
  const started = spawn("npm", ["start", "--silent"], {
    cwd: root,
    env: {
      ...process.env,
      TRIBE_DATA_DIR: dataDir,
      TRIBE_PORT: String(port),
      TRIBE_SIGNER_PORT: String(signerPort),
      TRIBE_DEVKIT_PORT: String(devkitPort),
      TRIBE_RPC_PORT: String(rpcPort),
      TRIBE_PUBLIC_URL: appUrl,
    },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const browser = await openBrowser();
  try {
    await untilReady(appUrl);
    reach("npm_start_to.ready");
    const { localMode } = await createApiClient({ origin: appUrl, credentials: () => null })(routes.system.config, {});
    if (!localMode) throw new Error("npm start runs the local mode");
    const { page } = await newVisitor(browser, phone, asPeopleHaveIt);
    const signerUrl = `http://localhost:${signerPort}`;
    const recorded = await recordWalk(page.context(), (origin) => origin === appUrl || origin === signerUrl);
    const at = (name: string, bar: number | null = null) => {
      recorded.reach(name);
      reach(`npm_start_to.${name}`, bar);
    };
    const rested = performance.now();
    await page.goto(appUrl);
    await untilAtRest(page);
    // Nobody waits for it.
    began += performance.now() - rested;
    await walk(page, { appUrl, mailUrl: localMode.mailUrl, recorded, reach: at }).catch(async (error: unknown) => {
      await picture(page, "failed-first-message");
      throw error;
    });
    at("first_message", barSeconds);
    rows.push(...recorded.rows(wayInBars));
  } finally {
    await browser.close();
    await killTree(started.pid, dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
  return { suite: "first-message", rows };
};

const untilReady = async (appUrl: string): Promise<void> => {
  const end = Date.now() + readyTimeoutMs;
  const isReady = () =>
    fetch(`${appUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (Date.now() > end) throw new Error("npm start did not get ready");
    await wait(100);
  }
};

/** Until nobody of the example world trades any more: in its first seconds a seat's price rises tenfold while somebody pays for one. */
const untilAtRest = async (page: Page): Promise<void> => {
  const tribes = page.getByRole("list", { name: /^Tribes by/ });
  const end = Date.now() + readyTimeoutMs;
  let last: string | null = null;
  for (let same = 0; same < restPolls && Date.now() < end; await wait(restPollMs)) {
    const now = await tribes.textContent();
    same = now === last ? same + 1 : 0;
    last = now;
  }
};

const walk = async (
  page: Page,
  {
    appUrl,
    mailUrl,
    recorded,
    reach,
  }: { appUrl: string; mailUrl: string; recorded: RecordedWalk; reach: (name: string) => void },
): Promise<void> => {
  await page.goto(appUrl);
  const tribes = page.getByRole("list", { name: /^Tribes by/ }).getByRole("link");
  await tribes.first().waitFor();
  const link = await tribes.first().getAttribute("href");
  // As if it came from a friend: to the door, in a browser that knows nothing yet but the page's files.
  recorded.begin();
  await page.goto(`${appUrl}${link?.replace("/token/", "/chat/")}`);
  const join = page.getByRole("button", { name: /^Join · / });
  await join.waitFor();
  reach("door");
  await join.click();
  await signInByMail(page, mailUrl, "stranger@example.com");
  await page.getByRole("dialog").getByRole("button", { name: "Connect X" }).waitFor();
  reach("signed_in");
  await connectXOnPage(page, "Mara Ember");
  await page.getByRole("dialog").getByRole("button", { name: "Deposit" }).click();
  reach("social");
  // The amount that is missing is filled in already.
  await page.getByRole("button", { name: "Pay by card" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByRole("link", { name: "Back to Tribe" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Next/ }).waitFor();
  reach("funded");
  await buyIn(page);
  await goToComposer(page);
  reach("in_the_chat");
  await page.getByRole("textbox", { name: "Message" }).fill("Hello from a stranger");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await messageInChat(page, "Hello from a stranger").waitFor();
};

/** If the price moved meanwhile, as the example world is still being traded, continues like a person. */
const buyIn = async (page: Page): Promise<void> => {
  const dialog = page.getByRole("dialog");
  const box = page.frameLocator('iframe[title="Confirm in your wallet"]').getByRole("button", { name: "Confirm" });
  const next = dialog.getByRole("button", { name: "Next", exact: true });
  const moved = dialog.getByRole("alert");
  const tooFew = dialog.getByText(/short of a seat/);
  for (;;) {
    await next.click();
    await box.or(moved).first().waitFor();
    if (await moved.isVisible()) continue;
    await confirmInWallet(page);
    const isIn = page.waitForURL("**/chat/**").then(() => true);
    const isAskedAgain = tooFew
      .or(moved)
      .first()
      .waitFor()
      .then(() => false);
    const hasEnded = await Promise.race([isIn, isAskedAgain]).catch(async () => {
      throw new Error(`No way into the chat: ${(await dialog.allTextContents()).join()}`);
    });
    if (hasEnded) return;
    // The amount view has Next; all other views have one button that continues.
    const onwards = dialog.getByRole("button", { name: /^(Buy min\. to enter chat|OK|Try again)$/ }).first();
    await onwards.or(next).first().waitFor();
    if (!(await next.isVisible())) await onwards.click();
  }
};
