import { describe, expect, test } from "vitest";
import { endOf, migrationOf, newSupply, swapIn } from "./model/arithmetic.ts";
import { readEvent } from "./model/expected.ts";
import { curveIdl, poolIdl } from "./support/idl.ts";
import { burnTokens, instruction, transferLamports, transferTokens } from "./support/instructions.ts";
import { associatedToken, bytesOf, type Key, keyFor, systemProgram } from "./support/keys.ts";
import { type Instruction, rentOf, sol } from "./support/machine.ts";
import { close, makeScene, move } from "./support/scene.ts";
import { anyPrice, buyOf, curve, factory, floor, must, Stage, type Tribe, unit, vault } from "./support/stage.ts";

/** Attacks on the money: prices, reserves, rounding. Each has the name that the threat model gives it. */
const amount = (stage: Stage, tribe: Tribe, field: string): bigint => stage.read("token", tribe.token)[field] as bigint; // integers in the IDL
const poolOf = (stage: Stage, tribe: Tribe) =>
  poolIdl.readAccount("pool", stage.machine.data(stage.places(tribe).pool));
const noFees = {
  referralFee: 0n,
  affiliateFee: 0n,
  discountFee: 0n,
  platformBuyFee: 0n,
  platformSellFee: 0n,
  creatorBuyFee: 0n,
  creatorSellFee: 0n,
};

describe("donation of SOL or tokens to the state, vault or pool", () => {
  test("changes no price, no reserve and no fee", () => {
    const { stage, tribe, moved, trader } = makeScene();
    const { pool, poolVault, conversionVault, newMint } = stage.places(moved);
    const data = () => [tribe.token, moved.token, pool, factory].map((key) => stage.machine.data(key).toString("hex"));
    const before = data();
    for (const key of [tribe.token, tribe.mint, moved.token, pool, poolVault, conversionVault, newMint, factory, vault])
      must(stage.send(transferLamports(trader, key, 7n * sol)));
    for (const to of [poolVault, conversionVault])
      must(stage.send(transferTokens(trader, associatedToken(trader, newMint), to, newMint, 1_000n, 6)));
    expect(data()).toEqual(before);
    const { lamportReserve, tokenReserve } = poolOf(stage, moved);
    const held = stage.holding(trader, newMint);
    must(stage.send(stage.swap(moved, trader, "buy", sol)));
    const fair = swapIn(lamportReserve as bigint, tokenReserve as bigint, sol); // integers in the IDL
    expect(stage.holding(trader, newMint) - held).toBe(fair.out);
  });

  test("is nobody's: no instruction pays out what is above the counters", () => {
    const { stage, tribe, trader } = makeScene();
    must(stage.send(transferLamports(trader, tribe.token, 50n * sol)));
    const held = stage.holding(trader, tribe.mint);
    must(stage.send(stage.sell(tribe, trader, held)));
    must(stage.send(stage.collect(tribe)));
    expect(stage.machine.balance(tribe.token)).toBe(rentOf(168) + amount(stage, tribe, "reserve") + 50n * sol);
  });
});

describe("each PDA pre-funded before it is made", () => {
  test.each([1n, rentOf(0), 100n * sol])("with %s lamports blocks neither factory, token nor migration", (gift) => {
    const stage = new Stage(false);
    const mallory = stage.wallet("mallory");
    const donate = (key: Key) =>
      stage.machine.set(key, { lamports: gift, owner: systemProgram, data: Buffer.alloc(0) });
    for (const key of [factory, vault]) donate(key);
    must(stage.send(stage.initialize()));
    const tribe = stage.nextTribe(stage.wallet("creator"));
    const { newMint, conversionVault, pool, poolVault } = stage.places(tribe);
    for (const key of [
      tribe.token,
      tribe.mint,
      associatedToken(tribe.creator, tribe.mint),
      newMint,
      conversionVault,
      pool,
      poolVault,
    ])
      donate(key);
    must(stage.send(stage.create(tribe, { firstBuy: buyOf(unit) })));
    close(stage, tribe, mallory);
    const reserve = amount(stage, tribe, "reserve");
    move(stage, tribe, mallory);
    const { rate, poolTokens } = migrationOf(100_000_000n, reserve, 0n);
    expect(poolOf(stage, tribe)).toMatchObject({ lamportReserve: reserve, tokenReserve: poolTokens });
    expect(amount(stage, tribe, "rate")).toBe(rate);
  });
});

