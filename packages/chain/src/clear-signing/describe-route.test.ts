import { type Address, isAddress } from "@solana/kit";
import { TOKEN_2022_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import type { TokenId } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { fromChainAddress, migrationAddresses, toChainAddress } from "../accounts/addresses.ts";
import { tokenWitness } from "../accounts/token-witness.ts";
import { jupiterEventAuthority, jupiterProgramAddress, wrappedSolMint } from "../jupiter/route.ts";
import { buildRouteMessage, type RouteInstruction, wrappedSolAccount } from "../jupiter/route-message.ts";
import { exchangeAccounts, sharedRoute } from "../jupiter/testing.ts";
import { addressOf, admin, context, frame, program, stranger, wallet } from "../testing.ts";
import { describeMessage } from "./describe.ts";
import { reasonOf, rewrite, withAccount } from "./testing.ts";

const tokenId = 77n as TokenId; // any u64
const { newMint } = await migrationAddresses(tokenId, program);
const buyRoute = await sharedRoute({ wallet, tokenId, direction: "buy" });
const sellRoute = await sharedRoute(
  { wallet, tokenId, direction: "sell" },
  { input: 5_000_000_000n, quotedOutput: 200_000_000n },
);
const message = (route: RouteInstruction, change: Partial<Parameters<typeof buildRouteMessage>[0]> = {}) =>
  buildRouteMessage({
    ...frame,
    tokenId,
    direction: "buy",
    input: 1_000_000_000n,
    makesTokenAccount: true,
    route,
    ...change,
  });
const buy = await message(buyRoute);
const sell = await message(sellRoute, { direction: "sell", input: 5_000_000_000n, makesTokenAccount: false });
/** Index of the route among the instructions; its accounts are checked one by one. */
const swapAt = (bytes: Uint8Array) => (bytes === buy ? 6 : 3);

describe("a Jupiter route is described", () => {
  test("by the addresses of its public IDL", async () => {
    for (const address of [jupiterProgramAddress, wrappedSolMint]) expect(isAddress(address)).toBe(true);
    expect(await jupiterEventAuthority()).toBe("D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf");
  });

  test("as a buy with its full cost: SOL, the rent of both accounts, signature and priority", async () => {
    expect(await describeMessage(buy, context)).toMatchObject({
      kind: "route",
      direction: "buy",
      newMint,
      input: 1_000_000_000n,
      minOutput: 22_800_000_000n,
      makesTokenAccount: true,
      spend: { trade: 1_000_000_000n, rent: 2_039_280n + 2_074_080n, signatures: 5_000n, priority: 1_200n },
    });
  });

  test("as a sell that costs only the network's fee, besides the tokens", async () => {
    expect(await describeMessage(sell, context)).toMatchObject({
      kind: "route",
      direction: "sell",
      input: 5_000_000_000n,
      minOutput: 190_000_000n,
      spend: { trade: 0n, rent: 2_039_280n },
    });
  });

  for (const [name, bytes] of [
    ["buy", buy],
    ["sell", sell],
  ] as const)
    test(`any changed bit of a ${name} is refused or changes the description`, async () => {
      const original = await describeMessage(bytes, context);
      for (let index = 0; index < bytes.length; index += bytes === buy ? 1 : 3) {
        const mutated = bytes.slice();
        mutated[index] = (mutated[index] ?? 0) ^ (1 << (index % 8));
        const result = await describeMessage(mutated, context);
        if (result.kind !== "refused") expect(result, `byte ${index}`).not.toEqual(original);
      }
    });
});

describe("a Jupiter message is refused for", () => {
  const withData = (route: RouteInstruction, change: (data: Uint8Array) => Uint8Array | number[]) =>
    message({ ...route, data: Uint8Array.from(change(route.data)) });

  test("any other instruction of its program", async () => {
    const others = [
      [229, 23, 203, 151, 122, 227, 173, 42], // route
      [193, 32, 155, 51, 65, 214, 156, 129], // shared_accounts_route
      [187, 100, 250, 204, 49, 196, 175, 20], // route_v2
      [157, 138, 184, 82, 21, 244, 243, 36], // exact_out_route_v2
    ];
    for (const other of others)
      expect(await reasonOf(await withData(buyRoute, (data) => [...other, ...data.slice(8)]))).toBe(
        "unknown_instruction",
      );
  });

  test("truncated data, or an empty route", async () => {
    for (const length of [8, 20, 31, 35])
      expect(await reasonOf(await withData(buyRoute, (data) => data.slice(0, length)))).toBe("unknown_instruction");
  });

  test("a fee for anybody", async () => {
    for (const head of [{ platformFeeBps: 1 }, { positiveSlippageBps: 1 }])
      expect(await reasonOf(await message(await sharedRoute({ wallet, tokenId, direction: "buy" }, head)))).toBe(
        "route_fee",
      );
  });

  test("a slippage that allows zero output, and an input of zero", async () => {
    const reason = async (head: Parameters<typeof sharedRoute>[1]) =>
      reasonOf(await message(await sharedRoute({ wallet, tokenId, direction: "buy" }, head)));
    for (const head of [{ slippageBps: 10_000 }, { quotedOutput: 0n }]) expect(await reason(head)).toBe("no_minimum");
    for (const head of [{ slippageBps: 10_001 }, { input: 0n }]) expect(await reason(head)).toBe("invalid_data");
  });

  test("another input than the wrapped amount", async () => {
    const more = await sharedRoute({ wallet, tokenId, direction: "buy" }, { input: 1_000_000_001n });
    expect(await reasonOf(await message(more))).toBe("not_canonical");
  });

  test("another person's account as source or destination", async () => {
    for (const bytes of [buy, sell])
      for (const index of [2, 5])
        expect(await reasonOf(withAccount(bytes, index, addressOf(33), swapAt(bytes)))).toBe("foreign_token_account");
  });

  test("another authority, mint, token program, event authority or trader", async () => {
    for (const bytes of [buy, sell]) {
      for (const index of [0, 8, 9, 10, 11])
        expect(await reasonOf(withAccount(bytes, index, stranger, swapAt(bytes)))).toBe("wrong_account");
      for (const index of [1, 6, 7])
        expect(await reasonOf(withAccount(bytes, index, stranger, swapAt(bytes)))).not.toBe("described");
    }
    const swapped: [number, Address][] = [
      [8, TOKEN_2022_PROGRAM_ADDRESS],
      [9, TOKEN_PROGRAM_ADDRESS],
    ];
    for (const [index, address] of swapped)
      expect(await reasonOf(withAccount(buy, index, fromChainAddress(address), swapAt(buy)))).toBe("wrong_account");
  });

  test("the wallet, or one of its accounts, among those of the exchanges", async () => {
    const own = [wallet, await wrappedSolAccount(wallet), buyRoute.accounts[5]?.address ?? wallet];
    for (const address of own)
      for (const at of [3, 4, 12, 15])
        expect(await reasonOf(withAccount(buy, at, address, swapAt(buy)))).toBe("route_account");
    const accounts = [...buyRoute.accounts, { address: wallet, isWritable: true }];
    expect(await reasonOf(await message({ ...buyRoute, accounts }))).toBe("route_account");
  });

  test("a token that is not of this app, or none", async () => {
    expect(await reasonOf(withAccount(buy, -1, tokenWitness(78n as TokenId)))).not.toBe("described");
    expect(await reasonOf(withAccount(buy, -1, stranger))).toBe("invalid_data");
    expect(await reasonOf(withAccount(buy, 7, addressOf(34), swapAt(buy)))).toBe("wrong_account");
  });

  test("SOL that is sent elsewhere, more SOL, or unwrapping for another person", async () => {
    expect(await reasonOf(withAccount(buy, 1, stranger, 3))).toBe("not_canonical");
    expect(await reasonOf(withAccount(buy, 0, stranger, 4))).toBe("not_canonical");
    expect(await reasonOf(withAccount(buy, 1, stranger, 7))).not.toBe("described");
    const more = rewrite(buy, (all) => {
      const transfer = all[3];
      const data = Uint8Array.from(transfer?.data ?? []);
      data[5] = (data[5] ?? 0) + 1;
      return transfer ? all.with(3, { ...transfer, data }) : all;
    });
    expect(await reasonOf(more)).toBe("not_canonical");
  });

  test("a wrapping step too many, or too few", async () => {
    for (const index of [2, 3, 4, 5, 7]) {
      // without creating the new token's account it is another valid swap
      if (index !== 5)
        expect(await reasonOf(rewrite(buy, (all) => all.filter((_, at) => at !== index)))).not.toBe("described");
      expect(await reasonOf(rewrite(buy, (all) => [...all, ...all.slice(index, index + 1)]))).not.toBe("described");
    }
  });

  test("a second route, and one of our trades together with one", async () => {
    expect(await reasonOf(rewrite(buy, (all) => [...all, ...all.slice(6, 7)]))).toBe("several_trades");
  });

  test("anybody else as a signer, and a message for another wallet", async () => {
    expect(await describeMessage(buy, { ...context, wallet: stranger })).toMatchObject({ reason: "fee_payer" });
    const signed = rewrite(buy, (all) => {
      const swap = all[6];
      const accounts = [...(swap?.accounts ?? []), { address: toChainAddress(admin), role: 2 }];
      return swap ? all.with(6, { ...swap, accounts }) : all;
    });
    expect(await reasonOf(signed)).not.toBe("described");
  });

  test("an approval hidden in the wrapping", async () => {
    const approve = rewrite(buy, (all) => {
      const sync = all[4];
      return sync ? all.with(4, { ...sync, data: Uint8Array.of(4, 1) }) : all;
    });
    expect(await reasonOf(approve)).toBe("approval");
  });

  test("more compute units than the ceiling", async () => {
    expect(await reasonOf(await message(buyRoute, { computeUnitLimit: 200_001 }))).toBe("compute_budget");
  });
});

test("the exchanges' own accounts are part of the description, whichever they are", async () => {
  const other = await describeMessage(withAccount(buy, 13, addressOf(90), swapAt(buy)), context);
  expect(other).toMatchObject({ kind: "route" });
  expect(other).not.toEqual(await describeMessage(buy, context));
  expect(exchangeAccounts).toHaveLength(4);
});
