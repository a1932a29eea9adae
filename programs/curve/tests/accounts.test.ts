import { readFileSync } from "node:fs";
import { type Address, generateKeyPairSigner, type Instruction, type KeyPairSigner } from "@solana/kit";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  getAcceptAdminInstructionAsync,
  getAcceptSuperAdminInstructionAsync,
  getGrantAllowanceInstructionAsync,
  getInitializeFactoryInstructionAsync,
  getPauseInstructionAsync,
  getProposeAdminInstructionAsync,
  getProposeSuperAdminInstructionAsync,
  getSetFeeReceiverInstructionAsync,
  getSetWithdrawReceiverInstructionAsync,
  getStopSellsInstructionAsync,
  getTokenEncoder,
  getUnpauseInstructionAsync,
  getUpdateBonusesInstructionAsync,
  getUpdateCoefficientInstructionAsync,
  getUpdateFeesInstructionAsync,
  getWithdrawInstructionAsync,
} from "../../../packages/chain/src/generated/index.ts";
import { bent, movedTo, readOnly, replacedBy, transferInstruction, withoutSignature } from "./support/instructions.ts";
import {
  closedTribe,
  convertInstruction,
  type Migrated,
  migratedTribe,
  migrateInstruction,
} from "./support/migrated.ts";
import { otherAddress } from "./support/other-address.ts";
import {
  anyPrice,
  ata,
  ataInstruction,
  buyInstruction,
  collectInstruction,
  createInstruction,
  createTribe,
  must,
  sellInstruction,
  startWorld,
  type Tribe,
  tokenState,
  tribeOf,
  type World,
} from "./support/world.ts";

type IdlAccount = { name: string; isSigner: boolean | "either"; isWritable: boolean; isOptional?: boolean };
type Idl = { program: { instructions: { name: string; accounts: IdlAccount[] }[] } };
// the committed IDL, so that no account of a new instruction is forgotten here
const idl = JSON.parse(readFileSync(new URL("../idl.json", import.meta.url), "utf8")) as Idl;

/** Both co-signatures have a name of their own. */
const unsigned: Record<string, number> = { admin: 6010 };

let world: World;
let [payer, creator, trader, inviter, stranger]: KeyPairSigner[] = [];
let tribe: Tribe;
let other: Tribe;
let migrated: Migrated | undefined;
let nextId = 50_000n;
const order = { tokens: 1_000_000_000n, maxLamports: anyPrice, minTokens: 0n };

const need = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("set up by beforeAll");
  return value;
};

beforeAll(async () => {
  world = await startWorld();
  [payer, creator, trader, inviter, stranger] = await Promise.all([1, 2, 3, 4, 5].map(() => world.wallet(10n ** 14n)));
  tribe = await createTribe(world, need(creator));
  other = await createTribe(world, need(creator));
  for (const each of [tribe, other]) {
    must(await world.send(need(payer), await ataInstruction(need(payer), each.mint, need(trader).address)));
    must(
      await world.send(
        need(trader),
        await buyInstruction(world, need(trader), each, { ...order, tokens: 50n * order.tokens }),
      ),
    );
  }
});

beforeAll(async () => {
  migrated = await migratedTribe(world, need(creator));
  must(await world.send(need(payer), transferInstruction(need(payer), world.factoryState().vault, 10n ** 9n)));
});

// offices that a good call has moved go back
afterEach(() => world.setFactory({ admin: world.admin.address, superAdmin: world.superAdmin.address }));

