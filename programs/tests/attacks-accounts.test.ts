import { beforeEach, describe, expect, test } from "vitest";
import { readEvent } from "./model/expected.ts";
import { curveIdl, poolIdl } from "./support/idl.ts";
import { bent, burnTokens, instruction, mintTokens, transferLamports } from "./support/instructions.ts";
import {
  associatedToken,
  associatedTokenProgram,
  bytesOf,
  derive,
  type Key,
  keyFor,
  splToken,
  systemProgram,
  token2022,
} from "./support/keys.ts";
import { type Instruction, rentOf, sol } from "./support/machine.ts";
import { makeScene, type Scene } from "./support/scene.ts";
import { anyPrice, buyOf, curve, factory, must, unit, vault } from "./support/stage.ts";

/** Attacks by accounts: what one gives in another's place. Each has the name that the threat model gives it. */
let scene: Scene;
beforeEach(() => {
  scene = makeScene();
});
const code = (name: string): number => curveIdl.code(name);
const refused = (one: Instruction, answer: number | string): void => {
  const { machine } = scene.stage;
  const { tribe, trader } = scene;
  const look = () =>
    [tribe.token, tribe.mint, trader, factory, vault].map((key) => [
      machine.balance(key),
      machine.data(key).toString("hex"),
    ]);
  const before = look();
  const sent = scene.stage.send(one);
  if (typeof answer === "number") expect(sent.error, sent.logs().join("\n")).toBe(answer);
  else expect(String(sent.error)).toContain(answer);
  expect(look()).toEqual(before);
};
const at = (one: Instruction, name: string, account: string, key: Key, idl = curveIdl): Instruction =>
  bent(
    one,
    idl.instruction(name).accounts.findIndex((meta) => meta.name === account),
    { key },
  );

test("re-initialisation: neither factory nor token is made again, by whomever", () => {
  const { stage, tribe } = scene;
  const mallory = stage.wallet("mallory");
  const again = instruction(
    curveIdl,
    "initializeFactory",
    {
      payer: mallory,
      upgradeAuthority: mallory,
      programData: derive("BPFLoaderUpgradeab1e11111111111111111111111", bytesOf(curve)).key,
    },
    { admin: mallory, superAdmin: mallory },
  );
  refused(again, code("alreadyInitialized"));
  refused(stage.create({ ...tribe, creator: mallory }), code("alreadyInitialized"));
  refused(stage.create(tribe), code("alreadyInitialized"));
});

test("fee receiver substituted: collecting pays the factory's receiver and the token's creator only", () => {
  const { stage, tribe, moved, trader } = scene;
  refused(at(stage.collect(tribe), "collect", "feeReceiver", trader), code("invalidFeeReceiver"));
  refused(at(stage.collect(tribe), "collect", "creator", trader), code("invalidCreator"));
  const swapFees = instruction(poolIdl, "collect", {
    pool: stage.places(moved).pool,
    factory,
    creator: moved.creator,
    feeReceiver: trader,
  });
  refused(swapFees, poolIdl.code("invalidFeeReceiver"));
});

test("fee receiver substituted: a factory that the attacker has made elsewhere is none", () => {
  const { stage, moved, trader } = scene;
  const fake = keyFor("fake factory");
  const real = stage.machine.get(factory);
  if (!real) throw new Error("no factory");
  stage.machine.set(fake, { ...real, owner: splToken });
  const swapFees = instruction(poolIdl, "collect", {
    pool: stage.places(moved).pool,
    factory: fake,
    creator: moved.creator,
    feeReceiver: trader,
  });
  refused(swapFees, poolIdl.code("invalidFactory"));
});

