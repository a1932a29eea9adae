import { associatedTokenAddress, tokenProgramAddress } from "@tribe/chain/accounts";
import { type Address, minEntryThresholdUnits, type SignerAirdrop } from "@tribe/contract";
import { expect, it } from "vitest";
import { decodeBase58 } from "../../../../packages/chain/src/transactions/base58.ts";
import type { ReadAccounts } from "../chain/node-client.ts";
import { addressOf, airdropOf, mint, stranger, tribeMint, wallet } from "../testing/airdrop.ts";
import { silentNode } from "../testing/chain-answers.ts";
import { airdropContent } from "./airdrop-content.ts";
import { readAirdropFacts } from "./airdrop-facts.ts";
import { computeAirdrop } from "./computed-airdrop.ts";

// The content that the wallet shows before an airdrop is confirmed, from the list and from the chain's state.

const owner: string = tokenProgramAddress("token");
/** Two members and three holders, with these amounts of whole tokens. */
const people = [40, 30, 20, 500, 100].map((tokens, index) => ({
  address: addressOf(20 + index),
  tokens: BigInt(tokens),
  isMember: index < 2,
}));
const entries = people.map(({ address, tokens, isMember }) => ({
  ...{ address, isMember, weight: `${(tokens * minEntryThresholdUnits) / 10n}` },
}));

const tokenAccount = (of: Address, whose: Address, amount: bigint) => {
  const data = new Uint8Array(165);
  data.set(decodeBase58(of));
  data.set(decodeBase58(whose), 32);
  new DataView(data.buffer).setBigUint64(64, amount, true);
  return { owner, data };
};
const mintAccount = (decimals: number) => {
  const data = new Uint8Array(82);
  data[44] = decimals;
  data[45] = 1;
  return { owner, data };
};

/** A node where the Chief holds this much of the token, and everybody holds the amount in the list, except `others`. */
const nodeWhere = async (
  held: bigint,
  others: Readonly<Record<Address, ReturnType<typeof tokenAccount> | null>> = {},
): Promise<ReadAccounts> => {
  const accounts = new Map<Address, ReturnType<typeof tokenAccount> | null>([
    [mint, mintAccount(2)],
    [await associatedTokenAddress(wallet, mint, "token"), tokenAccount(mint, wallet, held)],
  ]);
  for (const { address, weight } of entries)
    accounts.set(
      await associatedTokenAddress(address, tribeMint),
      address in others ? (others[address] ?? null) : tokenAccount(tribeMint, address, BigInt(weight)),
    );
  return async (asked) => asked.map((address) => accounts.get(address) ?? null);
};

const shownOf = async (
  node: ReadAccounts,
  change: Partial<SignerAirdrop> = {},
  options: Parameters<typeof airdropContent>[3] = { supply: 1_380n * 1_000_000_000n },
) => {
  const airdrop = await computeAirdrop(await airdropOf({ entries, ...change }), wallet);
  const check = await readAirdropFacts(node, airdrop, wallet).then(
    (found) => ({ kind: "found", found }) as const,
    () => ({ kind: "failed" }) as const,
  );
  return airdropContent(airdrop, 0n, check, options);
};
const textsOf = ({ notices }: Awaited<ReturnType<typeof shownOf>>) =>
  notices.map(({ tone, text }) => `${tone}: ${text}`);

it("shows what leaves, the number of recipients, each group's part and the five largest shares", async () => {
  const { moves, lines, notices, typing } = await shownOf(await nodeWhere(1_000_000_000n));
  expect(moves).toEqual([
    { label: "You give", value: "10,000 tokens" },
    { label: "To", value: "6 recipients in 1 payment" },
  ]);
  const values = new Map(lines.map(({ label, value }) => [label, value]));
  expect([values.get("You, as Chief"), values.get("2 members"), values.get("5 holders")]).toEqual([
    ...["1,000 tokens", "2,000 tokens", "7,000 tokens"],
  ]);
  const largest = lines.filter(({ label }) => /^[1-5]\./.test(label));
  // 500 of 690 whole tokens are worth 5,072.46 of the holders' 7,000.
  expect(largest[0]).toMatchObject({ exact: people[3]?.address, value: "5,072.46\u00a0·\u00a050.72%" });
  expect(largest).toHaveLength(5);
  expect(notices).toEqual([
    {
      tone: "note",
      text: "Checked 5 of the recipients on the chain: the list fits.",
    },
  ]);
  expect(typing).toBeNull();
});

