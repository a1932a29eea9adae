import { expect, it } from "vitest";
import { redact } from "./redact.ts";

it("takes secrets and people out of a text and leaves the bundle's places in it", () => {
  const secret = "q3J9d0sZk1L5m8P2v7X4b6N0t3R9y1W5e8U2i7O4a6S";
  expect(redact(`token ${secret} refused`, 200)).toBe("token … refused");
  expect(redact("no mail to mara.ember@example.com came", 200)).toBe("no mail to … came");
  expect(redact("code 123456 is wrong", 200)).toBe("code … is wrong");
  expect(redact("GET /callback?code=abc&state=def failed", 200)).toBe("GET /callback?… failed");
  const place = "at f (http://localhost:44675/assets/TradeTransactionDialog-CdeNwsXc.js:1:123456)";
  expect(redact(place, 200)).toBe(place);
});

it("cuts what is too long", () => {
  expect(redact("ab ".repeat(100), 10)).toHaveLength(10);
});
