import { beforeEach, expect, test } from "vitest";
import { readEvent } from "./model/expected.ts";
import { at, code, refused } from "./support/attack.ts";
import { curveIdl, poolIdl } from "./support/idl.ts";
import { bent, burnTokens, instruction, mintTokens } from "./support/instructions.ts";
import { associatedToken, bytesOf, derive, type Key, keyFor, splToken, systemProgram } from "./support/keys.ts";
import { sol } from "./support/machine.ts";
import { makeScene, type Scene } from "./support/scene.ts";
import { buyOf, curve, factory, must, unit, vault } from "./support/stage.ts";

/** Attacks by substituted accounts. Each has its name from the threat model. */
let scene: Scene;
beforeEach(() => {
  scene = makeScene();
});
test("re-initialisation: nobody can create the factory or a token again", () => {
  const { stage, tribe } = scene;
  const mallory = stage.wallet("mallory");
  const again = instruction(
    curveIdl,
    "initializeFactory",
    {
      payer: mallory,
      upgradeAuthority: stage.upgradeAuthority,
      superAdmin: mallory,
      programData: derive("BPFLoaderUpgradeab1e11111111111111111111111", bytesOf(curve)).key,
    },
    { admin: mallory },
  );
  refused(scene, again, code("alreadyInitialized"));
  refused(scene, stage.create({ ...tribe, creator: mallory }), code("alreadyInitialized"));
  refused(scene, stage.create(tribe), code("alreadyInitialized"));
});

test("fee receiver substituted: collecting pays the factory's receiver and the token's creator only", () => {
  const { stage, tribe, moved, trader } = scene;
  refused(scene, at(stage.collect(tribe), "collect", "feeReceiver", trader), code("invalidFeeReceiver"));
  refused(scene, at(stage.collect(tribe), "collect", "creator", trader), code("invalidCreator"));
  const swapFees = instruction(poolIdl, "collect", {
    pool: stage.places(moved).pool,
    factory,
    creator: moved.creator,
    feeReceiver: trader,
  });
  refused(scene, swapFees, poolIdl.code("invalidFeeReceiver"));
});

test("fee receiver substituted: a factory that the attacker created elsewhere is not accepted", () => {
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
  refused(scene, swapFees, poolIdl.code("invalidFactory"));
});

test("another token's mint or state: nothing of one token moves with another's", () => {
  const { stage, tribe, other, trader, moved, movedToo } = scene;
  const buy = stage.buy(tribe, trader, buyOf(unit));
  refused(scene, at(buy, "buy", "mint", other.mint), code("invalidMint"));
  refused(scene, at(buy, "buy", "token", other.token), code("invalidMint"));
  const both = at(at(buy, "buy", "token", other.token), "buy", "mint", other.mint);
  refused(scene, both, code("invalidTokenAccount"));
  const sell = stage.sell(tribe, trader, unit);
  refused(scene, at(at(sell, "sell", "token", other.token), "sell", "mint", other.mint), code("invalidTokenAccount"));
  const convert = stage.convert(moved, trader, unit);
  refused(
    scene,
    at(convert, "convert", "conversionVault", stage.places(movedToo).conversionVault),
    code("invalidAddress"),
  );
  refused(scene, at(convert, "convert", "token", movedToo.token), code("invalidMint"));
  const swap = stage.swap(moved, trader, "sell", 1_000n);
  refused(scene, at(swap, "sell", "pool", stage.places(movedToo).pool, poolIdl), poolIdl.code("invalidVault"));
});

test("referrer = buyer: nobody can refer themselves", () => {
  const { stage, tribe, trader } = scene;
  refused(scene, stage.buy(tribe, trader, buyOf(unit), 1n, trader), code("invalidReferrer"));
  refused(scene, stage.sell(tribe, trader, unit, { flags: 3n, referrer: trader }), code("invalidReferrer"));
  const { creator } = tribe;
  refused(scene, stage.create(stage.nextTribe(creator), { inviter: creator, flags: 1n }), code("invalidReferrer"));
  refused(scene, stage.buy(tribe, trader, buyOf(unit), 1n, tribe.token), code("invalidReferrer"));
});

