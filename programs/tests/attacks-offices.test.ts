import { beforeEach, describe, expect, test } from "vitest";
import { readEvent } from "./model/expected.ts";
import { at, code, noFees, refused } from "./support/attack.ts";
import { curveIdl, poolIdl, type Values } from "./support/idl.ts";
import { instruction } from "./support/instructions.ts";
import { derive, incinerator, keyFor, splToken, systemProgram } from "./support/keys.ts";
import { rentOf, type Sent, sol } from "./support/machine.ts";
import { makeScene, type Scene } from "./support/scene.ts";
import { buyOf, curve, factory, must, noBuy, programData, Stage, unit, vault } from "./support/stage.ts";

/** Attacks by present or former officers. Each has its name from the threat model. */
let scene: Scene;
const hour = 3_600n;
const day = 24n * hour;
const wait = (seconds: bigint) => {
  scene.stage.machine.time += seconds;
};
const factoryEvents = (sent: Sent) =>
  sent
    .inner()
    .flatMap(({ program, accounts, data }) =>
      program === curve && accounts[0] === factory ? [readEvent(curveIdl, data)] : [],
    );

beforeEach(() => {
  scene = makeScene();
});

describe("selective exit: while trading is stopped nobody can leave before the others", () => {
  test("plain and co-signed sells, buys, and a creator's first buy are all refused", () => {
    const { stage, tribe, trader, inviter, moved, closed } = scene;
    const creation = (firstBuy = buyOf(unit)) => stage.create(stage.nextTribe(tribe.creator), { firstBuy });
    must(stage.send(stage.officer("stopSells")));
    const attempts = [
      stage.sell(tribe, trader, unit, { plain: true }),
      stage.sell(tribe, trader, unit),
      stage.sell(tribe, trader, unit, { flags: 5n, referrer: inviter }),
      stage.buy(tribe, trader, buyOf(unit)),
      stage.buy(tribe, trader, buyOf(unit), 1n, inviter),
      creation(),
    ];
    for (const attempt of attempts) refused(scene, attempt, code("sellsStopped"));
    // everything that is not a trade on a curve still works
    must(stage.send(creation(noBuy)));
    must(stage.send(stage.collect(tribe)));
    must(stage.send(stage.migrate(closed, trader)));
    must(stage.send(stage.convert(moved, trader, 1n)));
    must(stage.send(stage.swap(moved, trader, "buy", sol)));
    wait(72n * hour - 1n);
    for (const attempt of attempts) refused(scene, attempt, code("sellsStopped"));
    wait(1n);
    for (const attempt of attempts) must(stage.send(attempt));
  });
});

describe("a planted proposal: nothing that a super admin proposed outlives the office", () => {
  const accept = (mallory: string) => {
    const { stage } = scene;
    const heir = stage.wallet("heir");
    must(stage.send(stage.officer("proposeAdmin", { proposed: mallory })));
    must(stage.send(stage.officer("proposeSuperAdmin", { proposed: heir })));
    must(stage.send(instruction(curveIdl, "acceptSuperAdmin", { pendingSuperAdmin: heir })));
  };

  test("no proposed admin", () => {
    const mallory = scene.stage.wallet("mallory");
    accept(mallory);
    refused(scene, instruction(curveIdl, "acceptAdmin", { pendingAdmin: mallory }), code("notProposed"));
    expect(scene.stage.read("factory", factory).pendingAdmin).toBe(systemProgram);
  });

  test("no announced fee", () => {
    const { stage } = scene;
    must(stage.send(stage.officer("updateFees", { ...noFees, creatorBuyFee: 1_000n })));
    accept(stage.wallet("mallory"));
    wait(2n * day);
    refused(scene, instruction(curveIdl, "applyFees", {}), code("feesNotDue"));
    expect(stage.read("factory", factory)).toMatchObject({ announcedFeesFrom: 0n, announcedCreatorBuyFee: 0n });
  });
});

