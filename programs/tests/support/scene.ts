/** Tokens in every state, side by side, with a trader who holds some of each. */

import type { Key } from "./keys.ts";
import { buyOf, must, Stage, type Tribe, unit } from "./stage.ts";

export type Scene = {
  readonly stage: Stage;
  /** On the curve. */
  readonly tribe: Tribe;
  readonly other: Tribe;
  /** Sold out, not migrated. */
  readonly closed: Tribe;
  /** Migrated, with some old tokens converted. */
  readonly moved: Tribe;
  readonly movedToo: Tribe;
  readonly trader: Key;
  readonly inviter: Key;
};

/** Buys all remaining tokens of a curve. */
export function close(stage: Stage, tribe: Tribe, buyer: Key): void {
  stage.makeTokenAccount(buyer, tribe.mint);
  must(stage.send(stage.buy(tribe, buyer, buyOf(2n ** 60n))));
}

/** Migrates a closed curve, makes its trader's new token account and converts a token. */
export function move(stage: Stage, tribe: Tribe, caller: Key): void {
  must(stage.send(stage.migrate(tribe, caller)));
  const { newMint } = stage.places(tribe);
  stage.makeTokenAccount(caller, newMint);
  must(stage.send(stage.convert(tribe, caller, unit)));
}

export function makeScene(): Scene {
  const stage = new Stage();
  const [trader, inviter] = [stage.wallet("trader"), stage.wallet("inviter")];
  stage.wallet("stranger");
  const made = ["creator", "other creator", "third creator", "fourth creator", "fifth creator"].map((name) => {
    const tribe = stage.tribe(name);
    stage.makeTokenAccount(trader, tribe.mint);
    must(stage.send(stage.buy(tribe, trader, buyOf(50n * unit))));
    return tribe;
  });
  const [tribe, other, closed, moved, movedToo] = made;
  if (!tribe || !other || !closed || !moved || !movedToo) throw new Error("five tribes");
  for (const one of [closed, moved, movedToo]) close(stage, one, trader);
  for (const one of [moved, movedToo]) move(stage, one, trader);
  return { stage, tribe, other, closed, moved, movedToo, trader, inviter };
}