test("tokens burned past our program change no price, and the rest stays sellable and convertible", () => {
  const { stage, tribe, moved, trader } = makeScene();
  const { newMint, conversionVault } = stage.places(moved);
  const before = stage.machine.data(tribe.token);
  must(stage.send(burnTokens(trader, associatedToken(trader, tribe.mint), tribe.mint, 20n * unit)));
  expect(stage.machine.data(tribe.token)).toEqual(before);
  must(stage.send(stage.sell(tribe, trader, stage.holding(trader, tribe.mint))));
  const old = stage.holding(trader, moved.mint);
  must(stage.send(burnTokens(trader, associatedToken(trader, moved.mint), moved.mint, old / 2n)));
  must(stage.send(burnTokens(trader, associatedToken(trader, newMint), newMint, 1n)));
  must(stage.send(stage.convert(moved, trader, old - old / 2n)));
  expect(stage.machine.data(conversionVault).readBigUInt64LE(64)).toBeGreaterThanOrEqual(
    (old / 2n) * amount(stage, moved, "rate"),
  );
});

test("a co-signature replayed through a durable nonce is good once, and never beyond its own limits", () => {
  const { stage, tribe, trader } = makeScene();
  const { machine } = stage;
  const nonce = keyFor("nonce");
  const blockhash = machine.checkBlockhashes();
  const meta = (key: Key, signer: boolean, writable: boolean) => ({ key, signer, writable });
  const recent = "SysvarRecentB1ockHashes11111111111111111111";
  const rent = "SysvarRent111111111111111111111111111111111";
  const word = (value: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(value);
    return bytes;
  };
  const account: Instruction = {
    program: systemProgram,
    metas: [meta(trader, true, true), meta(nonce, true, true)],
    data: Buffer.concat([Uint8Array.of(0, 0, 0, 0), word(rentOf(80)), word(80n), bytesOf(systemProgram)]),
  };
  const initialize: Instruction = {
    program: systemProgram,
    metas: [meta(nonce, false, true), meta(recent, false, false), meta(rent, false, false)],
    data: Buffer.concat([Uint8Array.of(6, 0, 0, 0), bytesOf(trader)]),
  };
  must(machine.sendAt(blockhash, account, initialize));
  machine.checkBlockhashes();
  // version, state, authority, then the nonce
  const value = Uint8Array.from(machine.data(nonce).subarray(40, 72));
  const advance: Instruction = {
    program: systemProgram,
    metas: [meta(nonce, false, true), meta(recent, false, false), meta(trader, true, false)],
    data: Uint8Array.of(4, 0, 0, 0),
  };
  const order = { tokens: unit, maxLamports: sol / 1_000n, minTokens: unit };
  const signed = [advance, stage.buy(tribe, trader, order)] as const;
  const held = stage.holding(trader, tribe.mint);
  must(machine.sendAt(value, ...signed));
  expect(stage.holding(trader, tribe.mint)).toBe(held + unit);
  machine.checkBlockhashes();
  expect(machine.sendAt(value, ...signed).error).toBe("BlockhashNotFound");
  expect(stage.holding(trader, tribe.mint)).toBe(held + unit);
  // kept back and sent when the price has risen: the order itself refuses
  const next = Uint8Array.from(machine.data(nonce).subarray(40, 72));
  const latest = machine.checkBlockhashes();
  must(machine.sendAt(latest, stage.buy(tribe, trader, buyOf(1_500n * unit))));
  machine.checkBlockhashes();
  expect(machine.sendAt(next, ...signed).error).toBe(curveIdl.code("buySlippageExceeded"));
});

test("a trade among noisy programs that flood the logs keeps its event", () => {
  const { stage, tribe, trader } = makeScene();
  const memo = (): Instruction => ({
    program: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
    metas: [],
    data: Buffer.alloc(500, "x"),
  });
  const noise = Array.from({ length: 24 }, memo);
  const sent = must(stage.send(...noise, stage.buy(tribe, trader, buyOf(unit))));
  expect(sent.logs().join("\n")).toContain("Log truncated");
  expect(sent.logs().join("\n")).not.toContain(curve);
  const events = sent
    .inner()
    .flatMap(({ program, accounts, data }) =>
      program === curve && accounts[0] === tribe.token ? [readEvent(curveIdl, data)] : [],
    );
  expect(events).toMatchObject([{ type: "tokenBought", fields: { amount: unit, trader } }]);
});