describe("a stolen guardian's key", () => {
  const guardian = keyFor("guardian");
  const pause = () => scene.stage.guard("pauseAsGuardian", guardian);
  const stop = () => scene.stage.guard("stopSellsAsGuardian", guardian);
  beforeEach(() => void must(scene.stage.send(scene.stage.officer("setGuardian", { guardian }))));

  test("pauses for 72 hours and not for another 72, and plain sells go on", () => {
    const { stage, tribe, trader } = scene;
    const until = stage.machine.time + 3n * day;
    expect(factoryEvents(must(stage.send(pause())))).toMatchObject([
      { type: "guardianPaused", fields: { guardian, until } },
    ]);
    const paused = [
      stage.buy(tribe, trader, buyOf(unit)),
      stage.sell(tribe, trader, unit),
      stage.create(stage.nextTribe(tribe.creator)),
    ];
    for (const attempt of paused) refused(scene, attempt, code("paused"));
    must(stage.send(stage.sell(tribe, trader, unit, { plain: true })));
    refused(scene, pause(), code("pausedLately"));
    wait(3n * day - 1n);
    for (const attempt of paused) refused(scene, attempt, code("paused"));
    wait(1n);
    for (const attempt of paused) must(stage.send(attempt));
    wait(3n * day - 1n);
    refused(scene, pause(), code("pausedLately"));
    wait(1n);
    must(stage.send(pause()));
  });

  test("stops trading once for both officers: 72 hours, and not for another 72", () => {
    const { stage, tribe, trader } = scene;
    const sell = stage.sell(tribe, trader, unit, { plain: true });
    must(stage.send(stop()));
    refused(scene, sell, code("sellsStopped"));
    refused(scene, stage.officer("stopSells"), code("sellsStoppedLately"));
    wait(3n * day);
    must(stage.send(sell));
    refused(scene, stop(), code("sellsStoppedLately"));
    wait(3n * day);
    must(stage.send(stop()));
  });

  test("keeps buys closed by pausing and stopping in turn, until it is replaced; plain sells are open half of the time", () => {
    const { stage, tribe, trader } = scene;
    const buy = stage.buy(tribe, trader, buyOf(unit));
    const plain = stage.sell(tribe, trader, unit, { plain: true });
    for (const act of [stop, pause, stop, pause]) {
      must(stage.send(act()));
      for (const seconds of [0n, 3n * day - 1n]) {
        wait(seconds);
        refused(scene, buy, code(act === stop ? "sellsStopped" : "paused"));
        if (act === stop) refused(scene, plain, code("sellsStopped"));
        else must(stage.send(plain));
      }
      if (act === stop) refused(scene, stage.officer("stopSells"), code("sellsStoppedLately"));
      wait(1n);
    }
    must(stage.send(stop()));
    must(stage.send(stage.officer("setGuardian", { guardian: stage.wallet("the next guardian") })));
    // The super admin can't end a stop; it is the last one.
    must(stage.send(stage.officer("unpause")));
    refused(scene, plain, code("sellsStopped"));
    wait(3n * day);
    refused(scene, pause(), code("invalidGuardian"));
    must(stage.send(buy));
  });

  test("stops trading right after an unpause, if nobody else was named before", () => {
    const { stage, tribe, trader } = scene;
    must(stage.send(pause()));
    must(stage.send(stage.officer("unpause")));
    must(stage.send(stop()));
    refused(scene, stage.buy(tribe, trader, buyOf(unit)), code("sellsStopped"));
  });

  test("can do nothing else: not unpause, nor change a setting, an office or a payment", () => {
    const { stage } = scene;
    must(stage.send(stage.officer("pause")));
    const settings: [string, Values][] = [
      ["unpause", {}],
      ["pause", {}],
      ["stopSells", {}],
      ["setGuardian", { guardian }],
      ["proposeAdmin", { proposed: guardian }],
      ["proposeSuperAdmin", { proposed: guardian }],
      ["updateFees", noFees],
      ["updateCoefficient", { bondingCurveCoeff: 6_000_000n }],
      ["updateBonuses", { referralTokenBonus: 0n, affiliateTokenBonus: 0n }],
      ["grantAllowance", { allowance: sol }],
    ];
    for (const [name, args] of settings) refused(scene, stage.officer(name, args, guardian), code("invalidSuperAdmin"));
    const accounts = { admin: guardian, withdrawReceiver: stage.addresses().withdrawReceiver };
    refused(scene, instruction(curveIdl, "withdraw", accounts, { lamports: 1n }), code("invalidAdmin"));
  });

  test("is ended and replaced by the super admin at once, and ends with the super admin who named it", () => {
    const { stage, tribe, trader } = scene;
    must(stage.send(pause()));
    wait(hour);
    const ended = factoryEvents(must(stage.send(stage.officer("unpause"))));
    expect(ended.map((one) => one?.type)).toEqual(["factoryUnpaused", "guardianPauseEnded"]);
    must(stage.send(stage.buy(tribe, trader, buyOf(unit))));
    // the 72 hours count from there, also for a new guardian
    const next = stage.wallet("the next guardian");
    must(stage.send(stage.officer("setGuardian", { guardian: next })));
    refused(scene, pause(), code("invalidGuardian"));
    refused(scene, stage.guard("pauseAsGuardian", next), code("pausedLately"));
    wait(3n * day);
    must(stage.send(stage.guard("pauseAsGuardian", next)));
    must(stage.send(stage.officer("unpause")));
    // nobody is a guardian
    must(stage.send(stage.officer("setGuardian", { guardian: systemProgram })));
    refused(scene, stage.guard("stopSellsAsGuardian", systemProgram), code("invalidGuardian"));
    must(stage.send(stage.officer("setGuardian", { guardian: next })));
    const heir = stage.wallet("heir");
    must(stage.send(stage.officer("proposeSuperAdmin", { proposed: heir })));
    must(stage.send(instruction(curveIdl, "acceptSuperAdmin", { pendingSuperAdmin: heir })));
    refused(scene, stage.guard("stopSellsAsGuardian", next), code("invalidGuardian"));
  });
});

