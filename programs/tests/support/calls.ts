/** A valid call of every instruction, and another token's account for each of its accounts. */
import { noFees } from "./attack.ts";
import { curveIdl, poolIdl, type Values } from "./idl.ts";
import { instruction } from "./instructions.ts";
import { associatedToken, type Key, keyFor, walletKeyFor } from "./keys.ts";
import { type Instruction, sol } from "./machine.ts";
import type { Scene } from "./scene.ts";
import { buyOf, factory, must, Stage, unit, vault } from "./stage.ts";

export type Call = {
  /** Another stage than the scene's, created once. */
  readonly on?: () => Stage;
  /** Succeeds each time that it is built and sent. */
  readonly make: (scene: Scene) => Instruction;
  /** Sent after the valid call, to restore the state for later calls. */
  readonly undo?: (scene: Scene) => Instruction;
  /** Accounts by name that depend on the token, for another token. */
  readonly others?: (scene: Scene) => Readonly<Record<string, Key>>;
};

const trade =
  (side: "buyer" | "seller") =>
  ({ other, trader }: Scene) => ({
    token: other.token,
    mint: other.mint,
    [`${side}TokenAccount`]: associatedToken(trader, other.mint),
  });

/** A person who does not have the token yet, so that the call works each time. */
const otherHeir = (creator: Key): Key =>
  ["one", "another"].map((name) => walletKeyFor("heir", name)).find((key) => key !== creator) ?? creator;

const guardian = keyFor("guardian");
const guarded = (): Stage => {
  const stage = new Stage();
  must(stage.send(stage.officer("setGuardian", { guardian })));
  return stage;
};
const officer = (name: string, args: Values = {}): Call => ({ make: ({ stage }) => stage.officer(name, args) });
const receiving = (name: string, account: string): Call => ({
  make: ({ stage, inviter }) => instruction(curveIdl, name, { superAdmin: stage.superAdmin, [account]: inviter }),
});

/** By instruction of the curve. A test fails when one in the IDL is missing here. */
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
  changeCreator: {
    make: ({ stage, closed }) => {
      const creator = String(stage.read("token", closed.token).creator);
      return stage.changeCreator({ ...closed, creator }, otherHeir(creator));
    },
    others: ({ other }) => ({ token: other.token, mint: other.mint }),
  },
  migrate: {
    make: ({ stage, closed, trader }) => stage.migrate(closed, trader),
    others: ({ stage, moved }) => {
      const { newMint, conversionVault, pool, poolVault } = stage.places(moved);
      return { token: moved.token, mint: moved.mint, newMint, conversionVault, pool, poolVault };
    },
  },
  convert: {
    make: ({ stage, moved, trader }) => stage.convert(moved, trader, 1n),
    others: ({ stage, movedToo, trader }) => {
      const { newMint, conversionVault } = stage.places(movedToo);
      const ownerTokenAccount = associatedToken(trader, movedToo.mint);
      const ownerNewTokenAccount = associatedToken(trader, newMint);
      return { token: movedToo.token, mint: movedToo.mint, ownerTokenAccount, conversionVault, ownerNewTokenAccount };
    },
  },
  pause: { ...officer("pause"), undo: ({ stage }) => stage.officer("unpause") },
  unpause: officer("unpause"),
  stopSells: { on: () => new Stage(), make: ({ stage }) => stage.officer("stopSells") },
  setGuardian: { make: ({ stage, inviter }) => stage.officer("setGuardian", { guardian: inviter }) },
  pauseAsGuardian: { on: guarded, make: ({ stage }) => stage.guard("pauseAsGuardian", guardian) },
  stopSellsAsGuardian: { on: guarded, make: ({ stage }) => stage.guard("stopSellsAsGuardian", guardian) },
  proposeAdmin: { make: ({ stage, inviter }) => stage.officer("proposeAdmin", { proposed: inviter }) },
  acceptAdmin: {
    make: ({ stage, inviter }) => {
      stage.send(stage.officer("proposeAdmin", { proposed: inviter }));
      return instruction(curveIdl, "acceptAdmin", { pendingAdmin: inviter });
    },
    undo: ({ stage }) => {
      stage.send(stage.officer("proposeAdmin", { proposed: stage.admin }));
      return instruction(curveIdl, "acceptAdmin", { pendingAdmin: stage.admin });
    },
  },
  proposeSuperAdmin: { make: ({ stage, inviter }) => stage.officer("proposeSuperAdmin", { proposed: inviter }) },
  acceptSuperAdmin: {
    make: ({ stage, inviter }) => {
      stage.send(stage.officer("proposeSuperAdmin", { proposed: inviter }));
      return instruction(curveIdl, "acceptSuperAdmin", { pendingSuperAdmin: inviter });
    },
    undo: ({ stage, inviter }) => {
      stage.send(stage.officer("proposeSuperAdmin", { proposed: stage.superAdmin }, inviter));
      return instruction(curveIdl, "acceptSuperAdmin", { pendingSuperAdmin: stage.superAdmin });
    },
  },
  updateFees: officer("updateFees", {
    referralFee: 60n,
    affiliateFee: 100n,
    discountFee: 20n,
    platformBuyFee: 200n,
    platformSellFee: 200n,
    creatorBuyFee: 200n,
    creatorSellFee: 200n,
  }),
  applyFees: {
    make: ({ stage }) => {
      const fees = { ...noFees, creatorBuyFee: 1_000n };
      must(stage.send(stage.officer("updateFees", noFees), stage.officer("updateFees", fees)));
      stage.machine.time += 86_400n;
      return instruction(curveIdl, "applyFees", {});
    },
  },
  updateCoefficient: officer("updateCoefficient", { bondingCurveCoeff: 100_000_000n }),
  updateBonuses: officer("updateBonuses", { referralTokenBonus: unit, affiliateTokenBonus: 2n * unit }),
  setFeeReceiver: {
    ...receiving("setFeeReceiver", "feeReceiver"),
    undo: ({ stage }) => instruction(curveIdl, "setFeeReceiver", { superAdmin: stage.superAdmin, feeReceiver: vault }),
  },
  setWithdrawReceiver: receiving("setWithdrawReceiver", "withdrawReceiver"),
  grantAllowance: officer("grantAllowance", { allowance: sol }),
  withdraw: {
    make: ({ stage }) => {
      stage.machine.set(vault, { lamports: 5n * sol, owner: curveIdl.address, data: Buffer.alloc(0) });
      stage.send(stage.officer("grantAllowance", { allowance: 1_000n * sol }));
      const { withdrawReceiver } = stage.addresses();
      return instruction(curveIdl, "withdraw", { admin: stage.admin, withdrawReceiver }, { lamports: 1n });
    },
  },
};

