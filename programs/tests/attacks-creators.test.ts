import { beforeEach, describe, expect, test } from "vitest";
import { code, poolOf, refused } from "./support/attack.ts";
import { poolIdl } from "./support/idl.ts";
import { instruction } from "./support/instructions.ts";
import { associatedToken, derive, type Key, systemProgram, token2022, walletKeyFor } from "./support/keys.ts";
import type { Instruction } from "./support/machine.ts";
import { makeScene, type Scene } from "./support/scene.ts";
import { curve, factory, must, type Stage, type Tribe, unit, vault } from "./support/stage.ts";

/** Attacks on a token's creator, and what a change of the creator must not change. */
let scene: Scene;
const heir = walletKeyFor("heir");
beforeEach(() => {
  scene = makeScene();
});

const creatorOf = (stage: Stage, tribe: Tribe): Key => String(stage.read("token", tribe.token).creator);
/** Removes the signature of this address's key. */
const unsigned = (one: Instruction, key: Key): Instruction => ({
  ...one,
  metas: one.metas.map((meta) => (meta.key === key ? { ...meta, signer: false } : meta)),
});
const collectFromPool = (stage: Stage, tribe: Tribe): Instruction => {
  const { feeReceiver } = stage.addresses();
  return instruction(poolIdl, "collect", {
    pool: stage.places(tribe).pool,
    factory,
    creator: tribe.creator,
    feeReceiver,
  });
};

describe("a token taken from its creator", () => {
  test("needs both signatures: neither the old key alone can give it away, nor the new one take it", () => {
    const { stage, tribe, moved } = scene;
    for (const absent of [tribe.creator, heir])
      refused(scene, unsigned(stage.changeCreator(tribe, heir), absent), code("missingSigner"));
    for (const absent of [moved.creator, heir])
      refused(scene, unsigned(stage.changePoolCreator(moved, heir), absent), poolIdl.code("missingSigner"));
  });

  test("is refused when signed by anybody else, including an officer or the curve's own state", () => {
    const { stage, tribe, other, moved, trader } = scene;
    for (const creator of [trader, other.creator, stage.admin, stage.superAdmin, tribe.token]) {
      refused(scene, stage.changeCreator({ ...tribe, creator }, heir), code("invalidCreator"));
      refused(scene, stage.changePoolCreator({ ...moved, creator }, heir), poolIdl.code("invalidCreator"));
    }
  });

  test("cannot be taken back with the old key, not even by repeating the transaction", () => {
    const { stage, tribe } = scene;
    const change = stage.changeCreator(tribe, heir);
    must(stage.send(change));
    expect(creatorOf(stage, tribe)).toBe(heir);
    refused(scene, change, code("invalidCreator"));
    refused(scene, stage.changeCreator(tribe, walletKeyFor("third")), code("invalidCreator"));
    const back = unsigned(stage.changeCreator({ ...tribe, creator: heir }, walletKeyFor("third")), heir);
    refused(scene, back, code("missingSigner"));
  });

  test("is refused with another token's mint, which a wallet would show", () => {
    const { stage, tribe, other, moved, movedToo } = scene;
    refused(scene, stage.changeCreator({ ...tribe, mint: other.mint }, heir), code("invalidMint"));
    const { pool, newMint } = stage.places(moved);
    const accounts = { pool, creator: moved.creator, newCreator: heir };
    for (const mint of [moved.mint, stage.places(movedToo).newMint]) {
      const change = instruction(poolIdl, "changeCreator", { ...accounts, mint });
      refused(scene, change, poolIdl.code("invalidMint"));
    }
    must(stage.send(instruction(poolIdl, "changeCreator", { ...accounts, mint: newMint })));
  });
});

