import * as kit from "@solana/kit";
import * as system from "@solana-program/system";
import * as token2022 from "@solana-program/token-2022";
import type { Base64 } from "@tribe/contract";
import {
  curveFailures,
  type FailureWords,
  parseProgramError,
  poolFailures,
  programFailure,
  rpcFailure,
} from "@tribe/domain/words";
import { describe, expect, test } from "vitest";
import { poolProgramAddress } from "../accounts/addresses.ts";
import type { CurveError } from "../generated/index.ts";
import * as curve from "../generated/index.ts";
import type { PoolError } from "../generated/pool/index.ts";
import * as pool from "../generated/pool/index.ts";
import { messages, program, stranger } from "../testing.ts";
import {
  assembleTransaction,
  instructionFacts,
  signersOf,
  toBase64,
  toSignature,
} from "../transactions/transactions.ts";
import { explainTransactionError } from "./program-errors.ts";

const anchorLine = (name: string, code: number, message: string) =>
  `Program log: AnchorError occurred. Error Code: ${name}. Error Number: ${code}. Error Message: ${message}.`;
const failedLine = (code: number, by: string = program) =>
  `Program ${by} failed: custom program error: 0x${code.toString(16)}`;
const slippage = [
  `Program ${program} invoke [1]`,
  anchorLine("BuySlippageExceeded", 6002, "Slippage exceeded"),
  failedLine(6002),
];

const explain = (error: unknown, logs: string[] | null = null) =>
  explainTransactionError({ error, logs, transaction: null, program });

/** The numbers that a generated client exports with a prefix. */
const codesOf = (client: object, prefix: string): string[] =>
  Object.entries(client)
    .filter(([name]) => name.startsWith(prefix))
    .map(([, code]) => String(code))
    .sort();

const capital = (word: string): string => word.charAt(0) + word.slice(1).toLowerCase();

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

  test("needs the runtime's own line: a program's log cannot blame another program", () => {
    expect(
      parseProgramError([anchorLine("Fake", 6000, "Invalid Reserve"), `Program log: ${failedLine(6000)}`]),
    ).toBeNull();
  });

  test("does not use the message of another number", () => {
    expect(parseProgramError([anchorLine("Fake", 6003, "words"), failedLine(6002)])).toMatchObject({
      name: "",
      message: "",
    });
  });

  test("is null for empty or truncated logs", () => {
    expect(parseProgramError([])).toBeNull();
    expect(parseProgramError(["Log truncated"])).toBeNull();
  });
});

/** Fails to compile when an error of our IDLs has no text, or a text has no error. */
const curveWords: Readonly<Record<CurveError, FailureWords>> = curveFailures;
const poolWords: Readonly<Record<PoolError, FailureWords>> = poolFailures;

