import { signingRefusalTexts } from "@tribe/domain/words";
import { describe, expect, test } from "vitest";
import { context, messages } from "../testing.ts";
import { describeMessage } from "./describe.ts";
import { bytesOf } from "./testing.ts";

describe("any changed bit", () => {
  // Every byte of one message of each kind; of its variants, which differ in a few bytes, every third.
  const whole = [
    "create with inviter",
    "buy",
    "sell",
    "sell of everything",
    "close accounts",
    "convert",
    "swap buy",
    "send SOL",
    "send tokens with a memo",
    "claim",
  ];
  for (const { name, bytes } of messages)
    test(`of a ${name} is refused or changes the description`, async () => {
      const original = await describeMessage(bytes, context);
      expect(original.kind).not.toBe("refused");
      for (let index = 0; index < bytes.length; index += whole.includes(name) ? 1 : 3) {
        const mutated = bytes.slice();
        mutated[index] = (mutated[index] ?? 0) ^ (1 << (index % 8));
        const result = await describeMessage(mutated, context);
        if (result.kind === "refused") expect(signingRefusalTexts).toHaveProperty(result.reason);
        else expect(result, `byte ${index}`).not.toEqual(original);
      }
    });

  test("and any other length is refused", async () => {
    const bytes = await bytesOf("buy");
    for (const length of [0, 1, 3, 100, bytes.length - 1])
      expect(await describeMessage(bytes.slice(0, length), context)).toMatchObject({ kind: "refused" });
    expect(await describeMessage(Uint8Array.from([...bytes, 0]), context)).toMatchObject({ reason: "not_canonical" });
  });
});