const good: Record<string, () => Promise<Instruction>> = {
  createToken: async () =>
    createInstruction(world, need(creator), await tribeOf(nextId++, need(creator).address), {
      inviter: need(inviter).address,
      flags: 1,
      firstBuy: order,
    }),
  buy: () => buyInstruction(world, need(trader), tribe, order, 1, need(inviter).address),
  sell: () =>
    sellInstruction(world, need(trader), tribe, { tokens: 1n }, { flags: 1, referrer: need(inviter).address }),
  collect: () => collectInstruction(world, tribe),
  pause: () => getPauseInstructionAsync({ superAdmin: world.superAdmin }),
  unpause: () => getUnpauseInstructionAsync({ superAdmin: world.superAdmin }),
  migrate: async () => migrateInstruction(need(trader), await closedTribe(world, need(creator))),
  convert: () => convertInstruction(need(creator), need(migrated), 1n),
  stopSells: () => {
    world.setFactory({ sellsStoppedUntil: 0n });
    return getStopSellsInstructionAsync({ superAdmin: world.superAdmin });
  },
  proposeAdmin: () => getProposeAdminInstructionAsync({ superAdmin: world.superAdmin, proposed: need(trader).address }),
  proposeSuperAdmin: () =>
    getProposeSuperAdminInstructionAsync({ superAdmin: world.superAdmin, proposed: need(trader).address }),
  acceptAdmin: () => {
    world.setFactory({ pendingAdmin: need(trader).address });
    return getAcceptAdminInstructionAsync({ pendingAdmin: need(trader) });
  },
  acceptSuperAdmin: () => {
    world.setFactory({ pendingSuperAdmin: need(trader).address });
    return getAcceptSuperAdminInstructionAsync({ pendingSuperAdmin: need(trader) });
  },
  updateFees: () => getUpdateFeesInstructionAsync({ ...world.factoryState(), superAdmin: world.superAdmin }),
  updateCoefficient: () =>
    getUpdateCoefficientInstructionAsync({ superAdmin: world.superAdmin, bondingCurveCoeff: 100_000_000n }),
  updateBonuses: () => getUpdateBonusesInstructionAsync({ ...world.factoryState(), superAdmin: world.superAdmin }),
  grantAllowance: () => getGrantAllowanceInstructionAsync({ superAdmin: world.superAdmin, allowance: 1n }),
  setFeeReceiver: async () =>
    getSetFeeReceiverInstructionAsync({ superAdmin: world.superAdmin, feeReceiver: world.factoryState().vault }),
  setWithdrawReceiver: () =>
    getSetWithdrawReceiverInstructionAsync({
      superAdmin: world.superAdmin,
      withdrawReceiver: need(inviter).address,
    }),
  withdraw: () => {
    world.setFactory({ allowance: anyPrice, withdrawReceiver: need(inviter).address });
    return getWithdrawInstructionAsync({ admin: world.admin, withdrawReceiver: need(inviter).address, lamports: 1n });
  },
};
const sent = async (instruction: Instruction) => (await world.send(need(payer), instruction)).error;

const covered = idl.program.instructions.filter((one) => one.name !== "initializeFactory");
test("every instruction of the IDL is held to its accounts here", () => {
  expect(covered.map((one) => one.name).sort()).toEqual(Object.keys(good).sort());
  for (const one of covered)
    expect(one.accounts.map((account) => account.name)).toEqual(Object.keys(otherAddress[one.name] ?? {}));
});

describe.each(covered)("$name", ({ name, accounts }) => {
  const make = need(good[name]);
  test("works with the right accounts", async () => {
    expect(await sent(await make())).toBeUndefined();
    if (name === "pause")
      must(await world.send(need(payer), await getUnpauseInstructionAsync({ superAdmin: world.superAdmin })));
  });

  test.each(accounts.map((account, index) => ({ ...account, index })))(
    "refuses a bent $name",
    async ({ name: account, index, isSigner, isWritable }) => {
      const outsider = need(stranger);
      const answer = otherAddress[name]?.[account];
      const elsewhere = await sent(bent(await make(), index, replacedBy(outsider)));
      if (typeof answer === "number" && answer > 0) expect(elsewhere).toBe(answer);
      if (answer instanceof RegExp) expect(elsewhere).not.toBeUndefined();
      if (isSigner !== false)
        expect(await sent(bent(await make(), index, withoutSignature))).toBe(unsigned[account] ?? 6015);
      if (isWritable) expect(await sent(bent(await make(), index, readOnly))).toBe(6016);
    },
  );

  test("refuses to work with an account too few", async () => {
    const instruction = await make();
    expect(await sent({ ...instruction, accounts: (instruction.accounts ?? []).slice(0, -1) })).toBe(6017);
  });

  test("refuses data that are longer than its arguments", async () => {
    const instruction = await make();
    expect(await sent({ ...instruction, data: Uint8Array.of(...(instruction.data ?? []), 0) })).toBe(6028);
  });
});

