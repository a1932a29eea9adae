/** Shows on the compiled programs what the Rust unit tests prove: paths that no ordinary run takes. */
import { describe, expect, test } from "vitest";
import { swapIn, swapOut } from "./model/arithmetic.ts";
import { code, poolOf } from "./support/attack.ts";
import { curveIdl, poolIdl } from "./support/idl.ts";
import { instruction } from "./support/instructions.ts";
import { associatedToken, type Key, keyFor } from "./support/keys.ts";
import { rentOf, sol } from "./support/machine.ts";
import { Random } from "./support/random.ts";
import { makeScene, type Scene } from "./support/scene.ts";
import { factory, must, Stage, type Tribe } from "./support/stage.ts";

/** From here on a product with a fee exceeds 64 bits. */
const wide = 2n ** 47n;

/** Gives the pool these reserves, its vault and account the matching balances, and the trader more than any swap costs. */
function fill({ stage, moved, trader }: Scene, lamportReserve: bigint, tokenReserve: bigint): void {
  const { machine } = stage;
  const { pool, poolVault, newMint } = stage.places(moved);
  stage.patchPool(moved, { lamportReserve, tokenReserve, creatorFees: 0n, platformFees: 0n });
  const holds = (key: Key, units: bigint) => {
    const account = machine.get(key);
    if (!account) throw new Error("no token account");
    account.data.writeBigUInt64LE(units, 64);
    machine.set(key, account);
  };
  const account = machine.get(pool);
  if (!account) throw new Error("no pool");
  machine.set(pool, { ...account, lamports: rentOf(232) + lamportReserve });
  holds(poolVault, tokenReserve);
  holds(associatedToken(trader, newMint), 2n ** 62n);
  machine.fund(trader, 2n ** 62n + sol);
}

const numbers = (stage: Stage, tribe: Tribe) => {
  const { lamportReserve, tokenReserve, creatorFees, platformFees } = poolOf(stage, tribe);
  return { lamportReserve, tokenReserve, creatorFees, platformFees };
};

describe("the pool's wide path: swaps of so many lamports that their fees need more than 64 bits", () => {
  const random = new Random(20_261_122n);
  const amounts = [wide - 1n, wide, wide + 1n, 2n * wide, 10n ** 15n + 7n, 2n ** 55n + 12_345n, 2n ** 61n];
  const reserves = [1n, 85n * sol, wide, 3n * wide + 1n, 2n ** 60n + 99n];
  const tokens = [1_000_003n, 2n ** 50n, 8n * 10n ** 15n];
  const drawn = Array.from({ length: 40 }, () => [
    1n + random.magnitude(2n ** 61n),
    1n + random.magnitude(8n * 10n ** 15n),
    wide + random.magnitude(2n ** 61n),
  ]);
  const cases = [
    ...amounts.flatMap((amount) => reserves.flatMap((reserve) => tokens.map((units) => [reserve, units, amount]))),
    ...drawn,
  ];

  test("buys yield the model's result, to the last lamport and token", () => {
    const scene = makeScene();
    const { stage, moved, trader } = scene;
    let swapped = 0;
    for (const [reserve = 0n, units = 0n, paid = 0n] of cases) {
      fill(scene, reserve, units);
      const { out, creator, platform, lamports, tokens: left } = swapIn(reserve, units, paid);
      const sent = stage.send(stage.swap(moved, trader, "buy", paid, out));
      if (out === 0n) {
        expect(sent.error).toBe(poolIdl.code("buySlippageExceeded"));
        continue;
      }
      must(sent);
      const after = { lamportReserve: lamports, tokenReserve: left, creatorFees: creator, platformFees: platform };
      expect(numbers(stage, moved), `${paid} into ${reserve} and ${units}`).toEqual(after);
      swapped += 1;
    }
    expect(swapped).toBeGreaterThan(100);
  });

  test("sells yield the model's result, to the last lamport and token", () => {
    const scene = makeScene();
    const { stage, moved, trader } = scene;
    let wideOnes = 0;
    for (const [reserve = 0n, units = 0n, amount = 0n] of cases) {
      // with reserves so large that the output needs more than 64 bits, too
      const lamportReserve = reserve + 2n * wide;
      const given = 1n + (amount % (2n ** 62n - 1n));
      fill(scene, lamportReserve, units);
      const { out, creator, platform, liquidity, lamports, tokens: now } = swapOut(lamportReserve, units, given);
      must(stage.send(stage.swap(moved, trader, "sell", given, out)));
      const after = { lamportReserve: lamports, tokenReserve: now, creatorFees: creator, platformFees: platform };
      expect(numbers(stage, moved), `${given} into ${lamportReserve} and ${units}`).toEqual(after);
      if (out + creator + platform + liquidity > wide) wideOnes += 1;
    }
    expect(wideOnes).toBeGreaterThan(100);
  });

  test("one unit more than the model's is refused", () => {
    const scene = makeScene();
    const { stage, moved, trader } = scene;
    for (const [reserve = 0n, units = 0n, amount = 0n] of cases.slice(0, 40)) {
      fill(scene, reserve, units);
      const { out } = swapIn(reserve, units, amount);
      const sent = stage.send(stage.swap(moved, trader, "buy", amount, out + 1n));
      expect(sent.error).toBe(poolIdl.code("buySlippageExceeded"));
      fill(scene, reserve + wide, units);
      const sold = swapOut(reserve + wide, units, amount);
      expect(stage.send(stage.swap(moved, trader, "sell", amount, sold.out + 1n)).error).toBe(
        poolIdl.code("sellSlippageExceeded"),
      );
    }
  });
});