test("referrer = creator: gets the referrer's share once, and costs the buyer nothing more", () => {
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

test("referrer = another account of the trade: gets its share and breaks nothing", () => {
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

test("fake co-signer: only the factory's admin can co-sign creations, buys and claims", () => {
  const { stage, tribe, trader, inviter } = scene;
  const buy = stage.buy(tribe, trader, buyOf(unit));
  refused(scene, at(buy, "buy", "admin", trader), code("invalidAdmin"));
  refused(scene, at(buy, "buy", "admin", stage.superAdmin), code("invalidAdmin"));
  refused(scene, bent(buy, 1, { signer: false }), code("missingCoSignature"));
  refused(scene, at(stage.create(stage.nextTribe(trader)), "createToken", "admin", trader), code("invalidAdmin"));
  refused(scene, stage.sell(tribe, trader, unit, { plain: true, flags: 4n }), code("missingCoSignature"));
  must(stage.send(stage.officer("proposeAdmin", { proposed: inviter })));
  refused(scene, at(buy, "buy", "admin", inviter), code("invalidAdmin"));
});

test("re-entrancy through a token program of the attacker's: no other program is called, not even a copy of ours", () => {
  const { stage, tribe, moved, trader } = scene;
  const buy = stage.buy(tribe, trader, buyOf(unit));
  for (const program of [splToken, curve, poolIdl.address, systemProgram]) {
    refused(scene, at(buy, "buy", "token2022Program", program), code("invalidProgram"));
    refused(scene, at(stage.sell(tribe, trader, unit), "sell", "token2022Program", program), code("invalidProgram"));
    refused(
      scene,
      at(stage.convert(moved, trader, unit), "convert", "token2022Program", program),
      code("invalidProgram"),
    );
    refused(
      scene,
      at(stage.swap(moved, trader, "buy", sol), "buy", "token2022Program", program, poolIdl),
      poolIdl.code("invalidProgram"),
    );
  }
  refused(scene, at(stage.migrate(scene.closed, trader), "migrate", "poolProgram", curve), code("invalidProgram"));
  refused(scene, at(buy, "buy", "program", poolIdl.address), code("invalidProgram"));
});

test("SPL Token accounts in the place of Token-2022's are refused", () => {
  const { stage, tribe, trader } = scene;
  const account = associatedToken(trader, tribe.mint);
  const holding = stage.machine.get(account);
  const mint = stage.machine.get(tribe.mint);
  if (!holding || !mint) throw new Error("no holding");
  const legacy = keyFor("legacy account");
  stage.machine.set(legacy, { ...holding, owner: splToken, data: holding.data.subarray(0, 165) });
  refused(
    scene,
    at(stage.buy(tribe, trader, buyOf(unit)), "buy", "buyerTokenAccount", legacy),
    code("invalidTokenAccount"),
  );
  refused(
    scene,
    at(stage.sell(tribe, trader, unit), "sell", "sellerTokenAccount", legacy),
    code("invalidTokenAccount"),
  );
  const legacyMint = keyFor("legacy mint");
  stage.machine.set(legacyMint, { ...mint, owner: splToken, data: mint.data.subarray(0, 82) });
  refused(scene, at(stage.buy(tribe, trader, buyOf(unit)), "buy", "mint", legacyMint), code("invalidMint"));
  const old = burnTokens(trader, account, tribe.mint, unit, splToken);
  expect(stage.send(old).error).not.toBeUndefined();
});

test("only the programs mint, of the old token and the new", () => {
  const { stage, tribe, moved, trader } = scene;
  const { newMint } = stage.places(moved);
  for (const signer of [trader, stage.admin, stage.superAdmin, tribe.creator]) {
    expect(
      stage.send(mintTokens(signer, associatedToken(trader, tribe.mint), tribe.mint, unit)).error,
    ).not.toBeUndefined();
    expect(stage.send(mintTokens(signer, associatedToken(trader, newMint), newMint, unit)).error).not.toBeUndefined();
  }
  // not even the old one's authority, for which only our program can sign
  expect(
    stage.send(mintTokens(moved.token, associatedToken(trader, newMint), newMint, unit)).error,
  ).not.toBeUndefined();
});
