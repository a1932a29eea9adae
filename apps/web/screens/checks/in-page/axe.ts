/** A violated rule, and its elements. */
export interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: string; readonly html: string; readonly failureSummary: string }[];
}

/** The rules for axe: all unless some are selected or excluded. */
export interface AxeRules {
  readonly only?: readonly string[];
  readonly without?: readonly string[];
}

/** The rules that depend on colours. A change of only the theme can't violate any other rule. */
export const rulesOfColours: AxeRules = { only: ["color-contrast", "link-in-text-block"] };

/**
 * The options for `axe.run`, without details of passed rules, which are a thousand times as much.
 * @param iframes whether frames belong to the page
 */
export const axeOptions = ({ only, without = [] }: AxeRules, iframes = true) => ({
  resultTypes: ["violations" as const],
  rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  iframes,
  ...(only && { runOnly: [...only] }),
});
export type AxeOptions = ReturnType<typeof axeOptions>;

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

/**
 * The violations in a page that has axe; null if it has frames that belong to it. Runs inside the page, and may use nothing from
 * outside itself.
 */
export const runAxe = async (options: AxeOptions): Promise<readonly Violation[] | null> => {
  // As in axe's documentation; its types for a page would need another dependency.
  const { axe } = globalThis as unknown as {
    axe: {
      utils: { getFrameContexts(): readonly unknown[] };
      run(options: AxeOptions): Promise<{ violations: readonly PageViolation[] }>;
    };
  };
  if (options.iframes && axe.utils.getFrameContexts().length > 0) return null;
  // Without frames one call is enough, and only violations are transferred from the page.
  const { violations } = await axe.run(options);
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ target, html, failureSummary = "" }) => ({ target: target.join(" "), html, failureSummary })),
  }));
};

/** Violations in a sentence each. */
export const axeFaultsOf = (violations: readonly Violation[]): readonly string[] =>
  violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}) at ${nodes
        .map(({ target, html, failureSummary }) => `${target} ${html.slice(0, 200)} ${failureSummary}`)
        .join(", ")}`,
  );
