import { describe, expect, test } from "vitest";
import { endOf, migrationOf, newSupply } from "./model/arithmetic.ts";
import { amount, noFees, poolOf } from "./support/attack.ts";
import { curveIdl, poolIdl } from "./support/idl.ts";
import { instruction, transferLamports } from "./support/instructions.ts";
import type { Key } from "./support/keys.ts";
import { sol } from "./support/machine.ts";
import { close, makeScene } from "./support/scene.ts";
import { anyPrice, buyOf, factory, floor, must, Stage, type Tribe, unit } from "./support/stage.ts";

/** Attacks on the migration and its results, and on the largest numbers. Each has its name from the threat model. */
test("first-depositor inflation of the pool: nobody deposits, and gifts before it opens change no price", () => {
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

  test("a migration has the same result for everybody, whoever sends it, how often and with what else", () => {
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

  test("a migrated token's accounts must have their addresses in every later call", () => {
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
    "%s: the largest orders fill, close and migrate as designed",
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
