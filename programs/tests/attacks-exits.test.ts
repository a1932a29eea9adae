import { Rent } from "litesvm/dist/internal.js";
import { beforeEach, describe, expect, test } from "vitest";
import { code, refused } from "./support/attack.ts";
import { switchOff, switchOn } from "./support/guards.ts";
import { poolIdl } from "./support/idl.ts";
import { mintTokens } from "./support/instructions.ts";
import { associatedToken } from "./support/keys.ts";
import type { Instruction } from "./support/machine.ts";
import { makeScene, type Scene } from "./support/scene.ts";
import { buyOf, must, unit } from "./support/stage.ts";

/** What could keep a holder from leaving. */
let scene: Scene;
beforeEach(() => {
  scene = makeScene();
});

/** One way out after the other, for as long as the accounts' rent holds by what the cluster says. */
const exits = ({ stage, tribe, closed, moved, trader }: Scene): readonly Instruction[] => [
  stage.sell(tribe, trader, unit, { plain: true }),
  stage.sell(tribe, trader, unit),
  stage.collect(tribe),
  stage.migrate(closed, trader),
  stage.convert(moved, trader, 1n),
  stage.swap(moved, trader, "sell", 1_000_000_000n),
];

describe("a rent sysvar like none before", () => {
  test.each([0, 1e-300, 0.1, 0.999_999, 1, 1.5, 1.75, 2])("with the threshold %s stops no exit", (threshold) => {
    // what an account holds by the price and threshold of today covers these, too
    scene.stage.machine.svm.setRent(new Rent(3_480n, threshold, 50));
    for (const exit of exits(scene)) must(scene.stage.send(exit));
  });

  test.each([-1, Number.NaN])("with the threshold %s means nothing, and is refused by name", (threshold) => {
    const { stage, tribe, trader } = scene;
    stage.machine.svm.setRent(new Rent(3_480n, threshold, 50));
    refused(scene, stage.sell(tribe, trader, unit, { plain: true }), code("runtimeRefused"));
  });
});

describe("an old mint that could grow after its migration", () => {
  test("has no authority any more, and nobody mints of it, not even its state", () => {
    const { stage, tribe, moved, trader } = scene;
    const account = associatedToken(trader, moved.mint);
    // a mint begins with its authority: four bytes that say whether there is one, and then it
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

describe("a token account that its owner guards", () => {
  test("by memos gets no converted tokens and none from the pool, by name, also with a memo before it", () => {
    const { stage, moved, trader } = scene;
    const { newMint } = stage.places(moved);
    switchOn(stage, trader, newMint, "memo transfer");
    refused(scene, stage.convert(moved, trader, 1n), code("memoRequired"));
    expect(stage.send(memo, stage.convert(moved, trader, 1n)).error).toBe(code("memoRequired"));
    refused(scene, stage.swap(moved, trader, "buy", 1_000_000n), poolIdl.code("memoRequired"));
    // selling out of it needs no memo
    must(stage.send(stage.swap(moved, trader, "sell", 1_000_000n)));
  });

  test("by memos takes what is minted to it: a buy on the curve is no transfer", () => {
    const { stage, tribe, trader } = scene;
    switchOn(stage, trader, tribe.mint, "memo transfer");
    must(stage.send(stage.buy(tribe, trader, buyOf(unit))));
    must(stage.send(stage.sell(tribe, trader, unit)));
  });

  test("against programs is named in every way out, which is open again once the guard is off", () => {
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
