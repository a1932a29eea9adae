/** For every error of both programs an instruction that is refused with it, and the state that this requires. */
import { Rent } from "litesvm/dist/internal.js";
import { curveCalls, poolCalls } from "./calls.ts";
import { switchOn } from "./guards.ts";
import { curveIdl, type Idl, poolIdl } from "./idl.ts";
import { bent, instruction } from "./instructions.ts";
import { associatedToken, keyFor, systemProgram } from "./keys.ts";
import { type Instruction, type Meta, sol } from "./machine.ts";
import type { Scene } from "./scene.ts";
import { anyPrice, buyOf, curve, Stage, unit, vault } from "./stage.ts";

/** Prepares the scene and returns the instruction that must be refused; may use another stage than the scene's. */
export type Refusal = (scene: Scene) => Instruction | { readonly on: Stage; readonly send: Instruction };

const made = (idl: Idl, name: string, scene: Scene): Instruction => {
  const call = (idl === curveIdl ? curveCalls : poolCalls)[name];
  if (!call) throw new Error(`no call of ${name}`);
  return call.make(scene);
};
/** The valid call with one named account replaced. */
const with_ =
  (idl: Idl, name: string, account: string, change: Partial<Meta>): Refusal =>
  (scene) =>
    bent(
      made(idl, name, scene),
      idl.instruction(name).accounts.findIndex((one) => one.name === account),
      change,
    );
const stranger = { key: keyFor("wallet", "stranger") };
const shortened =
  (idl: Idl, name: string): Refusal =>
  (scene) => {
    const good = made(idl, name, scene);
    return { ...good, metas: good.metas.slice(1) };
  };
const cut =
  (idl: Idl, name: string): Refusal =>
  (scene) => {
    const good = made(idl, name, scene);
    return { ...good, data: good.data.subarray(0, -1) };
  };

const token = (scene: Scene) => scene.stage.read("token", scene.tribe.token);
/** A cluster with a rent that our programs cannot calculate with. */
const strangeRent = ({ stage }: Scene): void => stage.machine.svm.setRent(new Rent(6_960n, -1, 50));
/** Leaves the trader this many lamports. */
const poor = (scene: Scene, lamports: bigint): void => scene.stage.machine.fund(scene.trader, lamports);