describe.each(["buy", "sell"] as const)("%s", (name) => {
  const at = (slot: string): number =>
    need(covered.find((one) => one.name === name)).accounts.findIndex((one) => one.name === slot);
  const tokenAccount = name === "buy" ? "buyerTokenAccount" : "sellerTokenAccount";
  const make = need(good[name]);
  const moved = async (slot: string, address: Address) => sent(bent(await make(), at(slot), movedTo(address)));

  test("refuses another token's state, mint and token account", async () => {
    expect(await moved("token", other.token)).toBe(6020);
    expect(await moved("mint", other.mint)).toBe(6020);
    expect(await moved(tokenAccount, await ata(other.mint, need(trader).address))).toBe(6021);
  });

  test("refuses somebody else's token account of the right mint", async () => {
    must(await sendAta(need(stranger)));
    expect(await moved(tokenAccount, await ata(tribe.mint, need(stranger).address))).toBe(6021);
  });

  test("refuses a factory of an attacker's program, and other accounts of ours in its place", async () => {
    expect(await moved("factory", tribe.token)).toBe(6018);
    const forged = await copyOf(world.factory, need(stranger).address);
    expect(await moved("factory", forged)).toBe(6018);
    const forgedToken = await copyOf(tribe.token, need(stranger).address);
    expect(await moved("token", forgedToken)).toBe(6019);
    expect(await moved("token", world.factory)).toBe(6019);
    const forgedAccount = await copyOf(await ata(tribe.mint, need(trader).address), need(stranger).address);
    expect(await moved(tokenAccount, forgedAccount)).toBe(6021);
  });

  test("refuses the trader and the token's state as referrer", async () => {
    expect(await moved("referrer", need(trader).address)).toBe(6024);
    expect(await moved("referrer", tribe.token)).toBe(6024);
  });

  test("refuses another layout version", async () => {
    const account = world.svm.getAccount(other.token);
    if (!account.exists) throw new Error("no token");
    const data = getTokenEncoder().encode({ ...tokenState(world, other), version: 2 });
    const address = (await generateKeyPairSigner()).address;
    world.svm.setAccount({ ...account, address, data: Uint8Array.from(data) });
    expect(await moved("token", address)).toBe(6029);
  });

  test("pays a co-signer, the creator or the fee receiver as referrer like anybody", async () => {
    for (const who of [world.admin.address, need(creator).address, world.factoryState().feeReceiver])
      expect(await moved("referrer", who)).toBeUndefined();
  });
});

const sendAta = async (owner: KeyPairSigner) =>
  world.send(need(payer), await ataInstruction(need(payer), tribe.mint, owner.address));

/** The same bytes under another program. */
async function copyOf(address: Address, programAddress: Address): Promise<Address> {
  const account = world.svm.getAccount(address);
  if (!account.exists) throw new Error(`${address} is empty`);
  const copy = (await generateKeyPairSigner()).address;
  world.svm.setAccount({ ...account, address: copy, programAddress });
  return copy;
}

test("the factory is made once", async () => {
  const outsider = need(stranger);
  const again = await getInitializeFactoryInstructionAsync({
    payer: outsider,
    upgradeAuthority: outsider,
    admin: outsider.address,
    superAdmin: outsider.address,
  });
  expect(await sent(again)).toBe(6014);
  expect(world.factoryState().admin).toBe(world.admin.address);
});
