import type { ChainCheck } from "@tribe/chain/clear-signing";
import { describe, expect, it } from "vitest";
import type { ReadAccounts } from "../chain/node-client.ts";
import { addressOf } from "../testing/airdrop.ts";
import { migratedTokenOnChain, nodeTelling, silentNode } from "../testing/chain-answers.ts";
import { migratedMessages } from "../testing/messages.ts";
import { config } from "../testing/open-signer.ts";
import { askNodes } from "./ask-nodes.ts";
import { describeTransactionBy } from "./describe-transaction.ts";

const owner = "11111111111111111111111111111112";
const quoted = (output: bigint): ChainCheck => ({
  ...{ token: null, isHeld: null },
  outcome: { kind: "quoted", output, slippageBps: 0 },
});

/** Two nodes that give these outputs one after another; null for no answer. */
const told = async (first: readonly (bigint | null)[], second: readonly (bigint | null)[]) => {
  const said = [[...first], [...second]];
  const node =
    (which: number): ReadAccounts =>
    async () => {
      const output = said[which]?.shift();
      if (output === null || output === undefined) throw new Error("no answer");
      return [{ owner, data: Uint8Array.of(Number(output)) }];
    };
  const plan = {
    addresses: [],
    evaluate: async ([account]: readonly ({ readonly data: Uint8Array } | null)[]) =>
      quoted(BigInt(account?.data[0] ?? 0)),
  };
  return askNodes(plan, node(0), node(1)).then(
    ({ found, isDisputed }) => [found.outcome.kind === "quoted" ? found.outcome.output : null, isDisputed],
    () => "no answer",
  );
};

describe("two nodes", () => {
  it("agree within a twentieth, at once or on a second asking", async () => {
    expect(await told([100n], [95n])).toEqual([100n, false]);
    expect(await told([100n, 100n], [94n, 96n])).toEqual([100n, false]);
    expect(await told([null, 100n], [100n, 100n])).toEqual([100n, false]);
  });

  it("dispute a price when they still differ by more, or one stays silent", async () => {
    expect(await told([100n, 100n], [94n, 94n])).toEqual([100n, true]);
    expect(await told([94n, 94n], [100n, 100n])).toEqual([94n, true]);
    expect(await told([100n, 100n], [null, null])).toEqual([100n, true]);
    expect(await told([null, null], [100n, 100n])).toBe("no answer");
  });
});

describe("a sale in the wallet's box", () => {
  const typingOf = async (first: ReadAccounts, second: ReadAccounts | null) => {
    const wallet = addressOf(1);
    const bytes = await migratedMessages.swapSell(wallet);
    const described = await describeTransactionBy(first, second)(bytes, wallet, config);
    if (described.kind !== "content") throw new Error(described.reason);
    const content = await described.checked;
    return (
      content && { typing: content.typing?.word ?? null, notices: content.notices.map(({ text }) => text).join(" ") }
    );
  };

  it("asks for the typed word when a second node prices it differently or is silent, and not when both agree", async () => {
    const honest = await nodeTelling(migratedTokenOnChain);
    const lying = await nodeTelling({
      ...migratedTokenOnChain,
      pool: { lamports: 85_000_000_000n, tokens: 3_000_000_000_000_000n },
    });
    expect(await typingOf(honest, null)).toMatchObject({ typing: null });
    expect(await typingOf(honest, honest)).toMatchObject({ typing: null });
    for (const second of [lying, silentNode])
      expect(await typingOf(honest, second)).toEqual({
        typing: "accept",
        notices: expect.stringContaining("Two sources"),
      });
  });
});
