import { expect, test } from "vitest";
import { impactText } from "./impact-texts.ts";

test("a buy far above today's price is compared with it", () => {
  const dear = { side: "buy", cost: 4_489_123_456n, today: 331_000_000n } as const;
  expect(impactText(dear)).toEqual({
    title: "You'd pay 13 times today's price",
    detail: "4.4892 SOL for what is worth 0.331 at that price. A smaller amount moves it less.",
  });
  expect(impactText({ ...dear, cost: 397_200_001n }).title).toBe("You'd pay 21% more than today's price");
  expect(impactText({ ...dear, cost: 661_999_999n }).title).toBe("You'd pay 100% more than today's price");
  expect(impactText({ ...dear, cost: 662_000_000n }).title).toBe("You'd pay 2 times today's price");
  expect(impactText({ ...dear, today: 1_000n }).title).toBe("You'd pay 4,489,123 times today's price");
  expect(impactText({ ...dear, today: 0n }).title).toBe("You'd pay many times today's price");
});

test("a sale says how far it moves the price", () => {
  expect(impactText({ side: "sell", impactBps: 4_000 }).title).toBe("This sale moves the price by 40%");
});
