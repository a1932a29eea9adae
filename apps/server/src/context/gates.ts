import { ApiError } from "@tribe/contract";
import { type GatedAction, gateProblem } from "@tribe/domain/trading";
import { type ConnectSocialReason, connectSocialTexts } from "@tribe/domain/words";

const reasonOf: Record<GatedAction, ConnectSocialReason> = {
  create: "create",
  buy: "trade",
  sell: "trade",
  send: "trade",
  claim: "trade",
  join: "join",
  edit: "edit",
};

/**
 * Checks that a signed-in person may do an action, with the same rule as the page's gates.
 * @throws ApiError `wallet_missing`, `social_required` with the action's own message.
 */
export const requireGates = (action: GatedAction, person: Parameters<typeof gateProblem>[1]): void => {
  const problem = gateProblem(action, person);
  if (problem === "social_required") throw new ApiError(problem, { message: connectSocialTexts[reasonOf[action]] });
  if (problem) throw new ApiError(problem);
};