export const curveRefusals: Readonly<Record<string, Refusal>> = {
  invalidReserve: (scene) => {
    const { machine } = scene.stage;
    const now = machine.get(scene.tribe.token);
    if (now) machine.set(scene.tribe.token, { ...now, lamports: now.lamports - 1n });
    return scene.stage.sell(scene.tribe, scene.trader, unit);
  },
  buySlippageExceeded: ({ stage, tribe, trader }) =>
    stage.buy(tribe, trader, { tokens: unit, maxLamports: 1_000n, minTokens: unit }),
  sellSlippageExceeded: ({ stage, tribe, trader }) => stage.sell(tribe, trader, unit, { minLamports: sol }),
  paused: ({ stage, tribe, trader }) => {
    stage.send(stage.officer("pause"));
    return stage.buy(tribe, trader, buyOf(unit));
  },
  sellsStopped: ({ stage, tribe, trader }) => {
    stage.send(stage.officer("stopSells"));
    return stage.sell(tribe, trader, unit, { plain: true });
  },
  curveClosed: ({ stage, closed, trader }) => stage.sell(closed, trader, 1n),
  floorReached: (scene) => {
    const tokens = (token(scene).x as bigint) - 150n * unit + 1n; // u64 in the IDL
    return scene.stage.sell(scene.tribe, scene.trader, tokens);
  },
  invalidAmount: ({ stage, tribe, trader }) => stage.buy(tribe, trader, buyOf(0n)),
  invalidFlags: ({ stage, tribe, trader }) => stage.buy(tribe, trader, buyOf(unit), 2n),
  missingCoSignature: with_(curveIdl, "buy", "admin", { signer: false }),
  invalidAdmin: with_(curveIdl, "buy", "admin", stranger),
  invalidSuperAdmin: with_(curveIdl, "pause", "superAdmin", stranger),
  notUpgradeAuthority: () => {
    const on = new Stage(false);
    on.machine.setUpgradeAuthority(curve, stranger.key);
    return { on, send: on.initialize() };
  },
  alreadyInitialized: ({ stage }) => stage.initialize(),
  missingSigner: with_(curveIdl, "buy", "buyer", { signer: false }),
  notWritable: with_(curveIdl, "buy", "token", { writable: false }),
  notEnoughAccounts: shortened(curveIdl, "buy"),
  invalidFactory: with_(curveIdl, "buy", "factory", stranger),
  invalidToken: with_(curveIdl, "buy", "token", stranger),
  invalidMint: with_(curveIdl, "buy", "mint", stranger),
  invalidTokenAccount: with_(curveIdl, "buy", "buyerTokenAccount", stranger),
  invalidCreator: with_(curveIdl, "collect", "creator", stranger),
  invalidFeeReceiver: with_(curveIdl, "collect", "feeReceiver", stranger),
  invalidReferrer: ({ stage, tribe, trader }) => stage.buy(tribe, trader, buyOf(unit), 1n, trader),
  invalidProgram: with_(curveIdl, "buy", "token2022Program", stranger),
  invalidAddress: with_(curveIdl, "createToken", "mint", stranger),
  invalidMetadata: ({ stage, tribe }) => stage.create(stage.nextTribe(tribe.creator), { name: "" }),
  invalidData: cut(curveIdl, "buy"),
  unsupportedVersion: (scene) => {
    scene.stage.patch("token", scene.tribe.token, { version: 2n });
    return scene.stage.buy(scene.tribe, scene.trader, buyOf(unit));
  },
  amountTooLarge: (scene) => {
    scene.stage.patch("token", scene.tribe.token, { seq: anyPrice });
    return scene.stage.buy(scene.tribe, scene.trader, buyOf(unit));
  },
  invalidProgramData: () => {
    const on = new Stage(false);
    const send = on.initialize();
    const index = curveIdl.instruction("initializeFactory").accounts.findIndex((one) => one.name === "programData");
    return { on, send: bent(send, index, stranger) };
  },
  insufficientFunds: (scene) => {
    poor(scene, sol / 1_000n);
    return scene.stage.buy(scene.tribe, scene.trader, buyOf(100n * unit));
  },
  runtimeRefused: (scene) => {
    strangeRent(scene);
    return scene.stage.sell(scene.tribe, scene.trader, unit);
  },
  curveOpen: ({ stage, tribe, trader }) => stage.migrate(tribe, trader),
  notMigrated: ({ stage, closed, trader }) => {
    const { newMint } = stage.places(closed);
    const send = stage.convert(closed, trader, 1n);
    const index = send.metas.findIndex((meta) => meta.key === associatedToken(trader, newMint));
    return bent(send, index, { key: associatedToken(trader, closed.mint) });
  },
  notProposed: ({ trader }) => instruction(curveIdl, "acceptAdmin", { pendingAdmin: trader }),
  outOfBounds: ({ stage }) => stage.officer("updateCoefficient", { bondingCurveCoeff: 5_999_999n }),
  allowanceExceeded: ({ stage }) =>
    instruction(
      curveIdl,
      "withdraw",
      { admin: stage.admin, withdrawReceiver: stage.addresses().withdrawReceiver },
      { lamports: 1n },
    ),
  sellsStoppedLately: ({ stage }) => {
    stage.send(stage.officer("stopSells"));
    return stage.officer("stopSells");
  },
  invalidVault: with_(curveIdl, "withdraw", "vault", stranger),
  invalidWithdrawReceiver: with_(curveIdl, "withdraw", "withdrawReceiver", stranger),
  invalidReceiver: ({ stage }) =>
    instruction(curveIdl, "setWithdrawReceiver", { superAdmin: stage.superAdmin, withdrawReceiver: vault }),
  emptyOffice: () => {
    const on = new Stage(false);
    const index = curveIdl.instruction("initializeFactory").accounts.findIndex((one) => one.name === "superAdmin");
    return { on, send: bent(on.initialize(), index, { key: systemProgram }) };
  },
  settingsChanged: ({ stage, tribe }) => stage.create(stage.nextTribe(tribe.creator), { referralBonus: 1n }),
  feesNotDue: () => instruction(curveIdl, "applyFees", {}),
  memoRequired: (scene) => {
    const { stage, moved, trader } = scene;
    switchOn(stage, trader, stage.places(moved).newMint, "memo transfer");
    return stage.convert(moved, trader, 1n);
  },
  cpiGuarded: ({ stage, tribe, trader }) => {
    switchOn(stage, trader, tribe.mint, "CPI guard");
    return stage.sell(tribe, trader, unit);
  },
  invalidNewCreator: ({ stage, tribe }) => stage.changeCreator(tribe, tribe.creator),
  pausedLately: ({ stage }) => {
    const guardian = stage.wallet("guardian");
    stage.send(stage.officer("setGuardian", { guardian }));
    stage.send(stage.guard("pauseAsGuardian", guardian));
    return stage.guard("pauseAsGuardian", guardian);
  },
  invalidGuardian: ({ stage, trader }) => stage.guard("pauseAsGuardian", trader),
  payoutTooSmall: ({ stage, tribe, trader }) => {
    stage.machine.fund(trader, 0n);
    return stage.sell(tribe, trader, 1n);
  },
};

