import { AccountRole, createKeyPairSignerFromPrivateKeyBytes, type Instruction } from "@solana/kit";
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import { TOKEN_2022_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import { type Address, lamports } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { associatedTokenAddress, fromChainAddress, toChainAddress } from "../accounts/addresses.ts";
import { tokenAccountRent } from "../accounts/rent.ts";
import { buildTransferMessage, memoProgramAddress, type TransferAsset } from "../messages/transfer.ts";
import { addressOf, admin, context, friend, sendSolInput, sendTokensInput, wallet } from "../testing.ts";
import { describeMessage } from "./describe.ts";
import { accounts, bytesOf, instruction, reasonOf, rewrite, withAccount } from "./testing.ts";

const { asset: tokens } = sendTokensInput;
const mint = tokens.kind === "token" ? tokens.mint : expect.unreachable();
const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(9));
const other = fromChainAddress(signer.address);
const memoOf = (text: string): Instruction => instruction(memoProgramAddress, [...new TextEncoder().encode(text)], []);

test("has recipient and amount, to the last unit, and the maximum cost", async () => {
  expect(await describeMessage(await bytesOf("send SOL with a memo"), context)).toMatchObject({
    kind: "transfer",
    recipient: friend,
    memo: "for lunch ☕",
    asset: sendSolInput.asset,
    spend: { trade: 1_234_567_890n, rent: 0n, signatures: 5_000n, priority: 1_200n, total: 1_234_574_090n },
  });
  expect(await describeMessage(await bytesOf("send tokens"), context)).toMatchObject({
    kind: "transfer",
    recipient: friend,
    memo: null,
    asset: tokens,
    spend: { trade: 0n, rent: tokenAccountRent, total: tokenAccountRent + 6_200n },
  });
});

test("any amount, decimals and memo that can be sent are read back", async () => {
  const u64 = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
  const asset: fc.Arbitrary<TransferAsset> = fc.oneof(
    u64.map((amount) => ({ kind: "sol", lamports: lamports(amount) }) as const),
    fc.record({ units: u64, decimals: fc.nat(18) }).map((token) => ({ kind: "token", mint, ...token }) as const),
  );
  const memo = fc.option(fc.stringMatching(/^[a-zA-Zа-я0-9☕]{1,60}$/u));
  await fc.assert(
    fc.asyncProperty(asset, memo, async (sent, text) => {
      const bytes = await buildTransferMessage({ ...sendSolInput, asset: sent, memo: text });
      const found = await describeMessage(bytes, context);
      expect(found).toMatchObject({ kind: "transfer", recipient: friend, asset: sent, memo: text });
    }),
    { numRuns: 60 },
  );
});

