import type { TransactionInstruction } from "@solana/web3.js";
import { afterAll, describe, expect, it } from "vitest";
import { a, b, c, instructionViewer, partially, raw2022 } from "./support.ts";

const { show, close } = instructionViewer();
afterAll(close);

describe("token instructions that cannot be parsed are partially decoded", () => {
  const cases: [string, TransactionInstruction][] = [
    ["too few accounts", raw2022([a, b], [3, 1], 5n)],
    ["an amount cut short", raw2022([a, b, c], [3, 1], [5, 4])],
    ["an unknown authority", raw2022([a, b], [6, 1], [99, 1], [0, 1])],
    ["an option that is neither", raw2022([a, b], [6, 1], [0, 1], [2, 1])],
    ["an unknown extension type", raw2022([a], [21, 1], [99, 2])],
    ["half an extension type", raw2022([a], [21, 1], [1, 1])],
    ["an unknown member of a family", raw2022([a, b], [44, 1], [9, 1])],
    ["a family without a member", raw2022([a, b], [44, 1])],
    ["more data than a pointer has", raw2022([a], [39, 1], [0, 1], Buffer.alloc(65))],
    ["an unknown account state", raw2022([a], [28, 1], [0, 1], [9, 1])],
    ["more sources than accounts", raw2022([a, b, c], [26, 1], [3, 1], [200, 1])],
    ["a batch in a batch", raw2022([a, b, c], [255, 1], [3, 1], [1, 1], [255, 1])],
    ["a batch with too few accounts", raw2022([a], [255, 1], [2, 1], [1, 1], [5, 1])],
    ["a batch cut short", raw2022([a, b], [255, 1], [2, 1], [4, 1], [5, 1])],
    ["a discriminator of nobody", raw2022([a, b], [200, 1], Buffer.alloc(20))],
    ["metadata that is not UTF-8", raw2022([a, b], Buffer.from("dde9312db5cadcc8", "hex"), [0, 1], [1, 4], [255, 1])],
  ];
  it.each(cases)("%s", (_what, instruction) => {
    expect(show(instruction)).toEqual(partially(instruction, expect.any(String)));
  });
});