describe("a program without an upgrade authority", () => {
  test("can't be set up by whoever comes first, and once by its authority while it has one", () => {
    const stage = new Stage(false);
    const mallory = stage.wallet("mallory");
    const by = (upgradeAuthority: string) =>
      instruction(
        curveIdl,
        "initializeFactory",
        { payer: mallory, upgradeAuthority, superAdmin: mallory, programData },
        { admin: mallory },
      );
    expect(stage.send(by(mallory)).error).toBe(code("notUpgradeAuthority"));
    stage.machine.setUpgradeAuthority(curve, undefined);
    for (const nobodys of [mallory, stage.upgradeAuthority, systemProgram])
      expect(stage.send(by(nobodys)).error).toBe(code("notUpgradeAuthority"));
    // as Solana's own test validator writes it, whose key nobody has
    stage.machine.setUpgradeAuthority(curve, systemProgram);
    expect(stage.send(by(mallory)).error).toBe(code("notUpgradeAuthority"));
    stage.machine.setUpgradeAuthority(curve, stage.upgradeAuthority);
    must(stage.send(stage.initialize()));
  });
});

describe("an office without a holder", () => {
  test("cannot be set up, and the super admin proves possession of the key", () => {
    const stage = new Stage(false);
    const good = stage.initialize();
    const { superAdmin } = stage;
    const accounts = { payer: superAdmin, upgradeAuthority: stage.upgradeAuthority, superAdmin, programData };
    const nobody = instruction(curveIdl, "initializeFactory", accounts, { admin: systemProgram });
    expect(stage.send(nobody).error).toBe(code("emptyOffice"));
    expect(stage.send(at(good, "initializeFactory", "superAdmin", systemProgram)).error).toBe(code("emptyOffice"));
    const index = curveIdl.instruction("initializeFactory").accounts.findIndex(({ name }) => name === "superAdmin");
    const stranger = keyFor("somebody who doesn't know");
    const unsigned = {
      ...good,
      metas: good.metas.map((meta, place) => (place === index ? { ...meta, key: stranger, signer: false } : meta)),
    };
    expect(stage.send(unsigned).error).toBe(code("missingSigner"));
    must(stage.send(good));
    expect(stage.read("factory", factory)).toMatchObject({ superAdmin: stage.superAdmin, admin: stage.admin });
  });
});

