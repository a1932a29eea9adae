import {
  AccountRole,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  type Instruction,
} from "@solana/kit";
import { getSetComputeUnitLimitInstruction, getSetComputeUnitPriceInstruction } from "@solana-program/compute-budget";
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system";
import { TOKEN_2022_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import { lamports, tokenUnits } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { associatedTokenAddress, poolProgramAddress, toChainAddress } from "../accounts/addresses.ts";
import { walletMinimum } from "../accounts/rent.ts";
import { CONVERT_DISCRIMINATOR, MIGRATE_DISCRIMINATOR, PAUSE_DISCRIMINATOR } from "../generated/index.ts";
import { CREATE_POOL_DISCRIMINATOR } from "../generated/pool/index.ts";
import { buildSwapBuyMessage, buildSwapSellMessage } from "../messages/lifecycle-messages.ts";
import { buildBuyMessage, buildCreateMessage, buildSellMessage } from "../messages/messages.ts";
import {
  addressOf,
  admin,
  buyInput,
  context,
  createInput,
  program,
  referrer,
  sellInput,
  stranger,
  swapBuyInput,
  swapSellInput,
  wallet,
} from "../testing.ts";
import { solRequired } from "../transactions/spend.ts";
import { describeMessage } from "./describe.ts";
import { accounts, bytesOf, instruction, reasonOf, rewrite, withAccount } from "./testing.ts";

describe("this app's messages are described", () => {
  test("a creation with its first buy", async () => {
    expect(await describeMessage(await bytesOf("create"), context)).toMatchObject({
      kind: "createTribe",
      name: "Alice",
      symbol: "ALI",
      tokenId: 77n,
      firstBuy: createInput.firstBuy,
      recipients: [],
    });
  });

  test("a creation without one spends no SOL on a trade", async () => {
    expect(await describeMessage(await bytesOf("create without a first buy"), context)).toMatchObject({
      kind: "createTribe",
      firstBuy: null,
      spend: { trade: 0n },
    });
  });

  test("a buy with its full cost", async () => {
    const description = await describeMessage(await bytesOf("buy"), context);
    expect(description).toMatchObject({
      kind: "buy",
      tokens: 12_500_000_000n,
      minTokens: 12_000_000_000n,
      maxLamports: 300_000_000n,
      spend: { trade: 300_000_000n, rent: 2_074_080n, signatures: 10_000n, priority: 1_200n, total: 302_085_280n },
    });
    if (description.kind !== "buy") throw new Error("a buy is expected");
    expect(solRequired(description.spend)).toBe(302_085_280n + walletMinimum);
  });

  test("a sell with its minimum output", async () => {
    expect(await describeMessage(await bytesOf("sell"), context)).toMatchObject({
      kind: "sell",
      tokens: 3_000_000_000n,
      minLamports: 1_000_000n,
      spend: { trade: 0n, rent: 0n, total: 11_200n },
    });
  });

  test("a plain sell without the admin", async () => {
    const description = await describeMessage(await bytesOf("plain sell"), context);
    expect(description).toMatchObject({ kind: "sell", admin: null, spend: { signatures: 5_000n } });
  });

  test("further recipients", async () => {
    for (const [name, role] of [
      ["create with inviter", "inviter"],
      ["buy with referrer", "referrer"],
      ["sell with referrer", "referrer"],
    ] as const)
      expect(await describeMessage(await bytesOf(name), context)).toMatchObject({
        recipients: [{ role, address: referrer }],
        flags: { referral: true, affiliate: true, discount: true },
      });
  });

  test("a longer name needs more rent", async () => {
    const spend = async (name: string) => {
      const description = await describeMessage(await buildCreateMessage({ ...createInput, name }), context);
      return description.kind === "refused" ? 0n : description.spend.rent;
    };
    expect((await spend("Älice")) - (await spend("Alice"))).toBe(6_960n);
  });
});

describe("refused", () => {
  const memo = toChainAddress(addressOf(60));
  const transfer = instruction(
    SYSTEM_PROGRAM_ADDRESS,
    [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    accounts([wallet, AccountRole.WRITABLE_SIGNER], [stranger, AccountRole.WRITABLE]),
  );

  const additions: [string, Instruction, string][] = [
    ["an unknown program", instruction(memo, [1]), "unknown_program"],
    ["a transfer of SOL", transfer, "transfer"],
    ["an assignment of the wallet", instruction(SYSTEM_PROGRAM_ADDRESS, [1, 0, 0, 0]), "authority_change"],
    ["a durable nonce", instruction(SYSTEM_PROGRAM_ADDRESS, [4, 0, 0, 0]), "durable_nonce"],
    ["an approval", instruction(TOKEN_2022_PROGRAM_ADDRESS, [4, 1]), "approval"],
    ["a checked approval", instruction(TOKEN_2022_PROGRAM_ADDRESS, [13, 1]), "approval"],
    ["a change of authority", instruction(TOKEN_2022_PROGRAM_ADDRESS, [6, 2]), "authority_change"],
    ["a transfer of tokens", instruction(TOKEN_2022_PROGRAM_ADDRESS, [12, 1]), "transfer"],
    [
      "another instruction of the program",
      instruction(toChainAddress(program), [1, 2, 3, 4, 5, 6, 7, 8]),
      "several_trades",
    ],
    ["a second compute limit", getSetComputeUnitLimitInstruction({ units: 1 }), "compute_budget"],
  ];
  for (const [what, extra, reason] of additions)
    test(`${what} together with a trade, before or after it`, async () => {
      for (const name of ["create", "buy", "sell", "plain sell"]) {
        const bytes = await bytesOf(name);
        expect(await reasonOf(rewrite(bytes, (all) => [...all, extra]))).toBe(reason);
        expect(await reasonOf(rewrite(bytes, (all) => [extra, ...all]))).toBe(reason);
      }
    });

  test("two trades", async () => {
    const bytes = await bytesOf("sell");
    expect(await reasonOf(rewrite(bytes, (all) => [...all, ...all.slice(-1)]))).toBe("several_trades");
  });

  test("no trade at all", async () => {
    const bytes = await bytesOf("sell");
    expect(await reasonOf(rewrite(bytes, (all) => all.slice(0, 2)))).toBe("no_trade");
  });

  test("an instruction of our programs that people do not use", async () => {
    const bytes = await bytesOf("sell");
    const foreign = [
      instruction(toChainAddress(program), [...MIGRATE_DISCRIMINATOR]),
      instruction(toChainAddress(program), [...PAUSE_DISCRIMINATOR]),
      instruction(toChainAddress(poolProgramAddress), [...CREATE_POOL_DISCRIMINATOR]),
      instruction(toChainAddress(poolProgramAddress), [...CONVERT_DISCRIMINATOR]),
    ];
    for (const one of foreign)
      expect(await reasonOf(rewrite(bytes, (all) => [...all.slice(0, 2), one]))).toBe("unknown_instruction");
  });

  test("another fee payer", async () => {
    expect(await reasonOf(rewrite(await bytesOf("buy"), (all) => all, stranger))).toBe("fee_payer");
    expect(await reasonOf(rewrite(await bytesOf("buy"), (all) => all, admin))).toBe("fee_payer");
  });

  test("another person's message", async () => {
    expect(await describeMessage(await bytesOf("buy"), { ...context, wallet: stranger })).toMatchObject({
      reason: "fee_payer",
    });
  });

  test("another admin, or a further signer", async () => {
    expect(await reasonOf(await buildBuyMessage({ ...buyInput, admin: stranger }))).toBe("unexpected_signer");
    const plain = await bytesOf("plain sell");
    const witness = rewrite(plain, (all) => {
      const last = all.at(-1);
      if (!last) throw new Error("no instruction");
      const extra = accounts([stranger, AccountRole.READONLY_SIGNER]);
      return all.with(-1, { ...last, accounts: [...(last.accounts ?? []), ...extra] });
    });
    expect(await reasonOf(witness)).toBe("unexpected_signer");
  });

  test("a program that only looks like ours", async () => {
    expect(await reasonOf(await buildBuyMessage({ ...buyInput, program: stranger }))).toBe("unknown_program");
  });

  test("tokens of another person, or for one", async () => {
    const foreign = await associatedTokenAddress(stranger, buyInput.mint);
    const plain = await buildBuyMessage({ ...buyInput, makesTokenAccount: false });
    expect(await reasonOf(withAccount(plain, 5, foreign))).toBe("foreign_token_account");
    expect(await reasonOf(withAccount(await bytesOf("sell"), 5, foreign))).toBe("foreign_token_account");
    expect(await reasonOf(withAccount(await bytesOf("buy"), 1, foreign, 2))).toBe("foreign_token_account");
    expect(await reasonOf(withAccount(await bytesOf("create"), 5, foreign))).toBe("foreign_token_account");
  });

  test("a token account made for another owner", async () => {
    const bytes = rewrite(await bytesOf("buy"), (all) => {
      const make = all.at(2);
      if (!make?.accounts) throw new Error("no token account is made");
      const owner = accounts([stranger, AccountRole.READONLY]);
      return all.with(2, { ...make, accounts: [...make.accounts.slice(0, 2), ...owner, ...make.accounts.slice(3)] });
    });
    expect(await reasonOf(bytes)).toBe("foreign_token_account");
  });

  test("a token account created by the instruction that fails if it exists", async () => {
    for (const data of [[], [0], [2], [1, 0]]) {
      const bytes = rewrite(await bytesOf("buy"), (all) => {
        const make = all.at(2);
        if (!make) throw new Error("no token account is made");
        return all.with(2, { ...make, data: Uint8Array.from(data) });
      });
      expect(await reasonOf(bytes)).toBe("unknown_instruction");
    }
  });

  test("a state or mint that is not derived from the token's id", async () => {
    for (const index of [3, 4])
      expect(await reasonOf(withAccount(await bytesOf("create"), index, stranger))).toBe("wrong_account");
  });

  test("a factory, token program or system program that is not the real one", async () => {
    for (const index of [2, 7, 8, 9])
      expect(await reasonOf(withAccount(await bytesOf("buy"), index, stranger))).not.toBe("described");
  });

  test("more compute units or a higher priority price than the ceiling", async () => {
    expect(await reasonOf(await buildBuyMessage({ ...buyInput, computeUnitLimit: 180_001 }))).toBe("compute_budget");
    expect(await reasonOf(await buildSellMessage({ ...sellInput, computeUnitLimit: 120_001 }))).toBe("compute_budget");
    expect(await reasonOf(await buildBuyMessage({ ...buyInput, microLamportsPerUnit: 1_000_001n }))).toBe(
      "priority_fee",
    );
    expect(await reasonOf(await buildBuyMessage({ ...buyInput, microLamportsPerUnit: 1_000_000n }))).toBe("described");
  });

  test("no compute budget, or one at another position", async () => {
    const bytes = await bytesOf("sell");
    expect(await reasonOf(rewrite(bytes, (all) => all.slice(2)))).toBe("compute_budget");
    const price = getSetComputeUnitPriceInstruction({ microLamports: 1n });
    expect(await reasonOf(rewrite(bytes, (all) => [...all.slice(0, 1), ...all.slice(2), price]))).toBe("not_canonical");
  });

  test("flags that contradict the accounts", async () => {
    const flags = { referral: true, affiliate: false, discount: false };
    expect(await reasonOf(await buildBuyMessage({ ...buyInput, flags }))).toBe("invalid_flags");
    expect(await reasonOf(await buildBuyMessage({ ...buyInput, referrer }))).toBe("invalid_flags");
    expect(await reasonOf(await buildBuyMessage({ ...buyInput, flags, referrer: wallet }))).toBe("invalid_flags");
    const discount = { referral: false, affiliate: false, discount: true };
    expect(await reasonOf(await buildSellMessage({ ...sellInput, admin: null, flags: discount }))).toBe(
      "invalid_flags",
    );
  });

  test("a first buy of zero with an amount", async () => {
    const firstBuy = { tokens: tokenUnits(0n), maxLamports: lamports(1n), minTokens: tokenUnits(0n) };
    expect(await reasonOf(await buildCreateMessage({ ...createInput, firstBuy }))).toBe("invalid_data");
  });

  test("trailing bytes in the instruction's data, and further accounts", async () => {
    for (const name of ["create", "buy", "sell"]) {
      const bytes = await bytesOf(name);
      const longer = rewrite(bytes, (all) => {
        const last = all.at(-1);
        return last ? all.with(-1, { ...last, data: Uint8Array.from([...(last.data ?? []), 0]) }) : all;
      });
      expect(await reasonOf(longer)).toBe("invalid_data");
      const wider = rewrite(bytes, (all) => {
        const last = all.at(-1);
        return last
          ? all.with(-1, {
              ...last,
              accounts: [...(last.accounts ?? []), ...accounts([stranger, AccountRole.READONLY])],
            })
          : all;
      });
      expect(await reasonOf(wider)).toBe("invalid_data");
    }
  });

  test("a minimum of zero, wherever something should be received", async () => {
    const none = tokenUnits(0n);
    expect(await reasonOf(await buildBuyMessage({ ...buyInput, minTokens: none }))).toBe("no_minimum");
    expect(await reasonOf(await buildSellMessage({ ...sellInput, minLamports: lamports(0n) }))).toBe("no_minimum");
    expect(await reasonOf(await buildSwapBuyMessage({ ...swapBuyInput, minTokens: 0n }))).toBe("no_minimum");
    expect(await reasonOf(await buildSwapSellMessage({ ...swapSellInput, minLamports: lamports(0n) }))).toBe(
      "no_minimum",
    );
    const firstBuy = { ...createInput.firstBuy, minTokens: none };
    expect(await reasonOf(await buildCreateMessage({ ...createInput, firstBuy }))).toBe("no_minimum");
  });

  test("a new token's name or symbol with hidden or misleading characters, by the API's own rule", async () => {
    for (const name of ["Al\u202Eice", "Al\nice", "Al\u200Bice", "Ann) for 0 SOL ("])
      expect(await reasonOf(await buildCreateMessage({ ...createInput, name })), name).toBe("unusable_text");
    for (const symbol of ["000000 SOL", "AL\u202E", "ali"])
      expect(await reasonOf(await buildCreateMessage({ ...createInput, symbol })), symbol).toBe("unusable_text");
  });

  test("a lookup table", async () => {
    const compiled = getCompiledTransactionMessageDecoder().decode(await bytesOf("buy"));
    if (compiled.version !== 0) throw new Error("version 0 is expected");
    const table = { lookupTableAddress: toChainAddress(stranger), writableIndexes: [0], readonlyIndexes: [] };
    const bytes = getCompiledTransactionMessageEncoder().encode({ ...compiled, addressTableLookups: [table] });
    expect(await reasonOf(Uint8Array.from(bytes))).toBe("lookup_table");
  });

  test("a legacy message", async () => {
    const bytes = await bytesOf("buy");
    // A version 0 message without the version byte and the empty list of tables is a legacy one.
    expect(await reasonOf(bytes.slice(1, -1))).toBe("unsupported_version");
  });
});
