/** Draws steps of officers, and of people who only pretend to be. */
import { sol } from "../support/machine.ts";
import type { Random } from "../support/random.ts";
import { factory, vault } from "../support/stage.ts";
import type { FeeSettings, OfficeStep } from "./offices.ts";
import { type Model, nobody } from "./state.ts";

const noFees: FeeSettings = {
  referralFee: 0n,
  affiliateFee: 0n,
  discountFee: 0n,
  platformBuyFee: 0n,
  platformSellFee: 0n,
  creatorBuyFee: 0n,
  creatorSellFee: 0n,
};
const feeChoices: readonly FeeSettings[] = [
  noFees,
  noFees,
  {
    referralFee: 60n,
    affiliateFee: 100n,
    discountFee: 20n,
    platformBuyFee: 200n,
    platformSellFee: 200n,
    creatorBuyFee: 200n,
    creatorSellFee: 200n,
  },
  {
    referralFee: 450n,
    affiliateFee: 800n,
    discountFee: 200n,
    platformBuyFee: 1_000n,
    platformSellFee: 1_000n,
    creatorBuyFee: 1_000n,
    creatorSellFee: 1_000n,
  },
  {
    referralFee: 1n,
    affiliateFee: 2n,
    discountFee: 3n,
    platformBuyFee: 7n,
    platformSellFee: 11n,
    creatorBuyFee: 1n,
    creatorSellFee: 999n,
  },
  { ...noFees, creatorBuyFee: 1_001n },
  { ...noFees, platformSellFee: 1_001n },
  { ...noFees, affiliateFee: 1n },
  { ...noFees, platformBuyFee: 10n, platformSellFee: 10n, referralFee: 8n, discountFee: 3n },
];
/** Mostly the right officer. */
export function drawOffice(random: Random, model: Model): OfficeStep {
  const { factory: state, actors } = model;
  const outsider = random.once(12);
  const who = outsider ? random.pick(actors) : state.superAdmin;
  const tribe = model.tribes.at(-1 - random.index(9));
  const ours = tribe
    ? [tribe.token, tribe.mint, ...(tribe.pool ? [tribe.places.pool, tribe.places.poolVault] : [])]
    : [];
  const key = random.pick([...actors, vault, factory, ...(random.once(3) ? ours : [])]);
  const act = random.once(25)
    ? random.pick(["stopSells", "stopSellsAsGuardian"] as const)
    : random.pick([
        "pause",
        "unpause",
        "setGuardian",
        "pauseAsGuardian",
        "proposeAdmin",
        "proposeSuperAdmin",
        "acceptAdmin",
        "acceptSuperAdmin",
        "updateFees",
        "updateFees",
        "updateFees",
        "applyFees",
        "applyFees",
        "updateCoefficient",
        "updateBonuses",
        "setFeeReceiver",
        "setWithdrawReceiver",
        "grantAllowance",
        "withdraw",
        "withdraw",
      ] as const);
  switch (act) {
    case "pause":
    case "unpause":
    case "stopSells":
    case "applyFees":
      return { act, who };
    case "pauseAsGuardian":
    case "stopSellsAsGuardian":
      return { act, who: outsider || state.guardian === nobody ? who : state.guardian };
    case "setGuardian":
      return { act, who, key: random.once(6) ? nobody : random.pick(actors) };
    case "proposeAdmin":
    case "proposeSuperAdmin":
      return { act, who, key: random.pick(actors) };
    case "acceptAdmin":
      return { act, who: outsider || state.pendingAdmin === nobody ? who : state.pendingAdmin };
    case "acceptSuperAdmin":
      return { act, who: outsider || state.pendingSuperAdmin === nobody ? who : state.pendingSuperAdmin };
    case "updateFees":
      return { act, who, fees: random.pick(feeChoices) };
    case "updateCoefficient":
      return {
        act,
        who,
        amount: random.pick([
          6_000_000n,
          25_000_000n,
          100_000_000n,
          1_300_000_000n,
          5_999_999n,
          1_300_000_001n,
          6_000_000n + random.magnitude(1_294_000_000n),
        ]),
      };
    case "updateBonuses":
      return {
        act,
        who,
        referral: random.magnitude(16n * 10n ** 9n),
        affiliate: random.pick([0n, 15n * 10n ** 9n, 15n * 10n ** 9n + 1n, random.magnitude(15n * 10n ** 9n)]),
      };
    case "setFeeReceiver":
    case "setWithdrawReceiver":
      return { act, who, key };
    case "grantAllowance":
      return { act, who, amount: random.magnitude(10n * sol) };
    case "withdraw": {
      const receiver = random.once(9) ? key : state.withdrawReceiver;
      return {
        act,
        who: outsider ? who : state.admin,
        key: receiver,
        amount: random.magnitude(state.allowance + 3n),
      };
    }
  }
}
