import { AccountRole, type Instruction } from "@solana/kit";
import { TOKEN_2022_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import type { Address } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { associatedTokenAddress, migrationAddresses, mintAddress } from "../accounts/addresses.ts";
import { buildCloseAccountsMessage, maxAccountsClosed } from "../messages/close-account.ts";
import { addressOf, admin, closeAccountsInput, context, program, stranger, wallet } from "../testing.ts";
import { describeMessage } from "./describe.ts";
import { accounts, bytesOf, instruction, reasonOf, rewrite } from "./testing.ts";

const mint = await mintAddress(77n, program);
const { newMint } = await migrationAddresses(77n, program);

const closeOf = (
  account: Address,
  destination: Address = wallet,
  authority: Address = wallet,
  by: Instruction["programAddress"] = TOKEN_2022_PROGRAM_ADDRESS,
  role: AccountRole = AccountRole.READONLY_SIGNER,
) =>
  instruction(
    by,
    [9],
    accounts([account, AccountRole.WRITABLE], [destination, AccountRole.WRITABLE], [authority, role]),
  );
const own = await associatedTokenAddress(wallet, mint);
const ownNew = await associatedTokenAddress(wallet, newMint);
/** Each kind that may close its account, with that account and its plain message. */
const closing = [
  ["sell", "sell of everything", own],
  ["convert", "convert of everything", own],
  ["swap sell", "swap sell of everything", ownNew],
] as const;

describe.each(closing)("a %s that closes its account", (plain, whole, account) => {
  test("is described so, costs nothing more, and is the plain message with one instruction more", async () => {
    const [without, closed] = await Promise.all(
      [plain, whole].map(async (name) => describeMessage(await bytesOf(name), context)),
    );
    expect(closed).toEqual({ ...without, closesAccount: true });
    expect(without).toMatchObject({ closesAccount: false });
    const added = rewrite(await bytesOf(plain), (all) => [...all, closeOf(account)]);
    expect(await reasonOf(added)).toBe("described");
    expect(added).toEqual(await bytesOf(whole));
  });

  test("is refused when the deposit, the authority, the account or the program is another's", async () => {
    const bytes = await bytesOf(whole);
    const replaced = (close: Instruction) => reasonOf(rewrite(bytes, (all) => all.with(-1, close)));
    expect(await replaced(closeOf(account, stranger))).toBe("wrong_account");
    expect(await replaced(closeOf(account, account))).toBe("wrong_account");
    // A stranger who must sign, the co-signer, and a stranger whom the message names without a signature.
    expect(await replaced(closeOf(account, wallet, stranger))).toBe("unexpected_signer");
    expect(await replaced(closeOf(account, wallet, admin))).not.toBe("described");
    const unsigned = closeOf(account, wallet, stranger, TOKEN_2022_PROGRAM_ADDRESS, AccountRole.READONLY);
    expect(await replaced(unsigned)).toBe("wrong_account");
    const others = [
      await associatedTokenAddress(stranger, mint),
      await associatedTokenAddress(wallet, addressOf(40)),
      account === own ? ownNew : own,
      wallet,
    ];
    for (const other of others) expect(await replaced(closeOf(other))).toBe("foreign_token_account");
    expect(await replaced(closeOf(account, wallet, wallet, TOKEN_PROGRAM_ADDRESS))).toBe("unknown_instruction");
  });

  test("is refused with the closing before the trade, twice, or with anything more in it", async () => {
    const bytes = await bytesOf(whole);
    const before = rewrite(bytes, (all) => {
      const trade = all.at(-2);
      const close = all.at(-1);
      if (!trade || !close) throw new Error("there is no trade with a closing");
      return [...all.slice(0, -2), close, trade];
    });
    expect(await reasonOf(before)).toBe("unknown_instruction");
    expect(await reasonOf(rewrite(bytes, (all) => [...all, closeOf(account)]))).toBe("unknown_instruction");
    expect(await reasonOf(rewrite(bytes, (all) => [...all, closeOf(addressOf(44))]))).toBe("unknown_instruction");
    const longer = (change: (close: Instruction) => Instruction) =>
      rewrite(bytes, (all) => {
        const close = all.at(-1);
        if (!close) throw new Error("there is no closing");
        return all.with(-1, change(close));
      });
    const more = longer((close) => ({
      ...close,
      accounts: [...(close.accounts ?? []), ...accounts([stranger, AccountRole.READONLY])],
    }));
    expect(await reasonOf(more)).toBe("wrong_account");
    expect(await reasonOf(longer((close) => ({ ...close, data: Uint8Array.from([9, 0]) })))).toBe(
      "unknown_instruction",
    );
  });
});

test("no other kind closes an account", async () => {
  for (const name of ["create", "buy", "swap buy", "collect", "pool collect", "send SOL", "send tokens", "claim"]) {
    const bytes = rewrite(await bytesOf(name), (all) => [...all, closeOf(name.startsWith("swap") ? ownNew : own)]);
    expect([name, await reasonOf(bytes)]).toEqual([name, "unknown_instruction"]);
  }
});

describe("a message that closes accounts", () => {
  test("is described with each of them and its program, and costs only the network's fee", async () => {
    expect(await describeMessage(await bytesOf("close accounts"), context)).toMatchObject({
      kind: "closeAccounts",
      admin: null,
      recipients: [],
      accounts: closeAccountsInput.accounts,
      spend: { trade: 0n, rent: 0n, signatures: 5_000n, priority: 1_200n, total: 6_200n },
    });
  });

  test("is refused when any deposit goes elsewhere, or anybody else is asked", async () => {
    const bytes = await bytesOf("close accounts");
    const account = addressOf(44);
    for (const at of [2, 3, 4]) {
      const replaced = (close: Instruction) => reasonOf(rewrite(bytes, (all) => all.with(at, close)));
      expect(await replaced(closeOf(account))).toBe("described");
      expect(await replaced(closeOf(account, stranger))).toBe("wrong_account");
      expect(await replaced(closeOf(account, account))).toBe("wrong_account");
      expect(await replaced(closeOf(account, wallet, stranger))).toBe("unexpected_signer");
      expect(await replaced(closeOf(account, wallet, admin))).toBe("unexpected_signer");
      expect(await replaced(closeOf(wallet))).toBe("wrong_account");
    }
  });

  test("is refused with an account twice, too many of them, or anything else in it", async () => {
    const bytes = await bytesOf("close accounts");
    expect(await reasonOf(rewrite(bytes, (all) => [...all, closeOf(addressOf(41))]))).toBe("several_trades");
    const many = Array.from({ length: maxAccountsClosed + 1 }, (_, index) => addressOf(index + 60));
    const built = (count: number) =>
      buildCloseAccountsMessage({
        ...closeAccountsInput,
        accounts: many.slice(0, count).map((account) => ({ account, program: "token" })),
      });
    expect(await reasonOf(built(maxAccountsClosed))).toBe("described");
    expect(await reasonOf(built(maxAccountsClosed + 1))).toBe("unknown_instruction");
    const foreign = [
      [TOKEN_2022_PROGRAM_ADDRESS, [6, 2], "authority_change"],
      [TOKEN_2022_PROGRAM_ADDRESS, [4, 1], "approval"],
      [TOKEN_PROGRAM_ADDRESS, [3, 1], "transfer"],
      [TOKEN_PROGRAM_ADDRESS, [17], "unknown_instruction"],
    ] as const;
    for (const [by, data, reason] of foreign)
      expect(await reasonOf(rewrite(bytes, (all) => [instruction(by, [...data]), ...all]))).toBe(reason);
    const sending = (await bytesOf("send SOL")).slice();
    expect(await reasonOf(rewrite(sending, (all) => [...all, closeOf(addressOf(41))]))).toBe("unknown_instruction");
  });
});
