import { AccountRole } from "@solana/kit";
import { TOKEN_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import { type Address, lamports, type TokenId, tokenUnits } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { associatedTokenAddress, fromChainAddress, migrationAddresses, mintAddress } from "../accounts/addresses.ts";
import { tokenWitness } from "../accounts/token-witness.ts";
import { buildConvertMessage, buildSwapBuyMessage, buildSwapSellMessage } from "../messages/lifecycle-messages.ts";
import {
  addressOf,
  admin,
  collectInput,
  context,
  convertInput,
  program,
  stranger,
  swapBuyInput,
  swapSellInput,
  wallet,
} from "../testing.ts";
import { describeMessage } from "./describe.ts";
import { accounts, bytesOf, reasonOf, rewrite, withAccount } from "./testing.ts";

const { newMint } = await migrationAddresses(77n, program);
const mint = await mintAddress(77n, program);
const lifecycleKinds = ["convert", "swap buy", "swap sell", "collect", "pool collect"];

describe("the messages of a migrated token's dialogs are described", () => {
  test("a conversion costs rent, the network's fee and the old tokens", async () => {
    expect(await describeMessage(await bytesOf("convert"), context)).toMatchObject({
      kind: "convert",
      admin: null,
      mint,
      newMint,
      tokens: 4_500_000_000n,
      makesTokenAccount: true,
      spend: { trade: 0n, rent: 2_074_080n, signatures: 5_000n, priority: 1_200n, total: 2_080_280n },
    });
  });

  test("a buy in the pool costs the SOL, the rent and the fees", async () => {
    expect(await describeMessage(await bytesOf("swap buy"), context)).toMatchObject({
      kind: "swapBuy",
      newMint,
      lamports: 1_500_000_000n,
      minTokens: 36_000_123_456n,
      spend: { trade: 1_500_000_000n, rent: 2_074_080n, total: 1_502_080_280n },
    });
    expect(await describeMessage(await bytesOf("swap buy into an account that is there"), context)).toMatchObject({
      makesTokenAccount: false,
      spend: { rent: 0n, total: 1_500_006_200n },
    });
  });

  test("a sell in the pool costs only the network's fee, besides the tokens", async () => {
    expect(await describeMessage(await bytesOf("swap sell"), context)).toMatchObject({
      kind: "swapSell",
      tokens: 1_000_000_000_000n,
      minLamports: 38_400_000n,
      recipients: [],
      spend: { trade: 0n, rent: 0n, total: 6_200n },
    });
  });

  test("a payout of fees names its recipients", async () => {
    for (const [name, source] of [
      ["collect", "curve"],
      ["pool collect", "pool"],
    ] as const)
      expect(await describeMessage(await bytesOf(name), context)).toMatchObject({
        kind: "collect",
        source,
        mint,
        recipients: [
          { role: "creator", address: collectInput.creator },
          { role: "platform", address: collectInput.feeReceiver },
        ],
        spend: { trade: 0n, rent: 0n },
      });
  });
});

describe("messages about a migrated token are refused for", () => {
  test("tokens of another person, or for one", async () => {
    const [foreign, foreignNew] = [
      await associatedTokenAddress(stranger, mint),
      await associatedTokenAddress(stranger, newMint),
    ];
    const plain = await bytesOf("convert into an account that is there");
    expect(await reasonOf(withAccount(plain, 3, foreign))).toBe("foreign_token_account");
    expect(await reasonOf(withAccount(plain, 5, foreignNew))).toBe("foreign_token_account");
    expect(await reasonOf(withAccount(await bytesOf("swap buy"), 3, foreignNew))).toBe("foreign_token_account");
    expect(await reasonOf(withAccount(await bytesOf("swap buy"), 1, foreignNew, 2))).toBe("foreign_token_account");
    expect(await reasonOf(withAccount(await bytesOf("swap sell"), 3, foreignNew))).toBe("foreign_token_account");
  });

  test("an account of the wallet for another mint", async () => {
    const other = await associatedTokenAddress(wallet, addressOf(40));
    for (const [name, index] of [
      ["convert", 5],
      ["swap buy", 3],
      ["swap sell", 3],
    ] as const)
      expect(await reasonOf(withAccount(await bytesOf(name), index, other))).toBe("foreign_token_account");
  });

  test("a token account made for another owner or of another mint", async () => {
    for (const name of ["convert", "swap buy"]) {
      const bytes = await bytesOf(name);
      expect(await reasonOf(withAccount(bytes, 2, stranger, 2))).not.toBe("described");
      expect(await reasonOf(withAccount(bytes, 3, addressOf(40), 2))).toBe("not_canonical");
      expect(await reasonOf(withAccount(bytes, 0, stranger, 2))).not.toBe("described");
    }
  });

  test("any other pool, vault, state, mint or program than those derived from the token's id", async () => {
    const places: [string, number[]][] = [
      ["convert", [1, 2, 4, 6, 7]],
      ["swap buy", [1, 2, 4, 5, 6]],
      ["swap sell", [1, 2, 4, 5]],
      ["collect", [0, 1, 4]],
      ["pool collect", [0, 1, 4]],
    ];
    for (const [name, indexes] of places)
      for (const index of indexes)
        expect(await reasonOf(withAccount(await bytesOf(name), index, stranger)), `${name} ${index}`).toBe(
          "wrong_account",
        );
  });

  test("the id of another token, or no id", async () => {
    for (const name of lifecycleKinds) {
      const bytes = await bytesOf(name);
      expect(await reasonOf(withAccount(bytes, -1, tokenWitness(78n as TokenId)))).not.toBe("described");
      const without = rewrite(bytes, (all) => {
        const last = all.at(-1);
        return last ? all.with(-1, { ...last, accounts: last.accounts?.slice(0, -1) ?? [] }) : all;
      });
      expect(await reasonOf(without)).toBe("invalid_data");
      const unspelled = rewrite(bytes, (all) => {
        const last = all.at(-1);
        const others = last?.accounts?.slice(0, -1) ?? [];
        return last
          ? all.with(-1, { ...last, accounts: [...others, ...accounts([stranger, AccountRole.READONLY])] })
          : all;
      });
      expect(await reasonOf(unspelled)).toBe("invalid_data");
    }
  });

  test("the admin, or anybody else, as a further signer", async () => {
    for (const name of lifecycleKinds)
      for (const witness of [admin, stranger])
        expect(
          await reasonOf(
            rewrite(await bytesOf(name), (all) => {
              const last = all.at(-1);
              const extra = accounts([witness, AccountRole.READONLY_SIGNER]);
              return last ? all.with(-1, { ...last, accounts: [...(last.accounts ?? []), ...extra] }) : all;
            }),
          ),
        ).not.toBe("described");
  });

  test("a swap or conversion of another person", async () => {
    for (const bytes of [
      await buildConvertMessage({ ...convertInput, wallet: stranger }),
      await buildSwapBuyMessage({ ...swapBuyInput, wallet: stranger }),
      await buildSwapSellMessage({ ...swapSellInput, wallet: stranger }),
    ])
      expect(await reasonOf(bytes)).toBe("fee_payer");
    expect(await reasonOf(withAccount(await bytesOf("swap sell"), 0, stranger))).not.toBe("described");
  });

  test("two of them, or one together with a trade on the curve", async () => {
    const sell = await bytesOf("swap sell");
    expect(await reasonOf(rewrite(sell, (all) => [...all, ...all.slice(-1)]))).toBe("several_trades");
    let swap = [] as Parameters<Parameters<typeof rewrite>[1]>[0];
    rewrite(sell, (all) => {
      swap = all.slice(-1);
      return all;
    });
    expect(await reasonOf(rewrite(await bytesOf("plain sell"), (all) => [...all, ...swap]))).toBe("several_trades");
  });

  test("more compute units than a message without its own ceiling may have", async () => {
    expect(await reasonOf(await buildSwapBuyMessage({ ...swapBuyInput, computeUnitLimit: 200_001 }))).toBe(
      "compute_budget",
    );
    expect(await reasonOf(await buildSwapBuyMessage({ ...swapBuyInput, microLamportsPerUnit: 1_000_001n }))).toBe(
      "priority_fee",
    );
  });

  test("creating a token account that receives nothing", async () => {
    let make = [] as Parameters<Parameters<typeof rewrite>[1]>[0];
    rewrite(await bytesOf("swap buy"), (all) => {
      make = all.slice(2, 3);
      return all;
    });
    for (const name of ["swap sell", "collect", "pool collect"])
      expect(await reasonOf(rewrite(await bytesOf(name), (all) => [...all, ...make]))).toBe("unknown_instruction");
  });

  test("the old token program, and data that is longer or shorter", async () => {
    const old: Address = fromChainAddress(TOKEN_PROGRAM_ADDRESS);
    expect(await reasonOf(withAccount(await bytesOf("swap buy"), 4, old))).toBe("wrong_account");
    for (const name of lifecycleKinds)
      for (const change of [(data: number[]) => [...data, 0], (data: number[]) => data.slice(0, -1)]) {
        const changed = rewrite(await bytesOf(name), (all) => {
          const last = all.at(-1);
          return last ? all.with(-1, { ...last, data: Uint8Array.from(change([...(last.data ?? [])])) }) : all;
        });
        expect(["invalid_data", "unknown_instruction"]).toContain(await reasonOf(changed));
      }
  });
});

test("amounts are given to the last unit", async () => {
  const bought = await describeMessage(
    await buildSwapBuyMessage({ ...swapBuyInput, lamports: lamports(1n), minTokens: 1n }),
    context,
  );
  expect(bought).toMatchObject({ lamports: 1n, minTokens: 1n });
  const converted = await describeMessage(
    await buildConvertMessage({ ...convertInput, tokens: tokenUnits(123_456_789_123_456_789n) }),
    context,
  );
  expect(converted).toMatchObject({ tokens: 123_456_789_123_456_789n });
});
