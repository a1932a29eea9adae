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
    ["a text without end", "x".repeat(2_001), /2001 characters/],
  ])("with %s is refused by its length", async (_what, text, reason) => {
    expect(await read(text)).toMatchObject({ kind: "refused", reason: expect.stringMatching(reason) });
  });

  it("with null characters, which no screen shows, is refused: the signed text would be another one", async () => {
    for (const text of ["Sign in\0", "pay \0 1 SOL"])
      expect(await read(text)).toMatchObject({ kind: "refused", reason: expect.stringMatching(/can't be shown/) });
  });

  it.each([
    ["changes its direction", "Send \u202E1 SOL"],
    ["isolates a direction", "a\u2067b"],
    ["is a control character", "a\u0001\u0002\u0003b"],
    ["is a lone carriage return", "safe\rdanger"],
    ["is another line break", "Hello\u2028end"],
    ["is a vertical tab, form feed or next line", "a\v\f\u0085b"],
    ["has no width", "a\u200Bb"],
    ["looks blank", "a\u3164b"],
    ["is a tag", "a\u{E0041}b"],
    ["joins nothing", "a\u200Db"],
    ["is of private use", "a\uE000b"],
  ])("with a character that %s is refused", async (_what, text) => {
    expect(await read(text)).toMatchObject({ kind: "refused", reason: expect.stringMatching(/can't be shown/) });
  });

  it("keeps line breaks, tabs, joined emoji and joiners within words", async () => {
    const text = "Sign in to tribe.example\r\n\tURI: https://tribe.example\n👩\u200D🚀 می\u200Cروم क्\u200Dष";
    expect(await read(text)).toMatchObject({ kind: "content", content: { text } });
  });
});
