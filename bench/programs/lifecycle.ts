import { curveIdl, poolIdl } from "../../programs/tests/support/idl.ts";
import { instruction } from "../../programs/tests/support/instructions.ts";
import { associatedToken, type Key, walletKeyFor } from "../../programs/tests/support/keys.ts";
import { rentOf, sol } from "../../programs/tests/support/machine.ts";
import { factory, must, type Stage, type Tribe, tribeOf, vault } from "../../programs/tests/support/stage.ts";
import {
  below,
  longest,
  magnitude,
  next,
  onStages,
  order,
  pick,
  plenty,
  redraw,
  rewrite,
  rewriteUnits,
  texts,
  tokenField,
  unitsOf,
  unitsUnless,
} from "./scene.ts";

const newSupply = 8n * 10n ** 15n;
const slippages = [6002, 6003] as const;
const migrationsPerStage = 250;
const statesPerStage = 1_000;
const tribesPerStage = 20;

/** Makes a token whose creator buys its whole curve at once. */
const close = (stage: Stage, creator: Key, inviter: Key, with_ = texts()): Tribe => {
  redraw(stage);
  stage.machine.fund(creator, plenty);
  const tribe = tribeOf(next(), creator);
  const terms = below(2n) === 0n ? {} : { inviter, flags: pick([1n, 3n, 5n, 7n]) };
  must(stage.send(stage.create(tribe, { ...with_, ...terms, firstBuy: order(2n ** 64n - 1n) })));
  return tribe;
};

/** Compute units of a first and a repeated `migrate`, with a vault that can or can't refund the caller. */
export const measureMigrations = (count: number): Promise<{ first: number; again: number }[]> =>
  onStages(count, migrationsPerStage, (stage) => {
    const [creator, inviter] = [stage.wallet("creator"), stage.wallet("inviter")];
    return () => {
      const tribe = close(stage, creator, inviter);
      const { newMint, conversionVault, pool, poolVault } = stage.places(tribe);
      for (const key of [newMint, conversionVault, pool, poolVault])
        if (below(4n) === 0n) stage.machine.fund(key, rentOf(0) + magnitude(10n ** 9n));
      rewrite(stage, vault, { lamports: rentOf(0) + pick([0n, 100n * sol]) });
      const first = unitsOf(stage, stage.migrate(tribe, creator));
      return { first, again: unitsOf(stage, stage.migrate(tribe, creator)) };
    };
  });

/** A migration's cost for its caller in addition to the fee, with the longest texts, when the vault can't refund it. */
export const measureMigrationRent = (stage: Stage): number => {
  const creator = stage.wallet("creator");
  const tribe = close(stage, creator, stage.wallet("inviter"), longest);
  rewrite(stage, vault, { lamports: rentOf(0) });
  const before = stage.machine.balance(creator);
  must(stage.send(stage.migrate(tribe, creator)));
  return Number(before - stage.machine.balance(creator));
};

interface Migrated {
  readonly stage: Stage;
  readonly owner: Key;
  readonly tribes: readonly Tribe[];
}

const migrate = (stage: Stage): Migrated => {
  const [owner, inviter] = [stage.wallet("creator"), stage.wallet("inviter")];
  const tribes = Array.from({ length: tribesPerStage }, () => {
    const tribe = close(stage, owner, inviter);
    must(stage.send(stage.migrate(tribe, owner)));
    stage.makeTokenAccount(owner, stage.places(tribe).newMint);
    return tribe;
  });
  return { stage, owner, tribes };
};

/** Conversions of any part of the bought tokens, each as if it were the first. */
export const measureConversions = (states: number): Promise<number[]> =>
  onStages(states, statesPerStage, (stage) => {
    const { owner, tribes } = migrate(stage);
    return () => {
      const tribe = pick(tribes);
      const all = stage.supply(tribe.mint);
      const tokens = pick([all, magnitude(all)]);
      const vaultAccount = stage.places(tribe).conversionVault;
      rewriteUnits(stage, associatedToken(owner, tribe.mint), 64, all);
      rewriteUnits(stage, vaultAccount, 64, all * tokenField(stage, tribe.token, "rate"));
      rewriteUnits(stage, associatedToken(owner, stage.places(tribe).newMint), 64, 0n);
      const units = unitsOf(stage, stage.convert(tribe, owner, tokens));
      rewriteUnits(stage, tribe.mint, 36, all);
      return units;
    };
  });

