/** A good call of every instruction, and what another token has in the place of each account. */
import { associatedToken, type Key } from "./keys.ts";
import type { Instruction } from "./machine.ts";
import { buyOf, Stage, type Tribe, unit } from "./stage.ts";

/** Two tokens side by side, with a trader who holds both. */
export type Scene = {
  readonly stage: Stage;
  readonly tribe: Tribe;
  readonly other: Tribe;
  readonly trader: Key;
  readonly inviter: Key;
};

export function makeScene(): Scene {
  const stage = new Stage();
  const [trader, inviter] = [stage.wallet("trader"), stage.wallet("inviter")];
  stage.wallet("stranger");
  const [tribe, other] = [stage.tribe("creator"), stage.tribe("other creator")];
  for (const each of [tribe, other]) {
    stage.makeTokenAccount(trader, each.mint);
    const sent = stage.send(stage.buy(each, trader, buyOf(50n * unit)));
    if (sent.error !== undefined) throw new Error(sent.logs().join("\n"));
  }
  return { stage, tribe, other, trader, inviter };
}

export type Call = {
  /** Another stage than the scene's, made once. */
  readonly on?: () => Stage;
  /** Works, each time that it is made and sent. */
  readonly make: (scene: Scene) => Instruction;
  /** Sent after the good call, for the sake of those that follow. */
  readonly undo?: (scene: Scene) => Instruction;
  /** Accounts by name that hang on the token, as another token has them. */
  readonly others?: (scene: Scene) => Readonly<Record<string, Key>>;
};

const trade =
  (side: "buyer" | "seller") =>
  ({ other, trader }: Scene) => ({
    token: other.token,
    mint: other.mint,
    [`${side}TokenAccount`]: associatedToken(trader, other.mint),
  });

/** By program and instruction. A test fails when one of the IDL is missing here. */
export const curveCalls: Readonly<Record<string, Call>> = {
  initializeFactory: { on: () => new Stage(false), make: ({ stage }) => stage.initialize() },
  createToken: {
    make: ({ stage, tribe, inviter }) =>
      stage.create(stage.nextTribe(tribe.creator), { inviter, flags: 1n, firstBuy: buyOf(unit) }),
    others: ({ other, inviter }) => ({
      token: other.token,
      mint: other.mint,
      creatorTokenAccount: associatedToken(other.creator, other.mint),
      inviterTokenAccount: associatedToken(inviter, other.mint),
    }),
  },
  buy: {
    make: ({ stage, tribe, trader, inviter }) => stage.buy(tribe, trader, buyOf(unit), 1n, inviter),
    others: trade("buyer"),
  },
  sell: {
    make: ({ stage, tribe, trader, inviter }) => stage.sell(tribe, trader, 1n, { flags: 1n, referrer: inviter }),
    others: trade("seller"),
  },
  collect: {
    make: ({ stage, tribe }) => stage.collect(tribe),
    others: ({ other }) => ({ token: other.token, creator: other.creator }),
  },
  pause: { make: ({ stage }) => stage.officer("pause"), undo: ({ stage }) => stage.officer("unpause") },
  unpause: { make: ({ stage }) => stage.officer("unpause") },
};
