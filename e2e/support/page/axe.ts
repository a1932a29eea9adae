import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Frame, Page } from "playwright-core";

/** A violated rule, and its elements. */
export interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: string; readonly html: string; readonly failureSummary: string }[];
}

const builder = createRequire(import.meta.url).resolve("@axe-core/playwright");
/** The minified axe: less than half of the size that the builder would inject into each document. */
const source = readFileSync(createRequire(builder).resolve("axe-core/axe.min.js"), "utf8");

/** Injects axe into a frame that does not have it yet; it stays until the frame navigates. */
const bringAxe = async (frame: Frame): Promise<void> => {
  if (!(await frame.evaluate("typeof axe === 'object'"))) await frame.evaluate(source);
};

/** The rules for axe: all unless some are selected or excluded. */
export interface AxeRules {
  readonly only?: readonly string[];
  readonly without?: readonly string[];
}

/** The rules that depend on colours. A change of only the theme can't violate any other rule. */
export const rulesOfColours: AxeRules = { only: ["color-contrast", "link-in-text-block"] };

/** The options for `axe.run`, without details of passed rules, which are a thousand times as much. */
const optionsOf = ({ only, without = [] }: AxeRules) => ({
  resultTypes: ["violations" as const],
  rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  ...(only && { runOnly: [...only] }),
});
type Options = ReturnType<typeof optionsOf>;

/** The violations that axe finds on the current page, frames included. */
export const violationsOf = async (page: Page, rules: AxeRules = {}): Promise<readonly Violation[]> => {
  await bringAxe(page.mainFrame());
  const options = optionsOf(rules);
  const found = await page.evaluate(async (asked) => {
    // As in axe's documentation; its types for a page would need another dependency.
    const { axe } = globalThis as unknown as {
      axe: {
        utils: { getFrameContexts(): readonly unknown[] };
        run(options: Options): Promise<{ violations: readonly PageViolation[] }>;
      };
    };
    if (axe.utils.getFrameContexts().length > 0) return null;
    // Without frames one call is enough, and only violations are transferred from the page.
    const { violations } = await axe.run(asked);
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, html, failureSummary = "" }) => ({ target: target.join(" "), html, failureSummary })),
    }));
  }, options);
  return found ?? withFrames(page, options);
};

/** axe's own result type. */
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