test("a receiver that cannot spend: the platform's fees are never paid to an account of ours or of a token program", () => {
  const { stage, tribe, moved, trader } = scene;
  const { newMint, pool, poolVault, conversionVault } = stage.places(moved);
  const former = keyFor("an account of the former token program");
  stage.machine.set(former, { lamports: sol, owner: splToken, data: Buffer.alloc(165) });
  const held = stage.makeTokenAccount(trader, tribe.mint);
  // a nonce account's lamports leave by its authority's word alone, if somebody has that key
  const nonce = keyFor("a nonce account");
  stage.machine.set(nonce, { lamports: sol, owner: systemProgram, data: Buffer.alloc(80) });
  const states = [factory, tribe.token, tribe.mint, newMint, pool, poolVault, conversionVault];
  for (const stuck of [...states, held, former, nonce, programData, incinerator])
    for (const [name, account] of [
      ["setFeeReceiver", "feeReceiver"],
      ["setWithdrawReceiver", "withdrawReceiver"],
    ] as const) {
      const set = instruction(curveIdl, name, { superAdmin: stage.superAdmin, [account]: stuck });
      refused(scene, set, code("invalidReceiver"));
    }
  // a wallet, one that is empty still, and a multisig's vault, which is an address of its program
  const multisig = derive(poolIdl.address, "a multisig's vault").key;
  for (const feeReceiver of [trader, keyFor("nobody yet"), multisig])
    must(stage.send(instruction(curveIdl, "setFeeReceiver", { superAdmin: stage.superAdmin, feeReceiver })));
});

describe("a creation signed for one curve", () => {
  test("never succeeds with another coefficient", () => {
    const { stage, tribe } = scene;
    const signed = stage.create(stage.nextTribe(tribe.creator), { firstBuy: buyOf(unit) });
    must(stage.send(stage.officer("updateCoefficient", { bondingCurveCoeff: 6_000_000n })));
    refused(scene, signed, code("settingsChanged"));
    must(stage.send(stage.officer("updateCoefficient", { bondingCurveCoeff: 100_000_000n })));
    must(stage.send(signed));
  });

  test("never mints the inviter another bonus", () => {
    const { stage, tribe, inviter } = scene;
    const bonuses = (referralTokenBonus: bigint, affiliateTokenBonus: bigint) =>
      must(stage.send(stage.officer("updateBonuses", { referralTokenBonus, affiliateTokenBonus })));
    for (const [flags, change] of [
      [1n, () => bonuses(2n * unit, 2n * unit)],
      [3n, () => bonuses(unit, 15n * unit)],
      [3n, () => bonuses(unit, 0n)],
    ] as const) {
      bonuses(unit, 2n * unit);
      const signed = stage.create(stage.nextTribe(tribe.creator), { flags, inviter });
      change();
      refused(scene, signed, code("settingsChanged"));
      bonuses(unit, 2n * unit);
      must(stage.send(signed));
    }
    // a bonus that the flags don't claim counts as none
    const nextTribe = stage.nextTribe(tribe.creator);
    refused(scene, stage.create(nextTribe, { referralBonus: unit }), code("settingsChanged"));
    bonuses(3n * unit, 3n * unit);
    must(stage.send(stage.create(nextTribe)));
  });
});

