import { defaultProgramAddress } from "@tribe/chain/accounts";
import { expect, test } from "vitest";
import { callsProgram } from "./calls-program.ts";

const memo = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";

test("a transaction that calls the program, also from another program, is recognised by its logs", () => {
  expect(callsProgram([`Program ${defaultProgramAddress} invoke [1]`], defaultProgramAddress)).toBe(true);
  expect(
    callsProgram([`Program ${memo} invoke [1]`, `Program ${defaultProgramAddress} invoke [2]`], defaultProgramAddress),
  ).toBe(true);
});

test("a memo that contains the program's address does not hide the transfer beside it", () => {
  const logs = [
    `Program ${memo} invoke [1]`,
    `Program log: Memo (len 60): "Program ${defaultProgramAddress} invoke [1]"`,
    `Program ${memo} success`,
  ];
  expect(callsProgram(logs, defaultProgramAddress)).toBe(false);
});