describe("texts for people", () => {
  test("exist for every error of our programs' IDLs and for no other number", () => {
    expect(Object.keys(curveWords).sort()).toEqual(codesOf(curve, "CURVE_ERROR__"));
    expect(Object.keys(poolWords).sort()).toEqual(codesOf(pool, "POOL_ERROR__"));
  });

  test("exist for every error in Solana's own clients: system, token, transactions, instructions and RPC", () => {
    for (const [space, codes] of [
      ["system", codesOf(system, "SYSTEM_ERROR__")],
      ["token", codesOf(token2022, "TOKEN_2022_ERROR__")],
    ] as const)
      for (const code of codes)
        expect(programFailure(space, Number(code)).title).not.toBe("A program refused this transaction");
    const numbers = Object.entries(kit).filter(([name]) => name.startsWith("SOLANA_ERROR__JSON_RPC__"));
    expect(numbers.length).toBeGreaterThan(20);
    for (const [name, code] of numbers) expect(rpcFailure(Number(code)).code, name).toBe(`rpc.${code}`);
    const namesOf = (prefix: string) =>
      Object.keys(kit)
        .filter((name) => name.startsWith(prefix) && !/(UNKNOWN|CUSTOM)$/.test(name))
        .map((name) => name.slice(prefix.length).split("_").map(capital).join(""));
    for (const name of namesOf("SOLANA_ERROR__TRANSACTION_ERROR__"))
      expect(explain(name).words.code).toBe(`transaction.${name}`);
    for (const name of namesOf("SOLANA_ERROR__INSTRUCTION_ERROR__"))
      expect(explain({ InstructionError: [0, name] }).words.code).toBe(`instruction.${name}`);
  });

  test.each([
    [6000, program, "curve.6000", "Invalid Reserve"],
    [6002, program, "curve.6002", "Confirm transaction failed: Slippage exceeded"],
    [6003, program, "curve.6003", "Confirm transaction failed: Slippage exceeded"],
    [6007, program, "curve.6007", "The final tokens of the curve cannot be sold"],
    [6032, program, "curve.6032", "You don't have enough SOL for this, fees included"],
    [6999, program, "curve.6999", "A program refused this transaction"],
    [6002, poolProgramAddress, "pool.6002", "Confirm transaction failed: Slippage exceeded"],
    [6118, poolProgramAddress, "pool.6118", "You don't have enough SOL for this, fees included"],
    [6032, poolProgramAddress, "pool.6032", "A program refused this transaction"],
    [1, "11111111111111111111111111111111", "system.1", "You don't have enough SOL for this, fees included"],
    [1, "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb", "token.1", "Insufficient tokens"],
    [17, "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "token.17", "The token account is frozen"],
    [6002, stranger, "program.6002", "A program refused this transaction"],
  ])("for %d of the program that the log names (%s), whatever the instruction's index", (number, by, code, title) => {
    for (const index of [0, 2, 255])
      expect(explain({ InstructionError: [index, { Custom: number }] }, [failedLine(number, by)]).words).toMatchObject({
        code,
        title,
      });
  });

  test("a number without a log, or with a log of another number, belongs to no program", () => {
    const error = { InstructionError: [2, { Custom: 6002 }] };
    expect(explain(error)).toMatchObject({ words: { code: "program.6002" }, programError: null });
    expect(explain(error, [failedLine(6003)])).toMatchObject({ words: { code: "program.6002" }, programError: null });
    expect(explain("BlockhashNotFound", [failedLine(6002)]).words.code).toBe("transaction.BlockhashNotFound");
  });

  const callsOthersAlone = ({ name }: { readonly name: string }) =>
    ["send ", "claim", "close "].some((start) => name.startsWith(start));

  test.each(messages.filter(callsOthersAlone))("of what calls no program of ours, needs them: $name", ({ bytes }) => {
    const signatures = Object.fromEntries(signersOf(bytes).map((signer) => [signer, toSignature(new Uint8Array(64))]));
    const called = instructionFacts(toBase64(assembleTransaction(bytes, signatures))).called;
    expect(called).not.toContain(program);
    expect(called).not.toContain(poolProgramAddress);
  });

  test.each(messages.filter((message) => !callsOthersAlone(message)))(
    "of our own programs needs no log: $name",
    ({ bytes }) => {
      const signatures = Object.fromEntries(
        signersOf(bytes).map((signer) => [signer, toSignature(new Uint8Array(64))]),
      );
      const transaction = toBase64(assembleTransaction(bytes, signatures));
      const explain = (index: number, number: number | bigint) =>
        explainTransactionError({
          error: { InstructionError: [index, { Custom: number }] },
          logs: null,
          transaction,
          program,
        });
      const [own, ...others] = instructionFacts(transaction)
        .called.map((called, index) => ({ called, index }))
        .filter(({ called }) => called === program || called === poolProgramAddress);
      if (!own) throw new Error("it calls no program of ours");
      expect(others).toEqual([]);
      const space = own.called === program ? "curve" : "pool";
      for (const number of [6002, 6003n])
        expect(explain(own.index, number)).toMatchObject({
          words: { code: `${space}.${number}`, title: "Confirm transaction failed: Slippage exceeded" },
          needsLogs: false,
        });
      // A number that is not one of ours may come from a program that ours called.
      expect(explain(own.index, 1)).toMatchObject({ words: { code: "program.1" }, needsLogs: true });
      expect(explain(own.index === 0 ? 1 : 0, 6002)).toMatchObject({
        words: { code: "program.6002" },
        needsLogs: true,
      });
    },
  );

  test("of another program still needs them: a route's number may come from its market", () => {
    expect(instructionFacts("AQID" as Base64).called).toEqual([]);
    const error = { InstructionError: [0, { Custom: 6002 }] };
    const logs = [failedLine(6002, poolProgramAddress)];
    expect(explain(error)).toMatchObject({ needsLogs: true });
    expect(explain(error, logs)).toMatchObject({ words: { code: "pool.6002" }, needsLogs: false });
    expect(explain("BlockhashNotFound")).toMatchObject({ needsLogs: false });
  });

  test.each([
    ["BlockhashNotFound", "Blockhash not found", "safe"],
    ["BlockheightExceeded", "Transaction failed due to busy network. Please try again later.", "safe"],
    ["InsufficientFundsForFee", "You don't have enough SOL for this, fees included", "after-change"],
    [
      { InsufficientFundsForRent: { account_index: 0 } },
      "You don't have enough SOL for this, fees included",
      "after-change",
    ],
    ["AlreadyProcessed", "This transaction was already sent", "never"],
    ["SomethingElse", "Transaction failed", "after-change"],
    [null, "Transaction failed", "after-change"],
  ])("of %j", (error, title, retry) => {
    expect(explain(error).words).toMatchObject({ title, retry });
  });
});
