import type { ChainCheck, FetchedAccount } from "@tribe/chain/clear-signing";
import type { Address } from "@tribe/contract";
import type { ReadAccounts } from "../chain/node-client.ts";

/** What is asked of a node, and how its answer is read. */
interface Plan {
  readonly addresses: readonly Address[];
  readonly evaluate: (accounts: readonly FetchedAccount[]) => Promise<ChainCheck>;
}

/** What a node says, and whether a second one, of another operator, says the same. */
export interface NodesAnswer {
  readonly found: ChainCheck;
  /** They differ by more than trades of a moment explain, or only one of them answers. False where there is one node. */
  readonly isDisputed: boolean;
}

/** Two nodes may be a moment apart: one in twenty of the larger is no dispute. */
const tolerance = 20n;

/**
 * Asks one node, once more where it is silent; or two and, where they differ or one is silent, both once more.
 * @throws whatever stood in the way when the first one does not answer, or answers the impossible
 */
export const askNodes = async (plan: Plan, first: ReadAccounts, second: ReadAccounts | null): Promise<NodesAnswer> => {
  const ask = (node: ReadAccounts) => node(plan.addresses).then(plan.evaluate);
  // A node that is busy for a moment is asked once more before a person has to type.
  if (!second) return { found: await ask(first).catch(() => ask(first)), isDisputed: false };
  const both = () => Promise.allSettled([ask(first), ask(second)]);
  let [one, other] = await both();
  if (!isSame(one, other)) [one, other] = await both();
  if (one.status === "rejected") throw one.reason;
  return { found: one.value, isDisputed: !isSame(one, other) };
};

type Settled = PromiseSettledResult<ChainCheck>;

const isSame = (one: Settled, other: Settled): boolean => {
  if (one.status === "rejected" || other.status === "rejected") return false;
  const [a, b] = [one.value.outcome, other.value.outcome];
  if (a.kind !== b.kind) return false;
  if (a.kind !== "quoted" || b.kind !== "quoted") return true;
  const [less, more] = a.output < b.output ? [a.output, b.output] : [b.output, a.output];
  return (more - less) * tolerance <= more;
};