const rounds = process.env.TRIBE_LONG ? 500_000 : 5_000;
test.each([6_000_000n, 1_300_000_000n])(
  `rounding drained by a million smallest trades: ${2 * rounds} of them at coefficient %s and no fees bring nothing`,
  { timeout: 600_000 },
  (bondingCurveCoeff) => {
    const stage = new Stage();
    must(stage.send(stage.officer("updateFees", noFees), stage.officer("updateCoefficient", { bondingCurveCoeff })));
    const tribe = stage.tribe("creator", { firstBuy: buyOf(unit) });
    const trader = stage.wallet("trader");
    stage.makeTokenAccount(trader, tribe.mint);
    const before = stage.machine.balance(trader);
    const reserve = amount(stage, tribe, "reserve");
    const [buy, sell] = [stage.buy(tribe, trader, buyOf(1n)), stage.sell(tribe, trader, 1n)];
    const largeSell = stage.sell(tribe, trader, 7n);
    for (let round = 0; round < rounds / 7; round += 1) {
      for (let one = 0; one < 7; one += 1) must(stage.send(buy));
      must(stage.send(largeSell));
      for (let one = 0; one < 6; one += 1) must(stage.send(one % 2 === 0 ? buy : sell));
    }
    expect(stage.holding(trader, tribe.mint)).toBe(0n);
    expect(stage.machine.balance(trader)).toBeLessThan(before);
    expect(amount(stage, tribe, "reserve")).toBeGreaterThan(reserve);
  },
);

test("rounding drained by smallest swaps: the pool's product never falls", () => {
  const { stage, moved, trader } = makeScene();
  const product = () => {
    const { lamportReserve, tokenReserve } = poolOf(stage, moved);
    return (lamportReserve as bigint) * (tokenReserve as bigint); // integers in the IDL
  };
  let last = product();
  for (const size of [1n, 2n, 3n, 99n, 100n, 101n, 10_000n, sol]) {
    for (const side of ["buy", "sell"] as const) {
      stage.send(stage.swap(moved, trader, side, size));
      expect(product()).toBeGreaterThanOrEqual(last);
      last = product();
    }
  }
});

test("first-depositor inflation of the pool: nobody deposits, and gifts before it opens move no price", () => {
  const { stage, closed, trader } = makeScene();
  const { pool, poolVault, newMint } = stage.places(closed);
  for (const key of [pool, poolVault, newMint, closed.token])
    must(stage.send(transferLamports(trader, key, 100n * sol)));
  const direct = instruction(
    poolIdl,
    "createPool",
    { payer: trader, token: trader, mint: closed.mint, pool, vault: poolVault },
    { tokenId: closed.id, creator: trader, factory, lamports: sol, tokens: 1n, bump: 255n, vaultBump: 255n },
  );
  expect(stage.send(direct).error).toBe(poolIdl.code("invalidAuthority"));
  const reserve = amount(stage, closed, "reserve");
  must(stage.send(stage.migrate(closed, trader)));
  const { poolTokens } = migrationOf(100_000_000n, reserve, 0n);
  expect(poolOf(stage, closed)).toMatchObject({ lamportReserve: reserve, tokenReserve: poolTokens });
});

