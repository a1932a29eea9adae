import { associatedTokenAddress, tokenProgramAddress } from "@tribe/chain/accounts";
import { type Address, lamportsPerSol } from "@tribe/contract";
import { expect, it } from "vitest";
import { decodeBase58 } from "../../../../packages/chain/src/transactions/base58.ts";
import type { ReadAccounts } from "../chain/node-client.ts";
import { airdropOf, holders, mint, tribeMint } from "../testing/airdrop.ts";
import { attestor, codeOf, confirmable, shown, signedIn, view } from "../testing/open-signer.ts";

// What the wallet says of a list's holders who traded since it was made, each time that the same airdrop is confirmed.

const owner: string = tokenProgramAddress("token");
const mintAccount = { owner, data: Uint8Array.from({ length: 82 }, (_, at) => (at === 44 ? 2 : at === 45 ? 1 : 0)) };
const tokenAccount = (of: Address, whose: Address, amount: bigint) => {
  const data = new Uint8Array(165);
  data.set(decodeBase58(of));
  data.set(decodeBase58(whose), 32);
  new DataView(data.buffer).setBigUint64(64, amount, true);
  return { owner, data };
};

it("warns of holders who hold less than the list says, and only mentions them after the day's wait and when it is resumed", async () => {
  const accounts = new Map<Address, Awaited<ReturnType<ReadAccounts>>[number]>([[mint, mintAccount]]);
  const connection = await signedIn(async (asked) => asked.map((address) => accounts.get(address) ?? null));
  const { ask, signer, wallet, address } = connection;
  wallet.stateCreators((each) => attestor.stateCreator(each, address));
  wallet.outflow.value(() => 6n * lamportsPerSol);
  accounts.set(await associatedTokenAddress(address, mint, "token"), tokenAccount(mint, address, 10n ** 12n));
  for (const [index, holder] of holders.entries())
    accounts.set(
      await associatedTokenAddress(holder.address, tribeMint),
      tokenAccount(tribeMint, holder.address, index === 5 ? 1n : BigInt(holder.weight)),
    );
  const airdrop = await airdropOf({ toCreator: false }, address);
  /** Confirms it, or asks for the wait that it needs. @returns what is said of the holders, and the outcome's code */
  const confirm = async () => {
    const answer = ask({ method: "confirmAirdrop", airdrop, view });
    await confirmable(signer);
    const screen = signer.stage.screen();
    if (screen.kind !== "confirm") return expect.unreachable();
    const said = screen.content.notices
      .filter(({ text }) => /recipients that|holders have more/.test(text))
      .map(({ tone }) => tone);
    signer.stage.act({ kind: "confirm" });
    if (screen.content.wait) {
      await shown(signer, "waits");
      signer.stage.act({ kind: "ok" });
    }
    return { said, text: screen.content.notices.map(({ text }) => text).join(" "), code: codeOf(await answer) };
  };

  expect(await confirm()).toMatchObject({ said: ["danger"], code: "refused" });
  wallet.passTime(86_400_000);
  // By then the list's holders have more than there are.
  wallet.stateCreators((each) => attestor.stateCreator(each, address, { supply: "24275" }));
  expect(await confirm()).toMatchObject({
    ...{ said: ["note"], code: null },
    text: expect.stringContaining("The list is as of yesterday: 1 of 24 recipients"),
  });
  // Left half-way and resumed: it is counted, and asks for no other day.
  expect(await confirm()).toMatchObject({
    ...{ said: ["note"], code: null },
    text: expect.stringContaining("You confirmed this list before: 1 of 24 recipients"),
  });
});