test("another token's mint or state: nothing of one token moves with another's", () => {
  const { stage, tribe, other, trader, moved, movedToo } = scene;
  const buy = stage.buy(tribe, trader, buyOf(unit));
  refused(at(buy, "buy", "mint", other.mint), code("invalidMint"));
  refused(at(buy, "buy", "token", other.token), code("invalidMint"));
  const both = at(at(buy, "buy", "token", other.token), "buy", "mint", other.mint);
  refused(both, code("invalidTokenAccount"));
  const sell = stage.sell(tribe, trader, unit);
  refused(at(at(sell, "sell", "token", other.token), "sell", "mint", other.mint), code("invalidTokenAccount"));
  const convert = stage.convert(moved, trader, unit);
  refused(at(convert, "convert", "conversionVault", stage.places(movedToo).conversionVault), code("invalidAddress"));
  refused(at(convert, "convert", "token", movedToo.token), code("invalidMint"));
  const swap = stage.swap(moved, trader, "sell", 1_000n);
  refused(at(swap, "sell", "pool", stage.places(movedToo).pool, poolIdl), poolIdl.code("invalidVault"));
});

test("referrer = buyer: nobody refers himself", () => {
  const { stage, tribe, trader } = scene;
  refused(stage.buy(tribe, trader, buyOf(unit), 1n, trader), code("invalidReferrer"));
  refused(stage.sell(tribe, trader, unit, { flags: 3n, referrer: trader }), code("invalidReferrer"));
  const { creator } = tribe;
  refused(stage.create(stage.nextTribe(creator), { inviter: creator, flags: 1n }), code("invalidReferrer"));
  refused(stage.buy(tribe, trader, buyOf(unit), 1n, tribe.token), code("invalidReferrer"));
});

test("referrer = creator: is paid the referrer's share once, and costs the buyer nothing more", () => {
  const { stage, tribe, trader, inviter } = scene;
  const spent = (referrer: Key): { buyer: bigint; referrer: bigint } => {
    const before = [stage.machine.balance(trader), stage.machine.balance(referrer)] as const;
    must(stage.send(stage.buy(tribe, trader, buyOf(unit), 1n, referrer)));
    const paid = before[0] - stage.machine.balance(trader);
    const got = stage.machine.balance(referrer) - before[1];
    must(stage.send(stage.sell(tribe, trader, unit)));
    return { buyer: paid, referrer: got };
  };
  expect(spent(tribe.creator)).toEqual(spent(inviter));
});

test("referrer = another account of the trade: is paid its share and breaks nothing", () => {
  const { stage, tribe, trader } = scene;
  const { machine } = stage;
  const flags = 1n;
  const own = [tribe.mint, associatedToken(trader, tribe.mint), vault, factory, stage.admin, stage.superAdmin];
  for (const referrer of own) {
    for (const one of [
      stage.buy(tribe, trader, buyOf(10n * unit), flags, referrer),
      stage.sell(tribe, trader, 10n * unit, { flags, referrer }),
    ]) {
      const all = [trader, tribe.token, ...own];
      const sum = () => all.reduce((lamports, key) => lamports + machine.balance(key), 0n);
      const before = { sum: sum(), referrer: machine.balance(referrer) };
      const sent = must(stage.send(one));
      const event = sent
        .inner()
        .flatMap(({ program, data }) => (program === curve ? [readEvent(curveIdl, data)] : []))[0];
      expect(event?.fields.referralFee).toBeGreaterThan(0n);
      expect(machine.balance(referrer) - before.referrer).toBe(event?.fields.referralFee);
      expect(sum()).toBe(before.sum);
    }
  }
});

test("inviter = an account of the creation: either a named refusal or its share, never more", () => {
  const { stage } = scene;
  const creator = stage.wallet("odd creator");
  for (const name of ["token", "mint", "admin", "vault"] as const) {
    const tribe = stage.nextTribe(creator);
    const inviter = { token: tribe.token, mint: tribe.mint, admin: stage.admin, vault }[name];
    const sent = stage.send(stage.create(tribe, { inviter, flags: 1n, firstBuy: buyOf(unit) }));
    if (name === "token") expect(sent.error).toBe(code("invalidReferrer"));
    else expect(sent.error, sent.logs().join("\n")).toBeUndefined();
    if (sent.error === undefined) expect(stage.supply(tribe.mint)).toBe(2n * unit);
  }
});