const swap = (side: "buyer" | "seller"): Call => ({
  make: ({ stage, moved, trader }) => stage.swap(moved, trader, side === "buyer" ? "buy" : "sell", 1_000_000n),
  others: ({ stage, movedToo, trader }) => {
    const { newMint, pool, poolVault } = stage.places(movedToo);
    return { pool, vault: poolVault, [`${side}TokenAccount`]: associatedToken(trader, newMint) };
  },
});

/** By instruction of the pool. */
export const poolCalls: Readonly<Record<string, Call>> = {
  createPool: {
    // the machine does not verify signatures: this is the curve's call, with the state as a signer
    make: ({ stage, tribe, trader }) => {
      const { pool, poolVault, bumps } = stage.places(tribe);
      stage.machine.fund(pool, 10n * sol);
      const accounts = { payer: trader, token: tribe.token, mint: tribe.mint, pool, vault: poolVault };
      const [bump = 0, vaultBump = 0] = [bumps[2], bumps[3]];
      const args = { tokenId: tribe.id, creator: tribe.creator, factory, lamports: sol, tokens: 5n };
      return instruction(poolIdl, "createPool", accounts, {
        ...args,
        bump: BigInt(bump),
        vaultBump: BigInt(vaultBump),
      });
    },
    others: ({ stage, moved }) => {
      const { pool, poolVault } = stage.places(moved);
      return { token: moved.token, mint: moved.mint, pool, vault: poolVault };
    },
  },
  buy: swap("buyer"),
  sell: swap("seller"),
  collect: {
    make: ({ stage, moved }) =>
      instruction(poolIdl, "collect", {
        pool: stage.places(moved).pool,
        factory,
        creator: moved.creator,
        feeReceiver: stage.addresses().feeReceiver,
      }),
    others: ({ stage, movedToo }) => ({ pool: stage.places(movedToo).pool, creator: movedToo.creator }),
  },
  changeCreator: {
    make: ({ stage, movedToo }) => {
      const { creator } = poolIdl.readAccount("pool", stage.machine.data(stage.places(movedToo).pool));
      return stage.changePoolCreator({ ...movedToo, creator: String(creator) }, otherHeir(String(creator)));
    },
    others: ({ stage, moved }) => ({ pool: stage.places(moved).pool, mint: stage.places(moved).newMint }),
  },
};
