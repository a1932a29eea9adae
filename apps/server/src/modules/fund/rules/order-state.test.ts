import { expect, test } from "vitest";
import { purchaseState, stateOfOrder } from "./order-state.ts";

test.each([
  { webhooks: [], state: null },
  { webhooks: ["a:paid"], state: "paid" },
  { webhooks: ["a:paid", "a:failed"], state: "failed" },
  { webhooks: ["a:failed", "a:paid"], state: "failed" },
  { webhooks: ["a:failed", "b:paid"], state: "paid" },
  { webhooks: ["a:failed", "b:paid", "b:failed"], state: "failed" },
  { webhooks: ["a:failed", "b:delivered"], state: "delivered" },
  { webhooks: ["b:delivered", "b:paid", "a:failed"], state: "delivered" },
])("after $webhooks an order is $state", ({ webhooks, state }) => {
  expect(stateOfOrder(webhooks)).toBe(state);
});

test("only these of MoonPay's states change an order", () => {
  const names = ["pending", "completed", "failed", "waitingPayment", "", "constructor"];
  expect(names.map(purchaseState)).toEqual(["paid", "delivered", "failed", null, null, null]);
});