export const poolRefusals: Readonly<Record<string, Refusal>> = {
  buySlippageExceeded: ({ stage, moved, trader }) => stage.swap(moved, trader, "buy", 1_000_000n, 2n ** 60n),
  sellSlippageExceeded: ({ stage, moved, trader }) => stage.swap(moved, trader, "sell", 1_000_000n, sol),
  invalidAmount: ({ stage, moved, trader }) => stage.swap(moved, trader, "buy", 0n),
  invalidPool: with_(poolIdl, "buy", "pool", stranger),
  invalidAuthority: with_(poolIdl, "createPool", "token", stranger),
  invalidMint: with_(poolIdl, "createPool", "mint", stranger),
  invalidVault: with_(poolIdl, "buy", "vault", stranger),
  invalidTokenAccount: with_(poolIdl, "buy", "buyerTokenAccount", stranger),
  invalidFactory: with_(poolIdl, "collect", "factory", stranger),
  invalidCreator: with_(poolIdl, "collect", "creator", stranger),
  invalidFeeReceiver: with_(poolIdl, "collect", "feeReceiver", stranger),
  missingSigner: with_(poolIdl, "buy", "buyer", { signer: false }),
  notWritable: with_(poolIdl, "buy", "pool", { writable: false }),
  notEnoughAccounts: shortened(poolIdl, "buy"),
  invalidProgram: with_(poolIdl, "buy", "token2022Program", stranger),
  invalidAddress: with_(poolIdl, "createPool", "pool", stranger),
  invalidData: cut(poolIdl, "buy"),
  unsupportedVersion: (scene) => {
    scene.stage.patchPool(scene.moved, { version: 2n });
    return scene.stage.swap(scene.moved, scene.trader, "buy", sol);
  },
  amountTooLarge: (scene) => {
    scene.stage.patchPool(scene.moved, { seq: anyPrice });
    return scene.stage.swap(scene.moved, scene.trader, "buy", sol);
  },
  alreadyInitialized: (scene) => {
    const good = made(poolIdl, "createPool", scene);
    scene.stage.send(good);
    return good;
  },
  insufficientFunds: (scene) => {
    poor(scene, sol);
    return scene.stage.swap(scene.moved, scene.trader, "buy", 2n * sol);
  },
  invalidReserve: (scene) => {
    const { machine } = scene.stage;
    const { pool } = scene.stage.places(scene.moved);
    const now = machine.get(pool);
    if (now) machine.set(pool, { ...now, lamports: now.lamports - 1n });
    return scene.stage.swap(scene.moved, scene.trader, "sell", 1_000_000_000n);
  },
  runtimeRefused: (scene) => {
    strangeRent(scene);
    return scene.stage.swap(scene.moved, scene.trader, "sell", 1_000_000_000n);
  },
  memoRequired: ({ stage, moved, trader }) => {
    switchOn(stage, trader, stage.places(moved).newMint, "memo transfer");
    return stage.swap(moved, trader, "buy", sol);
  },
  cpiGuarded: ({ stage, moved, trader }) => {
    switchOn(stage, trader, stage.places(moved).newMint, "CPI guard");
    return stage.swap(moved, trader, "sell", 1_000_000_000n);
  },
  invalidNewCreator: ({ stage, moved }) => stage.changePoolCreator(moved, moved.creator),
};