describe("sandwich through migrate", () => {
  test("buying the rest, migrating, converting and selling in one transaction costs the attacker money", () => {
    const stage = new Stage();
    must(stage.send(stage.officer("updateFees", noFees)));
    const tribe = stage.tribe("creator", { firstBuy: buyOf(endOf(100_000_000n) - floor - 500n * unit) });
    const mallory = stage.wallet("mallory");
    stage.makeTokenAccount(mallory, tribe.mint);
    const { newMint } = stage.places(tribe);
    const before = stage.machine.balance(mallory);
    const bought = 500n * unit;
    must(stage.send(stage.buy(tribe, mallory, buyOf(bought)), stage.migrate(tribe, mallory)));
    const rent = before - stage.machine.balance(mallory);
    stage.makeTokenAccount(mallory, newMint);
    const got = bought * amount(stage, tribe, "rate");
    must(stage.send(stage.convert(tribe, mallory, bought), stage.swap(tribe, mallory, "sell", got)));
    expect(stage.holding(mallory, newMint)).toBe(0n);
    expect(stage.machine.balance(mallory)).toBeLessThan(before);
    expect(rent).toBeGreaterThan(0n);
  });

  test("who migrates, how often and beside what, changes nothing for anybody", () => {
    const outcome = (attack: (stage: Stage, tribe: Tribe, mallory: Key) => void) => {
      const stage = new Stage();
      const tribe = stage.tribe("creator");
      const mallory = stage.wallet("mallory");
      close(stage, tribe, stage.wallet("buyer"));
      attack(stage, tribe, mallory);
      must(stage.send(stage.migrate(tribe, mallory), stage.migrate(tribe, mallory)));
      const again = stage.machine.data(tribe.token);
      must(stage.send(stage.migrate(tribe, stage.wallet("another"))));
      expect(stage.machine.data(tribe.token)).toEqual(again);
      const { conversionVault, newMint } = stage.places(tribe);
      return [
        again.toString("hex"),
        poolOf(stage, tribe),
        stage.machine.data(conversionVault).toString("hex"),
        stage.supply(newMint),
      ];
    };
    const plain = outcome(() => undefined);
    expect(plain.at(-1)).toBe(newSupply);
    const withGifts = outcome((stage, tribe, mallory) => {
      must(
        stage.send(
          transferLamports(mallory, tribe.token, 9n * sol),
          transferLamports(mallory, stage.places(tribe).pool, sol),
        ),
      );
    });
    expect(withGifts).toEqual(plain);
    const paused = outcome((stage) => {
      must(stage.send(stage.officer("pause"), stage.officer("updateCoefficient", { bondingCurveCoeff: 6_000_000n })));
      must(stage.send(stage.officer("updateFees", noFees)));
    });
    expect(paused).toEqual(plain);
  });

  test("a migrated token's accounts are held to their addresses at every later call", () => {
    const { stage, moved, movedToo, trader } = makeScene();
    const good = stage.migrate(moved, trader);
    const other = stage.migrate(movedToo, trader);
    good.metas.forEach((meta, index) => {
      const theirs = other.metas[index];
      if (theirs === undefined || theirs.key === meta.key) return;
      const metas = good.metas.map((one, at) => (at === index ? { ...one, key: theirs.key } : one));
      expect([curveIdl.code("invalidAddress"), curveIdl.code("invalidMint")]).toContain(
        stage.send({ ...good, metas }).error,
      );
    });
  });
});

describe("overflow at extreme coefficients", () => {
  test.each([6_000_000n, 1_300_000_000n])(
    "%s: the largest orders fill, close and migrate as the design says",
    (bondingCurveCoeff) => {
      const stage = new Stage();
      must(stage.send(stage.officer("updateCoefficient", { bondingCurveCoeff })));
      must(
        stage.send(stage.officer("updateBonuses", { referralTokenBonus: 15n * unit, affiliateTokenBonus: 15n * unit })),
      );
      const [trader, inviter] = [stage.wallet("trader"), stage.wallet("inviter")];
      const tribe = stage.tribe("creator", {
        firstBuy: { tokens: anyPrice, maxLamports: 1n, minTokens: 0n },
        inviter,
        flags: 3n,
      });
      stage.makeTokenAccount(trader, tribe.mint);
      for (const order of [
        { tokens: anyPrice, maxLamports: 2n, minTokens: 0n },
        { tokens: anyPrice, maxLamports: anyPrice, minTokens: 2n ** 42n },
      ])
        must(stage.send(stage.buy(tribe, trader, order)));
      expect(amount(stage, tribe, "x")).toBe(endOf(bondingCurveCoeff));
      const reserve = amount(stage, tribe, "reserve");
      expect(reserve).toBeLessThanOrEqual(85n * sol + 5n);
      must(stage.send(stage.migrate(tribe, trader)));
      const { rate, poolTokens } = migrationOf(bondingCurveCoeff, reserve, 15n * unit);
      expect(amount(stage, tribe, "rate")).toBe(rate);
      expect(poolOf(stage, tribe)).toMatchObject({ tokenReserve: poolTokens });
      stage.makeTokenAccount(trader, stage.places(tribe).newMint);
      must(stage.send(stage.convert(tribe, trader, stage.holding(trader, tribe.mint))));
      for (const huge of [anyPrice, 2n ** 63n]) {
        expect(typeof stage.send(stage.swap(tribe, trader, "buy", huge)).error).toBe("number");
        expect(typeof stage.send(stage.swap(tribe, trader, "sell", huge)).error).toBe("number");
        expect(typeof stage.send(stage.convert(tribe, trader, huge)).error).toBe("number");
        expect(typeof stage.send(stage.sell(tribe, trader, huge)).error).toBe("number");
      }
    },
  );

  test("coefficients beyond the bounds are refused when they are set", () => {
    const stage = new Stage();
    for (const bondingCurveCoeff of [0n, 5_999_999n, 1_300_000_001n, anyPrice])
      expect(stage.send(stage.officer("updateCoefficient", { bondingCurveCoeff })).error).toBe(
        curveIdl.code("outOfBounds"),
      );
  });
});
