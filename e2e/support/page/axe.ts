import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Frame, Page } from "playwright-core";
import {
  type AxeOptions,
  type AxeRules,
  axeOptions,
  runAxe,
  type Violation,
} from "../../../apps/web/screens/checks/in-page/axe.ts";

export { type AxeRules, rulesOfColours } from "../../../apps/web/screens/checks/in-page/axe.ts";

const builder = createRequire(import.meta.url).resolve("@axe-core/playwright");
/** The minified axe: less than half of the size that the builder would inject into each document. */
const source = readFileSync(createRequire(builder).resolve("axe-core/axe.min.js"), "utf8");

/** Injects axe into a frame that does not have it yet; it stays until the frame navigates. */
const bringAxe = async (frame: Frame): Promise<void> => {
  if (!(await frame.evaluate("typeof axe === 'object'"))) await frame.evaluate(source);
};

/** The violations that axe finds on the current page, frames included. */
export const violationsOf = async (page: Page, rules: AxeRules = {}): Promise<readonly Violation[]> => {
  await bringAxe(page.mainFrame());
  const options = axeOptions(rules);
  return (await page.evaluate(runAxe, options)) ?? withFrames(page, options);
};

const withFrames = async (page: Page, options: AxeOptions): Promise<readonly Violation[]> => {
  // The builder also skips a frame that navigates meanwhile.
  for (const frame of page.frames()) if (frame !== page.mainFrame()) await bringAxe(frame).catch(() => undefined);
  const { violations } = await new AxeBuilder({ page: inOneTab(page), axeSource: "null" }).options(options).analyze();
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ target, html, failureSummary = "" }) => ({ target: target.join(" "), html, failureSummary })),
  }));
};

/**
 * A page for axe's builder. The builder merges the results of all frames in a new blank tab, as it does not trust the page;
 * ours is trusted, and a tab for each check would take as long as the check.
 */
const inOneTab = (page: Page): Page => {
  const frame = page.mainFrame();
  // All methods of a tab that axe uses.
  const tab = { evaluate: frame.evaluate.bind(frame), close: () => frame.evaluate("delete window.partialResults") };
  return new Proxy(page, {
    get: (target, name) => {
      if (name === "context") return () => ({ newPage: async () => tab });
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
};