describe("fees raised before a trade lands", () => {
  const fees = {
    referralFee: 60n,
    affiliateFee: 100n,
    discountFee: 20n,
    platformBuyFee: 200n,
    platformSellFee: 200n,
    creatorBuyFee: 200n,
    creatorSellFee: 200n,
  };
  const update = (change: Values) => scene.stage.officer("updateFees", { ...fees, ...change });
  const apply = instruction(curveIdl, "applyFees", {});
  const inForce = () => scene.stage.read("factory", factory);

  test.each([
    { platformBuyFee: 201n },
    { platformSellFee: 201n },
    { creatorBuyFee: 1_000n },
    { creatorSellFee: 1_000n },
    { discountFee: 19n },
    { creatorBuyFee: 0n, creatorSellFee: 201n },
  ])("are announced on chain and wait for 24 hours: %s", (change) => {
    const { stage } = scene;
    const from = stage.machine.time + day;
    const announced = must(stage.send(update(change)));
    expect(factoryEvents(announced)).toMatchObject([
      { type: "feesAnnounced", fields: { superAdmin: stage.superAdmin, from, ...fees, ...change } },
    ]);
    expect(inForce()).toMatchObject({ ...fees, announcedFeesFrom: from });
    refused(scene, apply, code("feesNotDue"));
    wait(day - 1n);
    refused(scene, apply, code("feesNotDue"));
    wait(1n);
    expect(factoryEvents(must(stage.send(apply)))).toMatchObject([{ type: "feesUpdated", fields: change }]);
    expect(inForce()).toMatchObject({ ...fees, ...change, announcedFeesFrom: 0n, announcedCreatorBuyFee: 0n });
    refused(scene, apply, code("feesNotDue"));
  });

  test("lapse 72 hours after their announcement: who waited for them goes by the old ones again", () => {
    const { stage, tribe, trader } = scene;
    const change = { platformBuyFee: 1_000n, creatorBuyFee: 1_000n };
    must(stage.send(update(change)));
    wait(3n * day + 1n);
    refused(scene, apply, code("feesNotDue"));
    expect(stage.send(apply, stage.buy(tribe, trader, buyOf(unit))).error).toBe(code("feesNotDue"));
    wait(200n * day);
    refused(scene, apply, code("feesNotDue"));
    expect(inForce()).toMatchObject(fees);
    // another announcement, to the last second
    must(stage.send(update(change)));
    wait(3n * day);
    must(stage.send(apply));
    expect(inForce()).toMatchObject({ ...fees, ...change });
  });

  test("can be lowered at once, which cancels an announcement; a second announcement starts the 24 hours again", () => {
    const { stage } = scene;
    refused(scene, apply, code("feesNotDue"));
    must(stage.send(update({ creatorBuyFee: 900n })));
    wait(day - 1n);
    must(stage.send(update({ creatorBuyFee: 901n })));
    wait(1n);
    refused(scene, apply, code("feesNotDue"));
    wait(day);
    const cut = must(stage.send(update({ creatorBuyFee: 199n, referralFee: 0n })));
    expect(factoryEvents(cut)).toMatchObject([{ type: "feesUpdated", fields: { creatorBuyFee: 199n } }]);
    refused(scene, apply, code("feesNotDue"));
    expect(inForce()).toMatchObject({ creatorBuyFee: 199n, referralFee: 0n, affiliateFee: 100n });
  });
});

describe("two allowances at once", () => {
  const withdraw = (lamports: bigint) => {
    const { stage } = scene;
    const { withdrawReceiver } = stage.addresses();
    return instruction(curveIdl, "withdraw", { admin: stage.admin, withdrawReceiver }, { lamports });
  };

  test("are never paid within any 86,400 seconds", () => {
    const { stage } = scene;
    stage.machine.fund(vault, 0n);
    stage.machine.set(vault, { lamports: rentOf(0) + 1_000n * sol, owner: curve, data: Buffer.alloc(0) });
    must(stage.send(stage.officer("grantAllowance", { allowance: 10n * sol })));
    stage.machine.time = 1_900_000_000n;
    const withdrawals: { time: bigint; lamports: bigint }[] = [];
    // a thief who withdraws all that is left, again and again, for nine days
    for (let step = 0; step < 9 * 24 * 6; step += 1) {
      for (const lamports of [10n * sol, 7n * sol, sol]) {
        if (stage.send(withdraw(lamports)).error === undefined)
          withdrawals.push({ time: stage.machine.time, lamports });
      }
      wait(601n);
    }
    const windows = withdrawals.map(({ time }) =>
      withdrawals
        .filter((one) => one.time >= time && one.time < time + day)
        .reduce((sum, { lamports }) => sum + lamports, 0n),
    );
    expect(windows.every((one) => one <= 10n * sol)).toBe(true);
    expect(windows).toContain(10n * sol);
    const whole = withdrawals.reduce((sum, { lamports }) => sum + lamports, 0n);
    // and who stays within it gets nearly all of it: a day's allowance takes at most 25 hours
    expect(whole).toBeGreaterThanOrEqual(80n * sol);
  });

  test("nor around the end of a window", () => {
    const { stage } = scene;
    stage.machine.set(vault, { lamports: rentOf(0) + 1_000n * sol, owner: curve, data: Buffer.alloc(0) });
    must(stage.send(stage.officer("grantAllowance", { allowance: 10n * sol })));
    stage.machine.time = 1_900_000_000n;
    must(stage.send(withdraw(1n)));
    wait(day - 1n);
    must(stage.send(withdraw(10n * sol - 1n)));
    wait(1n);
    refused(scene, withdraw(10n * sol), code("allowanceExceeded"));
    wait(day);
    refused(scene, withdraw(10n * sol), code("allowanceExceeded"));
    wait(hour);
    must(stage.send(withdraw(10n * sol)));
  });
});
