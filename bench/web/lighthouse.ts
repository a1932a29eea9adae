import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";

const folder = fileURLToPath(new URL("../lighthouse/", import.meta.url));
const program = join(folder, "node_modules/lighthouse/cli/index.js");

const score = z.object({ score: z.number() });
const figure = z.object({ numericValue: z.number() });
const reportSchema = z.object({
  categories: z.object({ performance: score, accessibility: score, "best-practices": score, seo: score }),
  audits: z.object({
    "first-contentful-paint": figure,
    "largest-contentful-paint": figure,
    "total-blocking-time": figure,
    "cumulative-layout-shift": figure,
  }),
});

/** One run: scores out of 100, times in milliseconds. */
export interface LighthouseRun {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocking: number;
  readonly shift: number;
}

const run = (command: string, args: readonly string[], cwd: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, CHROME_PATH: process.env.CHROME_PATH ?? "/usr/bin/chromium" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-4_000);
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}: ${said}`)),
    );
  });

/** Installs Lighthouse into its own folder, once. It is not a workspace, since only this bench needs its 185 MB. */
export const ensureLighthouse = async (): Promise<void> => {
  if (existsSync(program)) return;
  process.stdout.write("Installing Lighthouse, once …\n");
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], folder);
};

const flags = "--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking";

/** Runs Lighthouse's mobile test of a page: with a simulated slow network and processor, and a fresh profile. */
export const lookAt = async (url: string): Promise<LighthouseRun> => {
  const place = await mkdtemp(join(tmpdir(), "tribe-lighthouse-"));
  const file = join(place, "report.json");
  try {
    const options = [
      "--quiet",
      "--output=json",
      `--output-path=${file}`,
      "--only-categories=performance,accessibility,best-practices,seo",
      `--chrome-flags=${flags}`,
    ];
    await run(process.execPath, [program, url, ...options], place);
    const { categories, audits } = z.parse(reportSchema, JSON.parse(await readFile(file, "utf8")));
    return {
      performance: Math.round(categories.performance.score * 100),
      accessibility: Math.round(categories.accessibility.score * 100),
      bestPractices: Math.round(categories["best-practices"].score * 100),
      seo: Math.round(categories.seo.score * 100),
      firstPaint: audits["first-contentful-paint"].numericValue,
      largestPaint: audits["largest-contentful-paint"].numericValue,
      blocking: audits["total-blocking-time"].numericValue,
      shift: audits["cumulative-layout-shift"].numericValue,
    };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
};
