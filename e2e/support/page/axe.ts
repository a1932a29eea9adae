import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Frame, Page } from "playwright-core";

/** One broken rule, and where. */
export interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: string; readonly html: string; readonly failureSummary: string }[];
}

const builder = createRequire(import.meta.url).resolve("@axe-core/playwright");
/** axe in its short form: less than half of what the builder would have each document read. */
const source = readFileSync(createRequire(builder).resolve("axe-core/axe.min.js"), "utf8");

/** Brings axe into a frame that has none yet; it stays until the frame goes elsewhere. */
const bringAxe = async (frame: Frame): Promise<void> => {
  if (!(await frame.evaluate("typeof axe === 'object'"))) await frame.evaluate(source);
};

/** What axe is to look for: all of its rules unless some are named, or left out. */
export interface AxeRules {
  readonly only?: readonly string[];
  readonly without?: readonly string[];
}

/** The rules that colours decide. A page that is drawn again in other colours alone can break no other one anew. */
export const rulesOfColours: AxeRules = { only: ["color-contrast", "link-in-text-block"] };

/** As `axe.run` takes them. Of what is in order, which is a thousand times as much, it tells nothing. */
const optionsOf = ({ only, without = [] }: AxeRules) => ({
  resultTypes: ["violations" as const],
  rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  ...(only && { runOnly: [...only] }),
});
type Options = ReturnType<typeof optionsOf>;

/** What axe finds wrong with a page as it stands, frames included. */
export const violationsOf = async (page: Page, rules: AxeRules = {}): Promise<readonly Violation[]> => {
  await bringAxe(page.mainFrame());
  const options = optionsOf(rules);
  const found = await page.evaluate(async (asked) => {
    // As axe's documentation describes it; only its types for a page would come from a package of our own.
    const { axe } = globalThis as unknown as {
      axe: {
        utils: { getFrameContexts(): readonly unknown[] };
        run(options: Options): Promise<{ violations: readonly PageViolation[] }>;
      };
    };
    if (axe.utils.getFrameContexts().length > 0) return null;
    // Without frames one call does it, and nothing but faults leaves the page.
    const { violations } = await axe.run(asked);
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, html, failureSummary = "" }) => ({ target: target.join(" "), html, failureSummary })),
    }));
  }, options);
  return found ?? withFrames(page, options);
};

/** As axe tells it. */
interface PageViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly {
    readonly target: readonly unknown[];
    readonly html: string;
    readonly failureSummary?: string;
  }[];
}

const withFrames = async (page: Page, options: Options): Promise<readonly Violation[]> => {
  // A frame that goes elsewhere meanwhile is left out by the builder, too.
  for (const frame of page.frames()) if (frame !== page.mainFrame()) await bringAxe(frame).catch(() => undefined);
  const { violations } = await new AxeBuilder({ page: inOneTab(page), axeSource: "null" }).options(options).analyze();
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ target, html, failureSummary = "" }) => ({ target: target.join(" "), html, failureSummary })),
  }));
};

/**
 * The page for axe, which puts what it found in all frames together in a fresh tab, as if a page could cheat: ours is
 * trusted to add up, and a tab for each look costs as much as the look.
 */
const inOneTab = (page: Page): Page => {
  const frame = page.mainFrame();
  // All that axe asks of a tab.
  const tab = { evaluate: frame.evaluate.bind(frame), close: () => frame.evaluate("delete window.partialResults") };
  return new Proxy(page, {
    get: (target, name) => {
      if (name === "context") return () => ({ newPage: async () => tab });
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
};