test("fake co-signer: only the factory's admin admits creations, buys and claims", () => {
  const { stage, tribe, trader, inviter } = scene;
  const buy = stage.buy(tribe, trader, buyOf(unit));
  refused(at(buy, "buy", "admin", trader), code("invalidAdmin"));
  refused(at(buy, "buy", "admin", stage.superAdmin), code("invalidAdmin"));
  refused(bent(buy, 1, { signer: false }), code("missingCoSignature"));
  refused(at(stage.create(stage.nextTribe(trader)), "createToken", "admin", trader), code("invalidAdmin"));
  refused(stage.sell(tribe, trader, unit, { plain: true, flags: 4n }), code("missingCoSignature"));
  must(stage.send(stage.officer("proposeAdmin", { proposed: inviter })));
  refused(at(buy, "buy", "admin", inviter), code("invalidAdmin"));
});

test("re-entrancy through a token program of the attacker's: no other program is called, not even a copy of ours", () => {
  const { stage, tribe, moved, trader } = scene;
  const buy = stage.buy(tribe, trader, buyOf(unit));
  for (const program of [splToken, curve, poolIdl.address, systemProgram]) {
    refused(at(buy, "buy", "token2022Program", program), code("invalidProgram"));
    refused(at(stage.sell(tribe, trader, unit), "sell", "token2022Program", program), code("invalidProgram"));
    refused(at(stage.convert(moved, trader, unit), "convert", "token2022Program", program), code("invalidProgram"));
    refused(
      at(stage.swap(moved, trader, "buy", sol), "buy", "token2022Program", program, poolIdl),
      poolIdl.code("invalidProgram"),
    );
  }
  refused(at(stage.migrate(scene.closed, trader), "migrate", "poolProgram", curve), code("invalidProgram"));
  refused(at(buy, "buy", "program", poolIdl.address), code("invalidProgram"));
});

test("SPL Token accounts in the place of Token-2022's are refused", () => {
  const { stage, tribe, trader } = scene;
  const account = associatedToken(trader, tribe.mint);
  const holding = stage.machine.get(account);
  const mint = stage.machine.get(tribe.mint);
  if (!holding || !mint) throw new Error("no holding");
  const legacy = keyFor("legacy account");
  stage.machine.set(legacy, { ...holding, owner: splToken, data: holding.data.subarray(0, 165) });
  refused(at(stage.buy(tribe, trader, buyOf(unit)), "buy", "buyerTokenAccount", legacy), code("invalidTokenAccount"));
  refused(at(stage.sell(tribe, trader, unit), "sell", "sellerTokenAccount", legacy), code("invalidTokenAccount"));
  const legacyMint = keyFor("legacy mint");
  stage.machine.set(legacyMint, { ...mint, owner: splToken, data: mint.data.subarray(0, 82) });
  refused(at(stage.buy(tribe, trader, buyOf(unit)), "buy", "mint", legacyMint), code("invalidMint"));
  const old = burnTokens(trader, account, tribe.mint, unit, splToken);
  expect(stage.send(old).error).not.toBeUndefined();
});

test("nobody but the programs mints, of the old token or the new", () => {
  const { stage, tribe, moved, trader } = scene;
  const { newMint } = stage.places(moved);
  for (const signer of [trader, stage.admin, stage.superAdmin, tribe.creator]) {
    expect(
      stage.send(mintTokens(signer, associatedToken(trader, tribe.mint), tribe.mint, unit)).error,
    ).not.toBeUndefined();
    expect(stage.send(mintTokens(signer, associatedToken(trader, newMint), newMint, unit)).error).not.toBeUndefined();
  }
  // not even the authority of the old one, whose signature only our program can give
  expect(
    stage.send(mintTokens(moved.token, associatedToken(trader, newMint), newMint, unit)).error,
  ).not.toBeUndefined();
});

