import { getAddressEncoder } from "@solana/kit";
import { associatedTokenAddress, toChainAddress, tokenAccountRent } from "@tribe/chain/accounts";
import { type ClaimDescription, describeMessage } from "@tribe/chain/clear-signing";
import type { Mint } from "@tribe/contract";
import { expect, it } from "vitest";
import { buildClaimMessage } from "../../../../packages/chain/src/claim/claim-message.ts";
import { addressOf, claimInput, context } from "../../../../packages/chain/src/testing.ts";
import type { ReadAccounts } from "../chain/node-client.ts";
import { silentNode } from "../testing/chain-answers.ts";
import { claimContents } from "./claims.ts";

const other = addressOf(77) as Mint; // 32 bytes
const token2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const claimOf = async (mint: Mint): Promise<ClaimDescription> => {
  const described = await describeMessage(await buildClaimMessage({ ...claimInput, mint }), context);
  if (described.kind !== "claim") throw new Error("it is no claim");
  return described;
};
const mintAccount = (decimals: number) => {
  const data = new Uint8Array(82);
  data[44] = decimals;
  data[45] = 1;
  return { owner: token2022, data };
};
const accountOf = (mint: Mint, owner = context.wallet) => {
  const data = new Uint8Array(165);
  const encoder = getAddressEncoder();
  encoder.write(toChainAddress(mint), data, 0);
  encoder.write(toChainAddress(owner), data, 32);
  data[64] = 7;
  data[108] = 1;
  return { owner: token2022, data };
};
const nodeWith =
  (told: ReadonlyMap<string, { readonly owner: string; readonly data: Uint8Array }>): ReadAccounts =>
  async (addresses) =>
    addresses.map((address) => told.get(address) ?? null);
const lastOf = async (node: ReadAccounts, ...mints: readonly Mint[]) =>
  (await claimContents(node, await Promise.all(mints.map(claimOf)))).checked;
const { mint } = claimInput;
const placeOf = (of: Mint) => associatedTokenAddress(context.wallet, of);

it("counts the deposit of a token account only if the wallet has none", async () => {
  const [{ spend }] = [await claimOf(mint)];
  const bare = new Map([[mint as string, mintAccount(3)]]);
  expect((await lastOf(nodeWith(bare), mint)).maxSpend).toBe(spend.total);
  const held = new Map([...bare, [await placeOf(mint), accountOf(mint)]]);
  const last = await lastOf(nodeWith(held), mint);
  expect(last.maxSpend).toBe(spend.total - tokenAccountRent);
  expect(last.lines.map(({ label }) => label)).not.toContain("One-time deposit");
  expect((await lastOf(silentNode, mint)).maxSpend).toBe(spend.total);
  // A lying node: it reports another owner's account at the address of the wallet's own.
  const lying = new Map([...bare, [await placeOf(mint), accountOf(mint, context.admin)]]);
  expect(await lastOf(nodeWith(lying), mint)).toMatchObject({ maxSpend: spend.total, notices: [{ tone: "warning" }] });
});

it("shows claims of several tokens as one: each amount, and one deposit for each token", async () => {
  const { spend } = await claimOf(mint);
  const told = new Map([
    [mint as string, mintAccount(3)],
    [other as string, mintAccount(0)],
    [await placeOf(other), accountOf(other)],
  ]);
  // Two of one token, and one of another for which the wallet has an account.
  const last = await lastOf(nodeWith(told), mint, mint, other);
  expect(last.headline).toEqual(["Claim 2 tokens"]);
  expect(last.moves).toEqual([
    { label: "You get, token 1", value: "6.008 tokens" },
    { label: "You get, token 2", value: "3,004 tokens" },
  ]);
  expect(last.lines).toContainEqual({ label: "In", value: "3 transactions" });
  expect(last.maxSpend).toBe(3n * (spend.total - tokenAccountRent) + tokenAccountRent);
});
