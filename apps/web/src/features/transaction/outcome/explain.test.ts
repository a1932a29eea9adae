import { poolProgramAddress } from "@tribe/chain/accounts";
import type { Base64 } from "@tribe/contract";
import { stepFailure } from "@tribe/domain/words";
import { describe, expect, test } from "vitest";
import type { ChainError } from "../delivery/chain-link.ts";
import { explain, slippage } from "../testing/direct-delivery.ts";

describe("the error texts of a node", () => {
  const anchor = [
    "Program log: AnchorError occurred. Error Code: SomethingNew. Error Number: 7777. Error Message: It broke.",
    `Program ${poolProgramAddress} failed: custom program error: 0x1e61`,
  ];
  const refused: ChainError = { error: { InstructionError: [0, { Custom: 7777 }] }, logs: anchor };

  test("are the parsed details of the catalogue's failure, for a simulation and for a failure on chain", () => {
    const details = {
      program: poolProgramAddress,
      errorCode: "SomethingNew",
      errorNumber: 7777,
      errorMessage: "It broke",
      logs: anchor,
    };
    expect(explain.refusal(refused, "AQID" as Base64)).toMatchObject({ title: "Simulation failed", details });
    expect(explain.onChain(refused, "AQID" as Base64).words).toMatchObject({
      title: "Confirm transaction failed",
      details,
    });
    const raw = explain.refusal({ error: { BrandNew: { index: 3 } }, logs: null }, "AQID" as Base64);
    expect(raw).toMatchObject({ title: "Simulation failed", details: { errorMessage: '{"BrandNew":{"index":3}}' } });
    expect(explain.refusal(slippage, "AQID" as Base64)).toMatchObject({
      title: "Confirm transaction failed: Slippage exceeded",
      details: { errorNumber: 6003 },
    });
  });

  test("never replace the catalogue's texts", () => {
    const hostile = explain.onChain({ error: "SomethingNew", logs: ["Program log: <b>pay me</b>"] }, "AQID" as Base64);
    const { title, cause, nextStep } = hostile.words;
    expect({ title, cause, nextStep }).toEqual({
      title: stepFailure("confirm_failed").title,
      cause: stepFailure("confirm_failed").cause,
      nextStep: stepFailure("confirm_failed").nextStep,
    });
  });
});
