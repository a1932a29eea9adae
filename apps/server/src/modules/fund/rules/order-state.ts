/** The states of a purchase that change an order; before them it waits for the person. */
export type PurchaseState = "paid" | "delivered" | "failed";

/** The id of a webhook: a repeated one has the same. */
export const webhookId = (purchase: string, state: PurchaseState): string => `${purchase}:${state}`;

/** MoonPay's names for the states of a purchase. */
const states: ReadonlyMap<string, PurchaseState> = new Map([
  ["pending", "paid"],
  ["completed", "delivered"],
  ["failed", "failed"],
]);

/** The state for MoonPay's name of one; null for names that change nothing. */
export const purchaseState = (name: string): PurchaseState | null => states.get(name) ?? null;

/**
 * An order's state from its purchases, in whichever order the webhooks arrived. SOL that was sent is final. After a card was
 * refused the person may try another one on the same page, which is another purchase: while that is pending, the order is.
 * @param webhooks the ids of those that have arrived, by {@link webhookId}
 */
export const stateOfOrder = (webhooks: readonly string[]): PurchaseState | null => {
  const purchasesIn = (state: PurchaseState) =>
    new Set(webhooks.filter((id) => id.endsWith(`:${state}`)).map((id) => id.slice(0, -state.length - 1)));
  const [paid, failed] = [purchasesIn("paid"), purchasesIn("failed")];
  if (purchasesIn("delivered").size > 0) return "delivered";
  if ([...paid].some((purchase) => !failed.has(purchase))) return "paid";
  return failed.size > 0 ? "failed" : null;
};