describe("a new creator who could never spend the fees", () => {
  test("is refused: the present one, nobody, addresses without a key, and accounts of programs", () => {
    const { stage, tribe, moved, trader } = scene;
    const derived = derive(curve, "wallet of a program").key;
    const tokens = associatedToken(trader, tribe.mint);
    for (const stuck of [systemProgram, derived, vault, factory, tokens, stage.places(moved).pool, moved.token]) {
      refused(scene, stage.changeCreator(tribe, stuck), code("invalidNewCreator"));
      refused(scene, stage.changePoolCreator(moved, stuck), poolIdl.code("invalidNewCreator"));
    }
    refused(scene, stage.changeCreator(tribe, tribe.creator), code("invalidNewCreator"));
    refused(scene, stage.changePoolCreator(moved, moved.creator), poolIdl.code("invalidNewCreator"));
  });

  test("is refused when the address has a key but the account is not a wallet: a program's, or a nonce", () => {
    const { stage, tribe, moved } = scene;
    for (const owner of [curve, token2022, systemProgram]) {
      stage.machine.set(heir, { lamports: 10_000_000n, owner, data: Buffer.alloc(80) });
      refused(scene, stage.changeCreator(tribe, heir), code("invalidNewCreator"));
      refused(scene, stage.changePoolCreator(moved, heir), poolIdl.code("invalidNewCreator"));
    }
  });

  test("is not an empty wallet: it can take a token over", () => {
    const { stage, tribe } = scene;
    expect(stage.machine.get(heir)).toBeUndefined();
    must(stage.send(stage.changeCreator(tribe, heir)));
    expect(creatorOf(stage, tribe)).toBe(heir);
  });
});

describe("a change of the creator", () => {
  test("transfers the accrued fees, and pays the old key nothing more", () => {
    const { stage, tribe } = scene;
    stage.machine.fund(heir, unit);
    const { creatorFees } = stage.read("token", tribe.token);
    const before = [stage.machine.balance(tribe.creator), stage.machine.balance(heir)] as const;
    must(stage.send(stage.changeCreator(tribe, heir)));
    refused(scene, stage.collect(tribe), code("invalidCreator"));
    must(stage.send(stage.collect({ ...tribe, creator: heir })));
    expect(creatorFees).toBeGreaterThan(0n);
    expect(stage.machine.balance(heir)).toBe(before[1] + BigInt(String(creatorFees)));
    expect(stage.machine.balance(tribe.creator)).toBe(before[0]);
  });

  test("pays the old key the accrued fees when the same transaction collects first", () => {
    const { stage, tribe } = scene;
    const { creatorFees } = stage.read("token", tribe.token);
    const before = stage.machine.balance(tribe.creator);
    must(stage.send(stage.collect(tribe), stage.changeCreator(tribe, heir)));
    expect(stage.machine.balance(tribe.creator)).toBe(before + BigInt(String(creatorFees)));
    expect(stage.read("token", tribe.token).creatorFees).toBe(0n);
  });

  test("before the migration decides whom the pool pays, and after it changes both accounts in one transaction", () => {
    const { stage, closed, trader } = scene;
    must(stage.send(stage.changeCreator(closed, heir)));
    must(stage.send(stage.migrate(closed, trader)));
    expect(poolOf(stage, closed).creator).toBe(heir);
    const third = walletKeyFor("third");
    const now = { ...closed, creator: heir };
    must(stage.send(stage.changeCreator(now, third), stage.changePoolCreator(now, third)));
    expect([creatorOf(stage, closed), poolOf(stage, closed).creator]).toEqual([third, third]);
  });

  test("transfers the accrued fees of a pool", () => {
    const { stage, moved, trader } = scene;
    must(stage.send(stage.swap(moved, trader, "buy", 10n * unit)));
    stage.machine.fund(heir, unit);
    const { creatorFees } = poolOf(stage, moved);
    const before = stage.machine.balance(heir);
    must(stage.send(stage.changePoolCreator(moved, heir)));
    expect(stage.send(collectFromPool(stage, moved)).error).toBe(poolIdl.code("invalidCreator"));
    must(stage.send(collectFromPool(stage, { ...moved, creator: heir })));
    expect(creatorFees).toBeGreaterThan(0n);
    expect(stage.machine.balance(heir)).toBe(before + BigInt(String(creatorFees)));
  });

  test("cannot be stopped by an officer: it works while everything is paused and stopped", () => {
    const { stage, tribe, moved } = scene;
    must(stage.send(stage.officer("pause"), stage.officer("stopSells")));
    must(stage.send(stage.changeCreator(tribe, heir)));
    must(stage.send(stage.changePoolCreator(moved, heir)));
  });

  test("changes nothing but the creator and the number of the next event", () => {
    const { stage, tribe, moved } = scene;
    const before = stage.read("token", tribe.token);
    must(stage.send(stage.changeCreator(tribe, heir)));
    expect(stage.read("token", tribe.token)).toEqual({
      ...before,
      creator: heir,
      seq: BigInt(String(before.seq)) + 1n,
    });
    const pool = poolOf(stage, moved);
    must(stage.send(stage.changePoolCreator(moved, heir)));
    expect(poolOf(stage, moved)).toEqual({ ...pool, creator: heir, seq: BigInt(String(pool.seq)) + 1n });
  });
});