/** Sets a pool to a random state, with the matching lamports and tokens. */
const movePool = ({ stage, owner }: Migrated, tribe: Tribe): void => {
  const { pool, poolVault, newMint } = stage.places(tribe);
  const [lamportReserve, tokenReserve] = [magnitude(10n ** 14n), magnitude(newSupply)];
  const [creatorFees, platformFees] = [below(10n ** 9n), below(10n ** 9n)];
  stage.patchPool(tribe, { lamportReserve, tokenReserve, creatorFees, platformFees });
  const { data } = stage.machine.get(pool) ?? { data: Buffer.alloc(0) };
  rewrite(stage, pool, { lamports: rentOf(data.length) + lamportReserve + creatorFees + platformFees });
  rewriteUnits(stage, poolVault, 64, tokenReserve);
  rewriteUnits(stage, associatedToken(owner, newMint), 64, newSupply);
  stage.machine.fund(owner, plenty);
};

/** Swaps in one direction on a pool in any state. */
export const measureSwaps = (states: number, side: "buy" | "sell"): Promise<number[]> =>
  onStages(states, statesPerStage, (stage) => {
    const migrated = migrate(stage);
    return () => {
      const tribe = pick(migrated.tribes);
      movePool(migrated, tribe);
      const input = side === "buy" ? magnitude(10n ** 14n) : magnitude(newSupply);
      return unitsUnless(stage.send(stage.swap(tribe, migrated.owner, side, input)), ...slippages);
    };
  });

/** Collections from a pool with any fees due. */
export const measurePoolCollections = (states: number): Promise<number[]> =>
  onStages(states, statesPerStage, (stage) => {
    const migrated = migrate(stage);
    return () => {
      const tribe = pick(migrated.tribes);
      movePool(migrated, tribe);
      const accounts = { pool: stage.places(tribe).pool, factory, creator: tribe.creator };
      const { feeReceiver } = stage.addresses();
      return unitsOf(stage, instruction(poolIdl, "collect", { ...accounts, feeReceiver }));
    };
  });

/** Collections from a curve, migrated or not, with any fees due. */
export const measureCollections = (states: number): Promise<number[]> =>
  onStages(states, statesPerStage, (stage) => {
    const { owner, tribes } = migrate(stage);
    const open = stage.tribe("another creator");
    return () => {
      const tribe = pick([open, pick(tribes)]);
      const [creatorFees, platformFees] = [below(10n ** 9n), below(10n ** 9n)];
      stage.patch("token", tribe.token, { creatorFees, platformFees }, curveIdl);
      const { length } = stage.machine.data(tribe.token);
      rewrite(stage, tribe.token, { lamports: rentOf(length) + creatorFees + platformFees });
      stage.machine.fund(owner, plenty);
      return unitsOf(stage, stage.collect(tribe));
    };
  });

/** Changes of a token's creator, in its state or in its pool. */
export const measureCreatorChanges = (states: number): Promise<number[]> =>
  onStages(states, statesPerStage, (stage) => {
    const { tribes } = migrate(stage);
    const heirs = ["one", "another"].map((name) => walletKeyFor("heir", name));
    return () => {
      const tribe = pick(tribes);
      const newCreator = pick(heirs);
      stage.patch("token", tribe.token, { creator: tribe.creator }, curveIdl);
      stage.patchPool(tribe, { creator: tribe.creator });
      const change = pick([stage.changeCreator(tribe, newCreator), stage.changePoolCreator(tribe, newCreator)]);
      return unitsOf(stage, change);
    };
  });
