import { AccountRole } from "@solana/kit";
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import { expect, test } from "vitest";
import { context, messages, stranger, wallet } from "../testing.ts";
import { describeMessage } from "./describe.ts";
import { accounts, bytesOf, instruction, rewrite } from "./testing.ts";
import { tradeKindOfMessage } from "./trade-kind.ts";

const { program } = context;

test("each of our messages has the kind of its description", async () => {
  for (const { bytes } of messages) {
    const described = (await describeMessage(bytes, context)).kind;
    const kind = tradeKindOfMessage(bytes, program);
    expect({ createTribe: "create" }[described as string] ?? described).toBe(kind === "poolCollect" ? "collect" : kind);
  }
});

test("a message that does several things, something else, or nothing has no kind", async () => {
  const buy = await bytesOf("buy");
  const transfer = instruction(
    SYSTEM_PROGRAM_ADDRESS,
    [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    accounts([wallet, AccountRole.WRITABLE_SIGNER], [stranger, AccountRole.WRITABLE]),
  );
  expect(tradeKindOfMessage(buy, program)).toBe("buy");
  expect(
    tradeKindOfMessage(
      rewrite(buy, (all) => [...all, transfer]),
      program,
    ),
  ).toBeNull();
  expect(
    tradeKindOfMessage(
      rewrite(buy, (all) => [...all, ...all.slice(-1)]),
      program,
    ),
  ).toBeNull();
  expect(
    tradeKindOfMessage(
      rewrite(buy, (all) => all.slice(0, 2)),
      program,
    ),
  ).toBeNull();
  // The same bytes have no kind for another program.
  expect(tradeKindOfMessage(buy, wallet)).toBeNull();
});

test("bytes that are not a message have no kind", async () => {
  const buy = await bytesOf("buy");
  for (const bytes of [new Uint8Array(), Uint8Array.of(0x80), buy.slice(0, -1), Uint8Array.from([...buy, 0])])
    expect(tradeKindOfMessage(bytes, program)).toBeNull();
});
