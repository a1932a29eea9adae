import { Rent } from "litesvm/dist/internal.js";
import { beforeEach, describe, expect, test } from "vitest";
import { code, refused } from "./support/attack.ts";
import { switchOff, switchOn } from "./support/guards.ts";
import { poolIdl } from "./support/idl.ts";
import { mintTokens } from "./support/instructions.ts";
import { associatedToken } from "./support/keys.ts";
import { type Instruction, rentOf } from "./support/machine.ts";
import { makeScene, type Scene } from "./support/scene.ts";
import { buyOf, must, unit } from "./support/stage.ts";

/** Conditions that could keep a holder from selling. */
let scene: Scene;
beforeEach(() => {
  scene = makeScene();
});

/** Every way out in turn, as long as the accounts are rent-exempt by the cluster's rules. */
const exits = ({ stage, tribe, closed, moved, trader }: Scene): readonly Instruction[] => [
  stage.sell(tribe, trader, unit, { plain: true }),
  stage.sell(tribe, trader, unit),
  stage.collect(tribe),
  stage.migrate(closed, trader),
  stage.convert(moved, trader, 1n),
  stage.swap(moved, trader, "sell", 1_000_000_000n),
];

describe("an unusual rent sysvar", () => {
  test.each([0, 1e-300, 0.1, 0.999_999, 1, 1.5, 1.75, 2])("with the threshold %s blocks no exit", (threshold) => {
    // accounts that are rent-exempt at today's price and threshold are so here, too
    scene.stage.machine.svm.setRent(new Rent(3_480n, threshold, 50));
    for (const exit of exits(scene)) must(scene.stage.send(exit));
  });

  test.each([-1, Number.NaN])("with the threshold %s is invalid, and is refused with its own error", (threshold) => {
    const { stage, tribe, trader } = scene;
    stage.machine.svm.setRent(new Rent(3_480n, threshold, 50));
    refused(scene, stage.sell(tribe, trader, unit, { plain: true }), code("runtimeRefused"));
  });
});

describe("a wallet that holds nothing", () => {
  test("sells for what an account must hold or more, and is told when a sale brings less", () => {
    const { stage, tribe, trader } = scene;
    stage.machine.fund(trader, 0n);
    refused(scene, stage.sell(tribe, trader, 1n, { plain: true }), code("payoutTooSmall"));
    refused(scene, stage.sell(tribe, trader, unit, { plain: true, minLamports: 0n }), code("payoutTooSmall"));
    must(stage.send(stage.sell(tribe, trader, 20n * unit, { plain: true })));
    expect(stage.machine.balance(trader)).toBeGreaterThanOrEqual(rentOf(0));
    // from then on any sale
    must(stage.send(stage.sell(tribe, trader, 1n, { plain: true })));
  });
});

describe("an old mint after its migration", () => {
  test("has no authority, and nobody can mint it, not even its state", () => {
    const { stage, tribe, moved, trader } = scene;
    const account = associatedToken(trader, moved.mint);
    // a mint begins with its authority: a four-byte option tag, then the address
    expect(stage.machine.data(tribe.mint).readUInt32LE(0)).toBe(1);
    expect(stage.machine.data(moved.mint).readUInt32LE(0)).toBe(0);
    // 5 is Token-2022's code for a mint of fixed supply
    refused(scene, mintTokens(moved.token, account, moved.mint, 1n), 5);
  });
});

const memo: Instruction = {
  program: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  metas: [],
  data: Buffer.from("for the record"),
};

describe("a token account with a guard set by its owner", () => {
  test("that requires memos gets no converted tokens and none from the pool, with its own error, even after a memo", () => {
    const { stage, moved, trader } = scene;
    const { newMint } = stage.places(moved);
    switchOn(stage, trader, newMint, "memo transfer");
    refused(scene, stage.convert(moved, trader, 1n), code("memoRequired"));
    expect(stage.send(memo, stage.convert(moved, trader, 1n)).error).toBe(code("memoRequired"));
    refused(scene, stage.swap(moved, trader, "buy", 1_000_000n), poolIdl.code("memoRequired"));
    // selling from it needs no memo
    must(stage.send(stage.swap(moved, trader, "sell", 1_000_000n)));
  });

  test("that requires memos accepts minted tokens: a buy on the curve is not a transfer", () => {
    const { stage, tribe, trader } = scene;
    switchOn(stage, trader, tribe.mint, "memo transfer");
    must(stage.send(stage.buy(tribe, trader, buyOf(unit))));
    must(stage.send(stage.sell(tribe, trader, unit)));
  });

  test("against programs has its own error in every way out, which works again once the guard is off", () => {
    const { stage, tribe, moved, trader } = scene;
    const { newMint } = stage.places(moved);
    for (const mint of [tribe.mint, moved.mint, newMint]) switchOn(stage, trader, mint, "CPI guard");
    refused(scene, stage.sell(tribe, trader, unit, { plain: true }), code("cpiGuarded"));
    refused(scene, stage.convert(moved, trader, 1n), code("cpiGuarded"));
    refused(scene, stage.swap(moved, trader, "sell", 1_000_000n), poolIdl.code("cpiGuarded"));
    must(stage.send(stage.buy(tribe, trader, buyOf(unit))));
    for (const mint of [tribe.mint, moved.mint, newMint]) switchOff(stage, trader, mint, "CPI guard");
    must(stage.send(stage.sell(tribe, trader, unit, { plain: true })));
    must(stage.send(stage.convert(moved, trader, 1n)));
    must(stage.send(stage.swap(moved, trader, "sell", 1_000_000n)));
  });
});
