import { setTimeout as wait } from "node:timers/promises";
import { confirmInWallet, readyToConfirm } from "../../e2e/support/page/at-the-page.ts";
import { desktop, openBrowser, picture } from "../../e2e/support/page/browser.ts";
import type { Tribe } from "../../e2e/support/product/tribe.ts";
import { enterScene, type Scene } from "../../e2e/support/scene.ts";
import { percentile, type Row } from "../suite.ts";

const rounds = 40;
/**
 * The minimum time of a round, ms. The limit is 120 changes per person and minute, and a round makes up to nine: page and wallet request
 * tokens, and the trade is prepared, confirmed and submitted, sometimes twice.
 */
const shortestMs = 4_600;

/** Records, in the page's own clock, when the page shows that the trade is confirmed, without polling by the bench. */
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
 * One person buys and sells in Chromium on the embedded chain with its default slots of 400 ms: timed from the press on
 * Confirm, inside the wallet's frame, to the page's 'Transaction Confirmed'.
 */
export const confirmRows = async (tribe: Tribe): Promise<Row[]> => {
  const browser = await openBrowser();
  try {
    const scene = await enterScene(tribe, browser, desktop, "bench");
    // With a seat from the start, no purchase redirects to the chat.
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
  // The press is timed in the frame itself, which is removed afterwards, because Playwright's click first waits until the frame
  // is still.
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
