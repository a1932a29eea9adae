import { describe, expect, test } from "vitest";
import type { Key } from "./support/keys.ts";
import { sol } from "./support/machine.ts";
import { close, move } from "./support/scene.ts";
import { buyOf, must, noBuy, Stage, type Tribe, unit } from "./support/stage.ts";

/** The figures of docs/security/programs.md about trades right before and after a holder's own, in SOL. */
const inSol = (lamports: bigint): number => Number(lamports) / Number(sol);
const milli = (amount: number): bigint => (sol * BigInt(Math.round(amount * 10_000))) / 10_000n;

/** Output of a buy of this many lamports without a sandwich: executed, then rolled back. */
function alone(make: () => { stage: Stage; tribe: Tribe; victim: Key }, buy: typeof curveBuy, lamports: bigint) {
  const { stage, tribe, victim } = make();
  return buy(stage, tribe, victim, lamports, 0n);
}

const curveBuy = (stage: Stage, tribe: Tribe, buyer: Key, maxLamports: bigint, minTokens: bigint): bigint => {
  const before = stage.holding(buyer, tribe.mint);
  must(stage.send(stage.buy(tribe, buyer, { tokens: 2n ** 60n, maxLamports, minTokens })));
  return stage.holding(buyer, tribe.mint) - before;
};
const poolBuy = (stage: Stage, tribe: Tribe, buyer: Key, lamports: bigint, min: bigint): bigint => {
  const { newMint } = stage.places(tribe);
  const before = stage.holding(buyer, newMint);
  must(stage.send(stage.swap(tribe, buyer, "buy", lamports, min)));
  return stage.holding(buyer, newMint) - before;
};

/** A curve at a position, with two wallets that have token accounts. */
const curveAt = (x: bigint) => () => {
  const stage = new Stage();
  const tribe = stage.tribe("creator", { firstBuy: buyOf((x - 150n) * unit) });
  const [victim, mallory] = [stage.wallet("victim"), stage.wallet("mallory")];
  for (const owner of [victim, mallory]) stage.makeTokenAccount(owner, tribe.mint);
  return { stage, tribe, victim, mallory };
};
const openPool = () => {
  const stage = new Stage();
  const tribe = stage.tribe("creator", { firstBuy: noBuy });
  const [victim, mallory, last] = [stage.wallet("victim"), stage.wallet("mallory"), stage.wallet("last")];
  close(stage, tribe, last);
  move(stage, tribe, last);
  for (const owner of [victim, mallory]) stage.makeTokenAccount(owner, stage.places(tribe).newMint);
  return { stage, tribe, victim, mallory };
};

describe("a sandwich on the curve, which only the operator could make", () => {
  test.each([
    { x: 600n, buy: 5, slippage: 500n, front: 0.16, profit: 0.37 },
    { x: 600n, buy: 5, slippage: 100n, front: 0.028, profit: 0.07 },
    { x: 600n, buy: 1, slippage: 500n, front: 0.09, profit: 0.05 },
    { x: 2_000n, buy: 5, slippage: 500n, front: 2.408, profit: 0.06 },
  ])("at x = $x around $buy SOL with a slippage of $slippage basis points makes $profit SOL", (one) => {
    const make = curveAt(one.x);
    const lamports = milli(one.buy);
    const min = (alone(make, curveBuy, lamports) * (10_000n - one.slippage)) / 10_000n;
    const { stage, tribe, victim, mallory } = make();
    const before = stage.machine.balance(mallory);
    const bought = curveBuy(stage, tribe, mallory, milli(one.front), 0n);
    curveBuy(stage, tribe, victim, lamports, min);
    must(stage.send(stage.sell(tribe, mallory, bought, { plain: true })));
    expect(inSol(stage.machine.balance(mallory) - before)).toBeCloseTo(one.profit, 2);
  });
});

describe("a sandwich in the pool, which anybody can make", () => {
  test.each([
    { buy: 5, slippage: 500n, front: 2.29, profit: 0.21 },
    { buy: 5, slippage: 100n, front: 0.4425, profit: 0.04 },
    { buy: 1, slippage: 500n, front: 2.24, profit: 0.005 },
  ])("around $buy SOL with a slippage of $slippage basis points makes $profit SOL", (one) => {
    const lamports = milli(one.buy);
    const min = (alone(openPool, poolBuy, lamports) * (10_000n - one.slippage)) / 10_000n;
    const { stage, tribe, victim, mallory } = openPool();
    const before = stage.machine.balance(mallory);
    const bought = poolBuy(stage, tribe, mallory, milli(one.front), 0n);
    poolBuy(stage, tribe, victim, lamports, min);
    must(stage.send(stage.swap(tribe, mallory, "sell", bought)));
    expect(inSol(stage.machine.balance(mallory) - before)).toBeCloseTo(one.profit, 2);
  });
});

test("a creator's first buy of 5 SOL is worth 20.3 SOL after other buys of 20 SOL", () => {
  const stage = new Stage();
  const order = { tokens: 2n ** 60n, maxLamports: 5n * sol, minTokens: 0n };
  const tribe = stage.tribe("creator", { firstBuy: order });
  const other = stage.wallet("other");
  stage.makeTokenAccount(other, tribe.mint);
  const held = stage.holding(tribe.creator, tribe.mint);
  curveBuy(stage, tribe, other, 20n * sol, 0n);
  const before = stage.machine.balance(tribe.creator);
  must(stage.send(stage.sell(tribe, tribe.creator, held, { plain: true })));
  expect(inSol(stage.machine.balance(tribe.creator) - before)).toBeCloseTo(20.3, 1);
});
