import { describeMessage } from "@tribe/chain/clear-signing";
import { addressSchema } from "@tribe/contract";
import { expect, it } from "vitest";
import { buildClaimMessage } from "../../../../packages/chain/src/claim/claim-message.ts";
import { claimInput, context } from "../../../../packages/chain/src/testing.ts";
import type { ReadAccounts } from "../chain/node-client.ts";
import { silentNode } from "../testing/chain-answers.ts";
import { describeTransactionBy } from "./describe-transaction.ts";
import type { ConfirmContent } from "./screen.ts";

const config = {
  ...{ appOrigin: "https://tribe.example", apiOrigin: "https://tribe.example", rpcUrl: "https://node.example" },
  ...{ programAddress: context.program, adminAddress: context.admin },
};
const token2022 = addressSchema.parse("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
const described = async (node: ReadAccounts) => {
  const result = await describeTransactionBy(node)(await buildClaimMessage(claimInput), context.wallet, config);
  if (result.kind === "refused") throw new Error(result.reason);
  return { first: result.content, last: (await result.checked) ?? result.content };
};
const line = ({ moves, lines }: ConfirmContent, label: string) =>
  [...moves, ...lines].find((each) => each.label === label)?.value;
const mint = (decimals: number) => {
  const data = new Uint8Array(82);
  data[44] = decimals;
  data[45] = 1;
  return data;
};

it("says what arrives, where, and at what cost; and uses the mint's decimals once the chain has answered", async () => {
  const { first, last } = await described(async () => [{ owner: token2022, data: mint(3) }]);
  expect(first).toMatchObject({ isChecking: true, headline: ["Claim ", "a token"] });
  expect(line(first, "You get")).toBe("3004 of the token's smallest parts");
  expect(last).toMatchObject({ isChecking: false, notices: [], typing: null });
  expect(line(last, "You get")).toBe("3.004 tokens");
  expect(line(last, "To")).toBe("your wallet");
  // All fees in one line: what their parts are is said when it is pointed at.
  expect(last.lines.find(({ label }) => label === "Network fee")).toMatchObject({
    value: expect.stringMatching(/^0\.00\d+ SOL$/),
    exact: expect.stringMatching(/ for signatures, .* for priority, 0\.000005 SOL for Light/),
  });
  expect(last.lines.map(({ label }) => label)).toEqual(["To", "Token", "One-time deposit", "Network fee"]);
  const description = await describeMessage(await buildClaimMessage(claimInput), context);
  expect(description).toMatchObject({ spend: { total: last.maxSpend } });
});

it.each<[string, ReadAccounts]>([
  ["is silent", silentNode],
  ["has none", async () => [null]],
  ["names another owner", async () => [{ owner: context.admin, data: mint(3) }]],
  ["tells of decimals that nothing has", async () => [{ owner: token2022, data: mint(200) }]],
  ["has garbage", async () => [{ owner: token2022, data: new Uint8Array(300).fill(9) }]],
])("a node that %s changes no amount: the token is named by its whole address, with a warning", async (_what, node) => {
  const { first, last } = await described(node);
  expect(line(last, "You get")).toBe(line(first, "You get"));
  expect(line(last, "Token")).toBe(claimInput.mint);
  expect(last.notices).toMatchObject([{ tone: "warning" }]);
  expect(last.maxSpend).toBe(first.maxSpend);
});
