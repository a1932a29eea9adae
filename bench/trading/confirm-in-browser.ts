import { setTimeout as wait } from "node:timers/promises";
import { confirmInWallet, readyToConfirm } from "../../e2e/support/page/at-the-page.ts";
import { desktop, openBrowser, picture } from "../../e2e/support/page/browser.ts";
import type { Tribe } from "../../e2e/support/product/tribe.ts";
import { enterScene, type Scene } from "../../e2e/support/scene.ts";
import { percentile, type Row } from "../suite.ts";

const rounds = 40;
/**
 * Each round makes six of the 120 changes that a person may make in a minute: page and wallet ask for a token, the trade for
 * four, and one more when it is handed in again.
 */
const shortestMs = 3_700;

/** When the page showed that the trade is confirmed, in its own clock; noted by the page itself, without a poll of ours. */
const noteConfirmed = () => {
  const noted = globalThis as unknown as { pressedAt?: number; confirmedAt?: number }; // our own marks on the page
  delete noted.confirmedAt;
  const watcher = new MutationObserver(() => {
    if (!document.body.textContent.includes("Transaction Confirmed")) return;
    noted.confirmedAt = Date.now();
    watcher.disconnect();
  });
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
};

/**
 * One person buys and sells in Chromium on the embedded chain at its own slots of 400 ms: from the press on Confirm, inside
 * the wallet's frame, to the page's 'Transaction Confirmed'.
 */
export const confirmRows = async (tribe: Tribe): Promise<Row[]> => {
  const browser = await openBrowser();
  try {
    const scene = await enterScene(tribe, browser, desktop, "bench");
    // A person with a seat is not led to the chat by a purchase that would bring one.
    await scene.member.join(scene.mint);
    const times: number[] = [];
    const press: { at: number | null } = { at: null };
    await scene.page.context().exposeFunction("notePress", (at: number) => {
      press.at = at;
    });
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      times.push(await pictured(scene, oneTrade(scene, round % 2 === 0 ? "Buy" : "Sell", press)));
      await wait(Math.max(0, shortestMs - (performance.now() - began)));
    }
    return [
      {
        name: "confirm_to_confirmed.p50",
        value: Math.round(percentile(times, 0.5)),
        unit: "ms",
        bar: null,
        better: "lower",
      },
      {
        name: "confirm_to_confirmed.p95",
        value: Math.round(percentile(times, 0.95)),
        unit: "ms",
        bar: 1_000,
        better: "lower",
      },
    ];
  } finally {
    await browser.close();
  }
};

/** Stores what the page showed when a trade did not end as expected. */
const pictured = async <T>({ page }: Scene, trade: Promise<T>): Promise<T> => {
  try {
    return await trade;
  } catch (error) {
    await picture(page, "bench-trade-failed");
    throw error;
  }
};

/** The bench's globals in every frame. */
interface PressNoter {
  readonly notePress: (at: number) => Promise<void>;
}

const oneTrade = async (
  { page, open, mint }: Scene,
  side: "Buy" | "Sell",
  press: { at: number | null },
): Promise<number> => {
  press.at = null;
  await open(`/token/${mint}`);
  await page.getByRole("button", { name: side, exact: true }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill("0.5");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.evaluate(noteConfirmed);
  const confirm = await readyToConfirm(page);
  // The press is timed where it happens, in a frame that is gone afterwards: a test's press first waits until it rests.
  await confirm.evaluate((button) =>
    button.addEventListener("click", () => void (globalThis as unknown as PressNoter).notePress(Date.now()), {
      capture: true,
    }),
  );
  await confirmInWallet(page);
  await page.getByText("Transaction Confirmed").waitFor();
  const confirmedAt = await page.evaluate(() => (globalThis as unknown as { confirmedAt?: number }).confirmedAt);
  await page.getByRole("button", { name: "OK", exact: true }).click();
  if (press.at === null || confirmedAt === undefined) throw new Error("a press or its end was not noted");
  return confirmedAt - press.at;
};