test("collecting for one recipient leaves the other's fees in the pool, to the lamport", () => {
  const { stage, moved } = makeScene();
  const { machine } = stage;
  const { pool } = stage.places(moved);
  // five lamports are too few for an empty wallet, so they stay
  const feeReceiver = keyFor("a wallet that holds nothing yet");
  must(stage.send(instruction(curveIdl, "setFeeReceiver", { superAdmin: stage.superAdmin, feeReceiver })));
  stage.patchPool(moved, { creatorFees: sol, platformFees: 5n });
  const owed = rentOf(232) + (poolOf(stage, moved).lamportReserve as bigint) + sol + 5n; // an integer in the IDL
  const collect = instruction(poolIdl, "collect", { pool, factory, creator: moved.creator, feeReceiver });
  const holding = machine.get(pool);
  if (!holding) throw new Error("no pool");
  machine.set(pool, { ...holding, lamports: owed - 1n });
  expect(stage.send(collect).error).toBe(poolIdl.code("invalidReserve"));
  machine.set(pool, { ...holding, lamports: owed });
  must(stage.send(collect));
  expect(numbers(stage, moved)).toMatchObject({ creatorFees: 0n, platformFees: 5n });
  expect(machine.balance(pool)).toBe(owed - sol);
});

describe("UTF-8 of a creation's texts, byte by byte", () => {
  /** A creation with these bytes as its symbol. */
  const send = (bytes: readonly number[]) => {
    const stage = new Stage();
    const mark = "#".repeat(bytes.length);
    const creation = stage.create(stage.nextTribe(stage.wallet("creator")), { symbol: mark });
    const data = Buffer.from(creation.data);
    const at = data.indexOf(mark);
    if (at < 0) throw new Error("no symbol");
    data.set(bytes, at);
    return stage.send({ ...creation, data });
  };

  test.each([
    ["the last one-byte character before DEL", [0x7e]],
    ["the first of two bytes that is no control character, and the last", [0xc2, 0xa0, 0xdf, 0xbf]],
    ["the first and last of three bytes", [0xe0, 0xa0, 0x80, 0xef, 0xbf, 0xbf]],
    ["the last before the surrogates", [0xed, 0x9f, 0xbf]],
    ["the first after the surrogates", [0xee, 0x80, 0x80]],
    ["the first and last of four bytes", [0xf0, 0x90, 0x80, 0x80, 0xf4, 0x8f, 0xbf, 0xbf]],
    ["one-byte characters around a longer one", [0x41, 0xf1, 0x80, 0x80, 0x80, 0x41]],
  ] as const)("%s: accepted", (_, bytes) => {
    must(send(bytes));
  });

  test.each([
    ["the first surrogate", [0xed, 0xa0, 0x80]],
    ["the last surrogate", [0xed, 0xbf, 0xbf]],
    ["a pair of surrogates", [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
    ["two bytes for a one-byte character", [0xc1, 0xbf]],
    ["three bytes for a two-byte character", [0xe0, 0x9f, 0xbf]],
    ["four bytes for a three-byte character", [0xf0, 0x8f, 0xbf, 0xbf]],
    ["beyond Unicode's last code point", [0xf4, 0x90, 0x80, 0x80]],
    ["the first byte of a five-byte sequence", [0xf8, 0x88, 0x80, 0x80, 0x80]],
    ["a continuation byte at the start", [0x80]],
    ["0xff", [0xff]],
    ["two of three bytes", [0xe2, 0x82]],
    ["three of four bytes", [0xf0, 0x9f, 0x98]],
    ["an invalid second byte", [0xc3, 0x28]],
    ["an invalid third byte", [0xe2, 0x82, 0x28]],
    ["an invalid fourth byte", [0xf0, 0x9f, 0x98, 0x28]],
    ["valid characters and half of one", [0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0xc3]],
  ] as const)("%s: refused with its own error", (_, bytes) => {
    expect(send(bytes).error).toBe(code("invalidMetadata"));
  });
});