it("names recipients who hold less than nine tenths of the listed amount, or have no account of their own", async () => {
  const [first, second, third, fourth, fifth] = people.map(({ address }) => address) as [
    Address,
    ...Address[],
  ] as Address[];
  if (!first || !second || !third || !fourth || !fifth) return expect.unreachable();
  const tenth = minEntryThresholdUnits / 10n;
  const node = await nodeWhere(1_000_000_000n, {
    // Nine tenths are enough, one unit less is not.
    [first]: tokenAccount(tribeMint, first, 36n * tenth),
    [second]: tokenAccount(tribeMint, second, 27n * tenth - 1n),
    [third]: null,
    // The tokens were given away; the account is of another token: neither matches the list.
    [fourth]: tokenAccount(tribeMint, stranger, 500n * tenth),
    [fifth]: tokenAccount(mint, fifth, 100n * tenth),
  });
  const [said = ""] = textsOf(await shownOf(node));
  expect(said).toMatch(/^danger: 4 of 5 recipients .* hold over a tenth less than this list says: .* and others\.$/);
});

it("says that a list includes members with fewer tokens than a seat needs", async () => {
  const [poor, ...rest] = entries;
  if (!poor) return expect.unreachable();
  const seated = [{ ...poor, weight: `${minEntryThresholdUnits - 1n}` }, ...rest];
  const node = await nodeWhere(1_000_000_000n);
  expect(textsOf(await shownOf(node, { entries: seated }))).toContain(
    "danger: 1 of the 2 members holds fewer than the 10 tokens that a seat takes, by this list.",
  );
  expect((await shownOf(node, { entries: seated, toMembers: false })).notices).toMatchObject([{ tone: "note" }]);
});

it("asks for a typed word for more than half of the balance, and says that more than all of it would fail", async () => {
  expect((await shownOf(await nodeWhere(2_000_000n))).typing).toBeNull();
  const large = await shownOf(await nodeWhere(1_999_999n));
  expect(large.typing).toMatchObject({ word: "airdrop" });
  expect(textsOf(large)).toContain("warning: This is more than half of what you hold of it.");
  expect(textsOf(await shownOf(await nodeWhere(999_999n)))).toContain(
    "warning: You don't hold that many. It would stop half-way.",
  );
});

it.each<[string, ReadAccounts]>([
  ["is silent", silentNode],
  ["has no such token", async (asked) => asked.map(() => null)],
])("shows the token's whole address, and a warning, where the node %s", async (_what, node) => {
  const { lines, notices } = await shownOf(node);
  expect(lines.find(({ label }) => label === "Token")).toMatchObject({ value: mint, isWhole: true });
  expect(notices).toMatchObject([{ tone: "warning" }]);
});

it("warns of a list by which its holders have more of the Tribe's tokens than there are, and of none before", async () => {
  const node = await nodeWhere(1_000_000_000n);
  const warning = "danger: By this list its holders have more of the Tribe's tokens than there are.";
  const all = entries.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  const whole = await shownOf(node, {}, { supply: all });
  expect(textsOf(whole)).not.toContain(warning);
  expect(whole.lines).toContainEqual({ label: "Who hold", value: "100% of its tokens" });
  expect(textsOf(await shownOf(node, {}, { supply: all - 1n }))).toContain(warning);
  const none = await shownOf(node, {}, { supply: 0n });
  expect(textsOf(none)).toContain(warning);
  expect(none.lines).toContainEqual({ label: "Who hold", value: "nothing" });
});

it("notes after a day's wait what it warns of before: that recipients hold less than the list says", async () => {
  const node = await nodeWhere(1_000_000_000n, { [addressOf(20)]: null });
  const supply = 1_380n * 1_000_000_000n;
  expect(textsOf(await shownOf(node, {}, { supply }))).toEqual([expect.stringMatching(/^danger: 1 of 5 recipients/)]);
  expect(textsOf(await shownOf(node, {}, { supply, before: "waited" }))).toEqual([
    "note: The list is as of yesterday: 1 of 5 recipients that your wallet checked on the chain hold less by now.",
  ]);
});