test("closed and revived accounts: a token account may come back, the vault and the states stay", () => {
  const { stage, tribe, trader } = scene;
  const account = associatedToken(trader, tribe.mint);
  const held = stage.holding(trader, tribe.mint);
  const reading = (key: Key) => ({ key, signer: false, writable: false });
  const reopen: Instruction = {
    program: associatedTokenProgram,
    metas: [
      { key: trader, signer: true, writable: true },
      { key: account, signer: false, writable: true },
      ...[trader, tribe.mint, systemProgram, token2022].map(reading),
    ],
    data: Uint8Array.of(1),
  };
  const closing: Instruction = {
    program: token2022,
    metas: [
      { key: account, signer: false, writable: true },
      { key: trader, signer: false, writable: true },
      { key: trader, signer: true, writable: false },
    ],
    data: Uint8Array.of(9),
  };
  // 11 is the token program's code for an account that is not empty
  refused(closing, 11);
  must(stage.send(stage.sell(tribe, trader, held), closing, reopen, stage.buy(tribe, trader, buyOf(unit))));
  expect(stage.holding(trader, tribe.mint)).toBe(unit);
  const after = stage.sell(tribe, trader, unit);
  const gone = stage.send(after, closing, stage.buy(tribe, trader, buyOf(unit)));
  expect(gone.error).toBe(code("invalidTokenAccount"));
  must(stage.send(stage.officer("grantAllowance", { allowance: anyPrice })));
  const all = stage.machine.balance(vault);
  const { withdrawReceiver } = stage.addresses();
  refused(
    instruction(curveIdl, "withdraw", { admin: stage.admin, withdrawReceiver }, { lamports: all }),
    code("invalidReserve"),
  );
  refused(transferLamports(tribe.token, trader, 1n), "InstructionError");
});

test("closed and revived accounts: zeroed accounts that an attacker gives our program are no states", () => {
  const { stage, tribe, trader, moved } = scene;
  const forged = keyFor("forged");
  for (const [layout, size] of [
    ["factory", 376],
    ["token", 168],
    ["token", 232],
  ] as const) {
    stage.machine.set(forged, { lamports: rentOf(size), owner: curve, data: Buffer.alloc(size) });
    refused(
      at(stage.buy(tribe, trader, buyOf(unit)), "buy", layout, forged),
      code(layout === "factory" ? "invalidFactory" : "invalidToken"),
    );
  }
  stage.machine.set(forged, { lamports: rentOf(232), owner: poolIdl.address, data: Buffer.alloc(232) });
  refused(at(stage.swap(moved, trader, "buy", sol), "buy", "pool", forged, poolIdl), poolIdl.code("invalidPool"));
});

describe("seeds that collide", () => {
  test("no two kinds of address are made of the same bytes, whatever the token's id", () => {
    const [id, address] = [8, 32];
    const lengths = {
      curve: [
        "factory".length,
        "vault".length,
        "token".length + id,
        "mint".length + id,
        "new_mint".length + id,
        "conversion".length + id,
      ],
      pool: ["pool".length + address, "vault".length + address],
    };
    for (const each of Object.values(lengths)) expect(new Set(each).size).toBe(each.length);
  });

  test.each([0n, 1n, 256n, 2n ** 63n, 2n ** 64n - 1n])("a token with the id %s stands beside all others", (id) => {
    const { stage, tribe, other } = scene;
    const mine = {
      id,
      token: derive(curve, "token", id).key,
      mint: derive(curve, "mint", id).key,
      creator: stage.wallet("edge"),
    };
    must(stage.send(stage.create(mine)));
    const keys = [tribe, other, mine].flatMap((one) => [
      one.token,
      one.mint,
      ...Object.values(stage.places(one)).filter((key) => typeof key === "string"),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test.each([
  ["a name of 33 bytes", { name: "n".repeat(33) }],
  ["a name of 32 letters that take more bytes", { name: `${"n".repeat(31)}é` }],
  ["a symbol of 11 bytes", { symbol: "s".repeat(11) }],
  ["a uri of 65 bytes", { uri: "u".repeat(65) }],
  ["an empty symbol", { symbol: "" }],
])("metadata too long: %s is refused", (_, texts) => {
  const { stage, trader } = scene;
  refused(stage.create(stage.nextTribe(trader), texts), code("invalidMetadata"));
});

test("metadata too long: a length that points past the data, and text that is none, are refused", () => {
  const { stage, trader } = scene;
  const good = stage.create(stage.nextTribe(trader));
  const data = Buffer.from(good.data);
  data.writeUInt32LE(2 ** 32 - 1, 16);
  expect(typeof scene.stage.send({ ...good, data }).error).toBe("number");
  const broken = Buffer.from(good.data);
  broken[20] = 0xff;
  refused({ ...good, data: broken }, code("invalidMetadata"));
});
