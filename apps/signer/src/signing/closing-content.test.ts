import { tokenAccountRent } from "@tribe/chain/accounts";
import {
  buildCloseAccountsMessage,
  buildConvertMessage,
  buildSellMessage,
  buildSwapSellMessage,
} from "@tribe/chain/messages";
import { describe, expect, it } from "vitest";
import { holdingOf } from "../../../../packages/chain/src/clear-signing/testing-accounts.ts";
import {
  admin,
  closeAccountsInput,
  convertInput,
  program,
  sellInput,
  stranger,
  swapSellInput,
  wallet,
} from "../../../../packages/chain/src/testing.ts";
import type { ReadAccounts } from "../chain/node-client.ts";
import { silentNode } from "../testing/chain-answers.ts";
import { describeTransactionBy } from "./describe-transaction.ts";
import type { ConfirmContent } from "./screen.ts";

const config = {
  ...{ appOrigin: "https://tribe.example", apiOrigin: "https://tribe.example", rpcUrl: "https://node.example" },
  ...{ adminAddress: admin, programAddress: program },
};
const described = async (bytes: Uint8Array<ArrayBuffer>, node: ReadAccounts = silentNode) => {
  const result = await describeTransactionBy(node)(bytes, wallet, config);
  if (result.kind === "refused") throw new Error(result.reason);
  return { first: result.content, last: (await result.checked) ?? result.content, ...result };
};
const line = ({ moves, lines }: ConfirmContent, label: string) =>
  [...moves, ...lines].find((each) => each.label === label)?.value;

describe("a trade that closes the account it empties", () => {
  it.each([
    ["sell", buildSellMessage, sellInput],
    ["conversion", buildConvertMessage, convertInput],
    ["sell in the pool", buildSwapSellMessage, swapSellInput],
  ] as const)("says so in one line of a %s, and nothing more leaves", async (_name, build, input) => {
    // Each builder goes with its own input; the table's type does not keep them together.
    const built = build as (input: unknown) => Promise<Uint8Array<ArrayBuffer>>;
    const [plain, closing] = [
      await described(await built(input)),
      await described(await built({ ...input, closesAccount: true })),
    ];
    expect(line(plain.first, "Closes its account")).toBeUndefined();
    const { lines, ...rest } = closing.first;
    expect(rest).toEqual({ ...plain.first, lines: undefined });
    expect(lines).toEqual([...plain.first.lines, { label: "Closes its account", value: "+0.00207408 SOL back" }]);
    expect(line(closing.last, "Closes its account")).toBe("+0.00207408 SOL back");
  });
});

describe("empty accounts that are closed", () => {
  const { accounts } = closeAccountsInput;
  const bytes = buildCloseAccountsMessage({
    ...closeAccountsInput,
    accounts: accounts.filter(({ program: of }) => of === "token2022"),
  });
  const empty = holdingOf({ address: wallet, units: 0n }, sellInput.mint);

  it("are counted, with what comes back once the chain has answered; only the fee leaves", async () => {
    const { first, last, outflow } = await described(bytes, async (addresses) => addresses.map(() => empty));
    expect(first).toMatchObject({ headline: ["Close 2 empty accounts"], isChecking: true, notices: [] });
    expect(line(first, "You get back")).toBe("…");
    expect(last).toMatchObject({ isChecking: false, notices: [], typing: null, maxSpend: 6_200n });
    expect(line(last, "You get back")).toBe("at least 0.00414816 SOL");
    expect(2n * tokenAccountRent).toBe(4_148_160n);
    expect(last.lines).toContainEqual({
      label: "Closed",
      value: "2 token accounts",
      exact: accounts
        .filter(({ program: of }) => of === "token2022")
        .map(({ account }) => account)
        .join(", "),
    });
    expect(outflow).toEqual({ kind: "nothing" });
  });

  it.each<[string, ReadAccounts]>([
    [
      "one holds tokens",
      async ([first]) => [empty, first ? holdingOf({ address: wallet, units: 1n }, sellInput.mint) : null],
    ],
    ["one is another's", async () => [empty, holdingOf({ address: stranger, units: 0n }, sellInput.mint)]],
    ["one is gone", async () => [empty, null]],
    ["one is of another program", async () => [empty, { ...empty, owner: program }]],
    ["one is garbage", async () => [empty, { ...empty, data: new Uint8Array(170).fill(9) }]],
  ])("are not promised to go through when %s", async (_what, node) => {
    const { last } = await described(bytes, node);
    expect(line(last, "You get back")).toBe("at least 0.00207408 SOL");
    expect(last.notices).toEqual([{ tone: "warning", text: "Right now this wouldn't go through." }]);
  });

  it("say nothing of an amount when the chain does not answer", async () => {
    const { last } = await described(bytes);
    expect(line(last, "You get back")).toBe("their deposits");
    expect(last.notices).toMatchObject([{ tone: "warning" }]);
  });
});
