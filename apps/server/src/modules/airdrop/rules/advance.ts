import { airdropState, type TradeState, tradeState } from "@tribe/contract";
import { type AirdropTaskState, airdropStateOf, airdropTransition } from "@tribe/domain/airdrop";
import type { TaskRow } from "../schema.ts";
import type { BatchCounts } from "./tasks.ts";

/** What an airdrop becomes by the outcomes of its transactions. */
export interface Advanced {
  readonly isSetUp: boolean;
  /** Its setup can never land, so that another account may be made in its place. */
  readonly isSetUpLost: boolean;
  readonly state: TaskRow["state"];
  readonly isOver: boolean;
}

/**
 * Advances an open airdrop: the setup is done or lost, and when nothing can land any more the airdrop ends.
 * @param setUp the state of the transaction that sets it up; null before it is prepared
 * @param isCancelled whether the chain lets no other batch land any more
 * @returns null when nothing changes
 */
export const advance = (
  task: Pick<TaskRow, "isSetUp" | "isEnding">,
  { unpaid, underWay }: Pick<BatchCounts, "unpaid" | "underWay">,
  setUp: TradeState | null,
  isCancelled: boolean,
): Advanced | null => {
  const isSetUpLost = !task.isSetUp && setUp === tradeState.failed;
  const isSetUp = task.isSetUp || setUp === tradeState.succeeded;
  const isSetUpOpen = !isSetUp && setUp === tradeState.pending;
  const isPaid = unpaid === 0;
  const before: AirdropTaskState = { kind: "pending", isEnding: task.isEnding || isCancelled };
  const isSettled = isPaid || isCancelled || (underWay === 0 && !isSetUpOpen);
  const after = isSettled ? airdropTransition(before, { kind: "settled", isPaid }) : before;
  const state = airdropStateOf(after);
  const isOver = state !== airdropState.pending;
  return isOver || isSetUp !== task.isSetUp || isSetUpLost ? { isSetUp, isSetUpLost, state, isOver } : null;
};
