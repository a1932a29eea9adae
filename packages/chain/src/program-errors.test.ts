import { describe, expect, test } from "vitest";
import { poolProgramAddress } from "./addresses.ts";
import { explainTransactionError, parseProgramError } from "./program-errors.ts";
import { program, stranger } from "./testing.ts";

const anchorLine = (name: string, code: number, message: string) =>
  `Program log: AnchorError occurred. Error Code: ${name}. Error Number: ${code}. Error Message: ${message}.`;
const failedLine = (code: number, by: string = program) =>
  `Program ${by} failed: custom program error: 0x${code.toString(16)}`;
const slippage = [
  `Program ${program} invoke [1]`,
  anchorLine("BuySlippageExceeded", 6002, "Slippage exceeded"),
  failedLine(6002),
];

const explain = (error: unknown, logs: string[] | null = null) => explainTransactionError({ error, logs, program });

describe("a program's error", () => {
  test("is read with code, number and message", () => {
    expect(parseProgramError(slippage)).toEqual({
      program,
      code: 6002,
      name: "BuySlippageExceeded",
      message: "Slippage exceeded",
    });
  });

  test("is the innermost one that failed", () => {
    expect(parseProgramError([failedLine(1, stranger), failedLine(1)])?.program).toBe(stranger);
  });

  test("needs the runtime's own line: a program's log cannot blame another", () => {
    expect(
      parseProgramError([anchorLine("Fake", 6000, "Invalid Reserve"), `Program log: ${failedLine(6000)}`]),
    ).toBeNull();
  });

  test("does not take the words of another number", () => {
    expect(parseProgramError([anchorLine("Fake", 6003, "words"), failedLine(6002)])).toMatchObject({
      name: "",
      message: "",
    });
  });

  test("is none in empty or cut logs", () => {
    expect(parseProgramError([])).toBeNull();
    expect(parseProgramError(["Log truncated"])).toBeNull();
  });
});

describe("words for a person about the pool", () => {
  test.each([
    [6002, "slippage", "Confirm transaction failed: Slippage exceeded"],
    [6003, "slippage", "Confirm transaction failed: Slippage exceeded"],
    [6118, "insufficient_sol", "You do not have enough SOL for this, fees included"],
    [6119, "invalid_reserve", "Invalid Reserve"],
    [6104, "program", "Not the vault of this pool"],
    [6032, "program", "Transaction failed (code 6032)"],
  ])("for its code %d", (code, kind, message) => {
    expect(explain({ InstructionError: [2, { Custom: code }] }, [failedLine(code, poolProgramAddress)])).toMatchObject({
      code: kind,
      message,
    });
  });
});

describe("words for a person", () => {
  test.each([
    [6000, "invalid_reserve", "Invalid Reserve"],
    [6002, "slippage", "Confirm transaction failed: Slippage exceeded"],
    [6003, "slippage", "Confirm transaction failed: Slippage exceeded"],
    [6004, "program", "Trading is paused"],
    [6007, "program", "The final tokens of the curve cannot be sold"],
    [6032, "insufficient_sol", "You do not have enough SOL for this, fees included"],
    [6999, "program", "Transaction failed (code 6999)"],
  ])("of our code %d", (code, kind, message) => {
    expect(explain({ InstructionError: [2, { Custom: code }] }, [failedLine(code)])).toMatchObject({
      code: kind,
      message,
    });
  });

  test("the same code of another program is not ours", () => {
    const error = { InstructionError: [2, { Custom: 6002 }] };
    expect(explain(error, [failedLine(6002, stranger)])).toMatchObject({
      code: "unknown",
      message: "Transaction failed (code 6002)",
    });
    expect(explain(error)).toMatchObject({ code: "unknown", programError: null });
  });

  test.each([
    ["BlockhashNotFound", "blockhash_not_found", "Blockhash not found", true],
    ["BlockheightExceeded", "expired", "Transaction failed due to busy network. Please try again later.", true],
    ["InsufficientFundsForFee", "insufficient_sol", "You do not have enough SOL for this, fees included", false],
    [
      { InsufficientFundsForRent: { account_index: 0 } },
      "insufficient_sol",
      "You do not have enough SOL for this, fees included",
      false,
    ],
    ["AlreadyProcessed", "already_processed", "This transaction was already sent", false],
    ["SomethingElse", "unknown", "Transaction failed", false],
    [null, "unknown", "Transaction failed", false],
  ])("of %j", (error, code, message, retry) => {
    expect(explain(error)).toMatchObject({ code, message, retry });
  });

  test("a transfer of more lamports than there are is too little SOL", () => {
    const system = "11111111111111111111111111111111";
    expect(explain({ InstructionError: [2, { Custom: 1 }] }, [failedLine(1, system)]).code).toBe("insufficient_sol");
  });
});
