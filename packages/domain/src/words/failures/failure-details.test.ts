import fc from "fast-check";
import { expect, test } from "vitest";
import { detailsAsText, explainFailure, failureDetails } from "./index.ts";

const programs = {
  curve: "Curve11111111111111111111111111111111111111",
  pool: "Poo1111111111111111111111111111111111111111",
};

test("a node's texts are limited, plain, and without characters that change how text is drawn", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 2_000 }),
    fc.constantFrom("\u202Eevil", "a\u0000b", "<script>alert(1)</script>", "x".repeat(1_000_000), "\u200B"),
  );
  fc.assert(
    fc.property(hostile, fc.array(hostile, { maxLength: 200 }), fc.double(), (text, logs, errorNumber) => {
      const details = failureDetails({ program: text, errorCode: text, errorNumber, errorMessage: text, logs });
      if (!details) return;
      const all = [details.program, details.errorCode, details.errorMessage, ...details.logs];
      for (const line of all) {
        expect((line ?? "").length).toBeLessThanOrEqual(401);
        expect(line ?? "").not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }
      expect(details.logs.length).toBeLessThanOrEqual(61);
    }),
    { seed: 7 },
  );
});

test("keeps the last lines of long logs, and says how many it left out", () => {
  const logs = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  const kept = failureDetails({ logs })?.logs ?? [];
  expect([kept[0], kept[1], kept.at(-1)]).toEqual(["(40 lines before)", "line 40", "line 99"]);
});

test("is null without any details", () => {
  expect(failureDetails({ logs: [] })).toBeNull();
  expect(explainFailure({ error: null, logs: null, programs }).details).toBeNull();
});

test("names code, program, Error Code, Error Number and Error Message for copying", () => {
  const logs = [
    "Program log: AnchorError occurred. Error Code: TooLittle. Error Number: 6002. Error Message: Slippage exceeded.",
    `Program ${programs.curve} failed: custom program error: 0x1772`,
  ];
  const { words, details } = explainFailure({ error: { InstructionError: [1, { Custom: 6002 }] }, logs, programs });
  expect(detailsAsText(words.code, details)).toBe(
    [
      "Code: curve.6002",
      `Program: ${programs.curve}`,
      "Error Code: TooLittle",
      "Error Number: 6002",
      "Error Message: Slippage exceeded",
      ...logs,
    ].join("\n"),
  );
  expect(detailsAsText("step.unexpected", null)).toBe("Code: step.unexpected");
});
