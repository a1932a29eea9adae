import type { Browser } from "playwright-core";
import { createPool } from "../apps/server/src/db/client.ts";
import { openBrowser } from "../e2e/support/page/browser.ts";
import { withListing } from "./market/with-listing.ts";
import { type IsAsked, percentile, type Row, type Suite } from "./suite.ts";
import { chatOpenRows } from "./web/chat-open.ts";
import { interactionTimesOf } from "./web/interaction.ts";
import { javaScriptOf } from "./web/javascript.ts";
import { ensureLighthouse, type LighthouseRun, lookAt } from "./web/lighthouse.ts";

const looks = 5;
/** The maximum number of repeated runs: Chromium sometimes gives Lighthouse no trace (NO_NAVSTART), and the run is invalid. */
const maxFailed = 2;
/** Compressed kilobytes of script before any interaction. */
const bars = { home: 170, token: 170 } as const;

type PageName = keyof typeof bars;

/** The parts that can be measured alone. */
export const parts = ["pages", "chat_open"] as const;

/**
 * The cost for a phone of the first view of the home page and of a token page, and of opening a chat. Run with nothing else on
 * the machine.
 */
export const run = async (isAsked: IsAsked): Promise<Suite> => {
  const asked = (part: (typeof parts)[number]) => isAsked(part);
  const rows = asked("pages") ? await pageRows() : [];
  return { suite: "web", rows: asked("chat_open") ? [...rows, ...(await withBrowser(chatOpenRows))] : rows };
};

const withBrowser = async <T>(work: (browser: Browser) => Promise<T>): Promise<T> => {
  const browser = await openBrowser();
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
};

const pageRows = async (): Promise<readonly Row[]> => {
  await ensureLighthouse();
  return withListing({ tribes: 300, trades: 20_000 }, ["web", "realtime"], async ({ appUrl, databaseUrl }) => {
    const mint = await someMint(databaseUrl);
    const pages: Record<PageName, string> = { home: `${appUrl}/`, token: `${appUrl}/token/${mint}` };
    const sizes = await withBrowser(async (browser): Promise<Row[]> => {
      const scripts: Row[] = [];
      for (const name of ["home", "token"] as const)
        scripts.push({
          name: `${name}.javascript_brotli`,
          value: Math.round((await javaScriptOf(browser, pages[name])) / 100) / 10,
          unit: "KB",
          bar: bars[name],
          better: "lower",
        });
      const times = await interactionTimesOf(browser, appUrl, mint);
      return [
        ...scripts,
        {
          name: "interaction_to_next_paint_p75",
          value: Math.round(percentile(times, 0.75)),
          unit: "ms",
          bar: 120,
          better: "lower",
        },
      ];
    });
    const seen: Row[] = [];
    for (const name of ["home", "token"] as const) {
      const { runs, failed } = await lookOften(pages[name]);
      seen.push(...rowsOf(name, runs), {
        name: `${name}.lighthouse_failed_runs`,
        value: failed,
        unit: "runs",
        bar: maxFailed,
        better: "lower",
      });
    }
    return [...sizes, ...seen];
  });
};

/** The requested number of valid runs, and the number of failed ones. @throws the Error of a failed run beyond the maximum. */
const lookOften = async (url: string): Promise<{ runs: readonly LighthouseRun[]; failed: number }> => {
  const runs: LighthouseRun[] = [];
  let failed = 0;
  while (runs.length < looks) {
    try {
      runs.push(await lookAt(url));
    } catch (error) {
      failed += 1;
      if (failed > maxFailed) throw error;
      process.stdout.write(`A run of Lighthouse failed and is run again (${failed}): ${String(error)}\n`);
    }
  }
  return { runs, failed };
};

/** A token whose curve is still open: the page that most people open from a link. */
const someMint = async (databaseUrl: string): Promise<string> => {
  const pool = createPool(databaseUrl, { max: 1, onError: () => undefined });
  try {
    const { rows } = await pool.query<{ mint: string }>(
      "select mint from tokens where new_mint is null order by ranked_volume desc limit 1",
    );
    if (!rows[0]) throw new Error("there is no token");
    return rows[0].mint;
  } finally {
    await pool.end();
  }
};

const rowsOf = (name: PageName, runs: readonly LighthouseRun[]): Row[] => {
  const median = (of: keyof LighthouseRun) =>
    percentile(
      runs.map((each) => each[of]),
      0.5,
    );
  const score = (row: string, of: keyof LighthouseRun, bar: number): Row => ({
    name: `${name}.lighthouse_${row}`,
    value: median(of),
    unit: "of 100",
    bar,
    better: "higher",
  });
  const time = (row: string, of: keyof LighthouseRun): Row => ({
    name: `${name}.${row}`,
    value: Math.round(median(of)),
    unit: "ms",
    bar: null,
    better: "lower",
  });
  return [
    score("performance", "performance", 95),
    score("accessibility", "accessibility", 100),
    score("best_practices", "bestPractices", 100),
    score("seo", "seo", 95),
    time("first_contentful_paint", "firstPaint"),
    time("largest_contentful_paint", "largestPaint"),
    time("total_blocking_time", "blocking"),
    {
      name: `${name}.cumulative_layout_shift`,
      value: Math.round(median("shift") * 1_000) / 1_000,
      unit: "",
      bar: 0.02,
      better: "lower",
    },
  ];
};
