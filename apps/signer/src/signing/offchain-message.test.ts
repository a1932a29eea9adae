import { generateKeyPairSigner } from "@solana/kit";
import { describe, expect, it } from "vitest";
import { offchainMessage } from "../testing/messages.ts";
import { describeOffchainMessage } from "./offchain-message.ts";

const { address } = await generateKeyPairSigner();
const owner = address as string as Parameters<typeof offchainMessage>[0]; // kit brands addresses in its own way
const config = {
  appOrigin: "https://a.example",
  apiOrigin: "https://a.example",
  programAddress: owner,
  adminAddress: owner,
  rpcUrl: "http://127.0.0.1:8899",
};
const read = (text: string) => describeOffchainMessage(offchainMessage(owner, text), owner, config);

describe("an off-chain message", () => {
  it("is shown unchanged if a person can read it", async () => {
    const text = `tribe.example wants you to sign in\n\n${"a line\n".repeat(33)}the end`;
    expect(await read(text)).toMatchObject({ kind: "content", content: { text } });
    expect(await read("x".repeat(2_000))).toMatchObject({ kind: "content" });
  });

  it.each([
    ["3,000 line breaks before what matters", `Hello${"\n".repeat(3_000)}and all I own`, /3001 lines/],
    ["other characters that break lines", `Hello${"\u2028".repeat(20)}${"\u2029\v\f\u0085".repeat(5)}end`, /41 lines/],
    ["a text without end", "x".repeat(2_001), /2001 characters/],
  ])("with %s is refused by its length", async (_what, text, reason) => {
    expect(await read(text)).toMatchObject({ kind: "refused", reason: expect.stringMatching(reason) });
  });

  it("with null characters, which no screen shows, is refused: the signed text would be another one", async () => {
    for (const text of ["Sign in\0", "pay \0 1 SOL"])
      expect(await read(text)).toMatchObject({ kind: "refused", reason: expect.stringMatching(/can't be shown/) });
  });
});
