import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePaymentLink, paymentLink } from "./solana-pay.ts";

const recipient = "8dHEsm9jeYwzRVfHsM4AtkpSzN8Z1V6sXyTYmGkCmPhY";

test("writes links that wallets read: SOL, plain and exact, with a zero before the dot", () => {
  expect(paymentLink({ recipient, lamports: null, memo: null })).toBe(`solana:${recipient}`);
  expect(paymentLink({ recipient, lamports: 1_500_000_000n, memo: null })).toBe(`solana:${recipient}?amount=1.5`);
  expect(paymentLink({ recipient, lamports: 1n, memo: "for lunch & tea" })).toBe(
    `solana:${recipient}?amount=0.000000001&memo=for%20lunch%20%26%20tea`,
  );
});

test("any request is read back unchanged", () => {
  const request = fc.record({
    recipient: fc.constant(recipient),
    lamports: fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
    memo: fc.option(fc.string({ unit: "grapheme", minLength: 1 })),
  });
  fc.assert(
    fc.property(request, (request) => {
      expect(parsePaymentLink(paymentLink(request))).toEqual({ ...request });
    }),
  );
});

test("reads nothing else as a payment link", () => {
  for (const text of [
    recipient,
    "solana:https%3A%2F%2Fshop.example%2Fpay",
    `solana:${recipient}?amount=1e3`,
    `solana:${recipient}?amount=.5`,
    `solana:${recipient}?amount=-1`,
    `solana:${recipient}?amount=1.0000000001`,
    `solana:${recipient}?amount=1&spl-token=${recipient}`,
    `solana:${recipient}?amount=1&reference=${recipient}`,
    `ethereum:${recipient}`,
    `solana:${recipient.slice(0, 20)}`,
  ])
    expect(parsePaymentLink(text), text).toBeNull();
});