describe("a transfer that is not in our form", () => {
  const extra: [string, Instruction, string][] = [
    [
      "a second transfer of SOL",
      instruction(
        SYSTEM_PROGRAM_ADDRESS,
        [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
        accounts([wallet, AccountRole.WRITABLE_SIGNER], [addressOf(4), AccountRole.WRITABLE]),
      ),
      "several_transfers",
    ],
    ["a second transfer of tokens", instruction(TOKEN_2022_PROGRAM_ADDRESS, [12, 1]), "several_transfers"],
    ["a transfer of the first token program", instruction(TOKEN_PROGRAM_ADDRESS, [12, 1]), "transfer"],
    ["SOL that is wrapped, and no route", instruction(TOKEN_PROGRAM_ADDRESS, [17]), "transfer"],
    ["a transfer that names no mint", instruction(TOKEN_2022_PROGRAM_ADDRESS, [3, 1]), "transfer"],
    ["an approval", instruction(TOKEN_2022_PROGRAM_ADDRESS, [4, 1]), "approval"],
    ["a change of authority", instruction(TOKEN_2022_PROGRAM_ADDRESS, [6, 2]), "authority_change"],
    ["an assignment of the wallet", instruction(SYSTEM_PROGRAM_ADDRESS, [1, 0, 0, 0]), "authority_change"],
    ["a durable nonce", instruction(SYSTEM_PROGRAM_ADDRESS, [4, 0, 0, 0]), "durable_nonce"],
    ["a transfer with a seed", instruction(SYSTEM_PROGRAM_ADDRESS, [11, 0, 0, 0]), "transfer"],
    ["an unknown program", instruction(toChainAddress(addressOf(60)), [1]), "unknown_program"],
  ];
  for (const [what, added, reason] of extra)
    test(`is refused with ${what}, before or after it`, async () => {
      for (const name of ["send SOL", "send SOL with a memo", "send tokens", "send tokens with a memo"]) {
        const bytes = await bytesOf(name);
        expect(await reasonOf(rewrite(bytes, (all) => [...all, added])), name).toBe(reason);
        expect(await reasonOf(rewrite(bytes, (all) => [added, ...all])), name).toBe(reason);
      }
    });

  test("is refused with two memos, or one that signs, cannot be read or misleads", async () => {
    const bytes = await bytesOf("send SOL");
    const withMemos = (...memos: Instruction[]) =>
      rewrite(bytes, (all) => [...all.slice(0, 2), ...memos, ...all.slice(2)]);
    expect(await reasonOf(withMemos(memoOf("fine")))).toBe("described");
    expect(await reasonOf(withMemos(memoOf("one"), memoOf("two")))).toBe("unknown_instruction");
    const signed = { ...memoOf("x"), accounts: accounts([wallet, AccountRole.READONLY_SIGNER]) };
    expect(await reasonOf(withMemos(signed))).toBe("unusable_memo");
    expect(await reasonOf(withMemos(instruction(memoProgramAddress, [0xff, 0xfe])))).toBe("unusable_memo");
    for (const text of ["", " x", "a\u202eb", "a\nb", "\ufeffx", "x".repeat(101)])
      expect(await reasonOf(withMemos(memoOf(text))), JSON.stringify(text)).toBe("unusable_memo");
    // After the transfer it is not at our position.
    expect(await reasonOf(rewrite(bytes, (all) => [...all, memoOf("late")]))).toBe("not_canonical");
  });

  test("to another wallet is described with that wallet", async () => {
    const changed = withAccount(await bytesOf("send SOL"), 1, other);
    expect(await describeMessage(changed, context)).toMatchObject({ kind: "transfer", recipient: other });
  });

  test("to oneself, to a mint or to a token account is refused", async () => {
    for (const asset of [sendSolInput.asset, tokens]) {
      const to = async (recipient: Address) =>
        reasonOf(await buildTransferMessage({ ...sendSolInput, asset, recipient }));
      expect(await to(wallet)).toBe("own_recipient");
      expect(await to(mint)).toBe("keyless_recipient");
      expect(await to(await associatedTokenAddress(friend, mint))).toBe("keyless_recipient");
    }
  });

  test("of tokens whose account does not belong to the named recipient is refused, whatever is changed", async () => {
    const bytes = await bytesOf("send tokens");
    const foreign = await associatedTokenAddress(addressOf(4), mint);
    // The transfer's own accounts: source, mint, destination, authority.
    for (const index of [0, 1, 2]) expect(await reasonOf(withAccount(bytes, index, foreign))).toBe("not_canonical");
    expect(await reasonOf(withAccount(bytes, 3, addressOf(4)))).not.toBe("described");
    // The accounts of the account creation: payer, account, owner, mint.
    for (const index of [1, 3]) expect(await reasonOf(withAccount(bytes, index, foreign, -2))).toBe("not_canonical");
    // Without it the bytes don't say whose account it is.
    expect(await reasonOf(rewrite(bytes, (all) => all.filter((_, index) => index !== 2)))).toBe("unnamed_recipient");
  });

  test("of zero, paid by another person, or with the admin's signature is refused", async () => {
    const nothing = { ...sendSolInput, asset: { kind: "sol", lamports: lamports(0n) } } as const;
    expect(await reasonOf(await buildTransferMessage(nothing))).toBe("invalid_data");
    const none = { ...sendTokensInput, asset: { ...tokens, kind: "token", mint, units: 0n, decimals: 9 } } as const;
    expect(await reasonOf(await buildTransferMessage(none))).toBe("invalid_data");
    expect(await reasonOf(rewrite(await bytesOf("send SOL"), (all) => all, admin))).toBe("fee_payer");
    const beyond = { ...sendSolInput, microLamportsPerUnit: 1_000_001n };
    expect(await reasonOf(await buildTransferMessage(beyond))).toBe("priority_fee");
    expect(await reasonOf(await buildTransferMessage({ ...sendSolInput, computeUnitLimit: 200_001 }))).toBe(
      "compute_budget",
    );
  });
});
