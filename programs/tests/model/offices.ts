/** Instructions of admin and super admin on the factory. */
import { curveIdl, type Values } from "../support/idl.ts";
import { instruction } from "../support/instructions.ts";
import type { Key } from "../support/keys.ts";
import { rentOf } from "../support/machine.ts";
import { factory as factoryKey, vault } from "../support/stage.ts";
import { factoryEvent, type Plan, Reasons } from "./plan.ts";
import { day, type Event, type FactoryState, type Model, nobody, noWithdrawals, unannounced } from "./state.ts";

/** The seven rates that a super admin sets, in basis points. */
export type FeeSettings = Pick<
  FactoryState,
  | "referralFee"
  | "affiliateFee"
  | "discountFee"
  | "platformBuyFee"
  | "platformSellFee"
  | "creatorBuyFee"
  | "creatorSellFee"
>;

/** `who` signs as the officer that the step requires. */
export type OfficeStep = { readonly who: Key } & (
  | {
      readonly act:
        | "pause"
        | "unpause"
        | "stopSells"
        | "pauseAsGuardian"
        | "stopSellsAsGuardian"
        | "acceptAdmin"
        | "acceptSuperAdmin"
        | "applyFees";
    }
  | {
      readonly act: "proposeAdmin" | "proposeSuperAdmin" | "setGuardian" | "setFeeReceiver" | "setWithdrawReceiver";
      readonly key: Key;
    }
  | { readonly act: "updateFees"; readonly fees: FeeSettings }
  | { readonly act: "updateCoefficient" | "grantAllowance"; readonly amount: bigint }
  | { readonly act: "updateBonuses"; readonly referral: bigint; readonly affiliate: bigint }
  | { readonly act: "withdraw"; readonly amount: bigint; readonly key: Key }
);

const maxBps = 1_000n;
const maxBonus = 15n * 10n ** 9n;
const stopped = 3n * day;
const anHour = 3_600n;
/** Hours for which a withdrawal counts. */
const window = 25n;

/** Whether some trade would cost more. */
const isRise = (now: FeeSettings, next: FeeSettings): boolean =>
  next.platformBuyFee > now.platformBuyFee ||
  next.platformSellFee > now.platformSellFee ||
  next.creatorBuyFee > now.creatorBuyFee ||
  next.creatorSellFee > now.creatorSellFee ||
  next.discountFee < now.discountFee;

const announced = (fees: FeeSettings) => ({
  announcedReferralFee: fees.referralFee,
  announcedAffiliateFee: fees.affiliateFee,
  announcedDiscountFee: fees.discountFee,
  announcedPlatformBuyFee: fees.platformBuyFee,
  announcedPlatformSellFee: fees.platformSellFee,
  announcedCreatorBuyFee: fees.creatorBuyFee,
  announcedCreatorSellFee: fees.creatorSellFee,
});

/** Accounts of ours or of a token program: nothing paid there could be spent. */
const isStuck = (model: Model, key: Key): boolean =>
  key === factoryKey ||
  model.holdings.has(key) ||
  model.tribes.some(
    ({ token, mint, places, pool }) =>
      key === token || key === mint || (pool !== undefined && (key === places.newMint || key === places.pool)),
  );

function feesAreBound(fees: FeeSettings): boolean {
  return (
    [fees.creatorBuyFee, fees.creatorSellFee, fees.platformBuyFee, fees.platformSellFee].every(
      (bps) => bps <= maxBps,
    ) &&
    [fees.platformBuyFee, fees.platformSellFee].every((platform) =>
      [fees.referralFee, fees.affiliateFee].every((share) => share + fees.discountFee <= platform),
    )
  );
}

export function planOffice(model: Model, step: OfficeStep): Plan {
  const { factory } = model;
  const { who } = step;
  const reasons = new Reasons();
  const superAdmin = who;
  const plan = (accounts: Record<string, Key>, args: Values, apply: () => Event | Event[]): Plan => ({
    instructions: [instruction(curveIdl, step.act, accounts, args)],
    reasons: reasons.list,
    apply: () => [apply()].flat(),
  });
  const event = (type: string, fields: Values) => factoryEvent(model, type, fields);
  const byGuardian = () => reasons.add(factory.guardian === nobody || who !== factory.guardian, "invalidGuardian");
  const bySuperAdmin = () => reasons.add(who !== factory.superAdmin, "invalidSuperAdmin");
  switch (step.act) {
    case "pause":
    case "unpause": {
      bySuperAdmin();
      const paused = step.act === "pause";
      return plan({ superAdmin }, {}, () => {
        factory.paused = paused;
        const changed = event(paused ? "factoryPaused" : "factoryUnpaused", { superAdmin });
        if (paused || factory.guardianPauseEnds <= model.time) return changed;
        factory.guardianPauseEnds = model.time;
        return [changed, event("guardianPauseEnded", { superAdmin, at: model.time })];
      });
    }
    case "setGuardian":
      bySuperAdmin();
      return plan({ superAdmin }, { guardian: step.key }, () => {
        const previous = factory.guardian;
        factory.guardian = step.key;
        return event("guardianSet", { superAdmin, previous, current: step.key });
      });
    case "pauseAsGuardian": {
      byGuardian();
      const { guardianPauseEnds: last } = factory;
      reasons.add(last !== 0n && model.time < last + stopped, "pausedLately");
      return plan({ guardian: who }, {}, () => {
        factory.guardianPauseEnds = model.time + stopped;
        return event("guardianPaused", { guardian: who, until: factory.guardianPauseEnds });
      });
    }
    case "stopSellsAsGuardian":
    case "stopSells": {
      const byGuard = step.act === "stopSellsAsGuardian";
      if (byGuard) byGuardian();
      else bySuperAdmin();
      const { sellsStoppedUntil: last } = factory;
      reasons.add(last !== 0n && model.time < last + stopped, "sellsStoppedLately");
      return plan(byGuard ? { guardian: who } : { superAdmin }, {}, () => {
        factory.sellsStoppedUntil = model.time + stopped;
        return event("sellsStopped", { superAdmin, until: factory.sellsStoppedUntil });
      });
    }
    case "proposeAdmin":
      bySuperAdmin();
      return plan({ superAdmin }, { proposed: step.key }, () => {
        factory.pendingAdmin = step.key;
        return event("adminProposed", { superAdmin, proposed: step.key });
      });
    case "proposeSuperAdmin":
      bySuperAdmin();
      return plan({ superAdmin }, { proposed: step.key }, () => {
        factory.pendingSuperAdmin = step.key;
        return event("superAdminProposed", { superAdmin, proposed: step.key });
      });
    case "acceptAdmin":
      reasons.add(who !== factory.pendingAdmin, "notProposed");
      return plan({ pendingAdmin: who }, {}, () => {
        const previous = factory.admin;
        Object.assign(factory, { admin: who, pendingAdmin: nobody });
        return event("adminAccepted", { previous, current: who });
      });
    case "acceptSuperAdmin":
      reasons.add(who !== factory.pendingSuperAdmin, "notProposed");
      return plan({ pendingSuperAdmin: who }, {}, () => {
        const previous = factory.superAdmin;
        Object.assign(factory, {
          superAdmin: who,
          pendingSuperAdmin: nobody,
          pendingAdmin: nobody,
          guardian: nobody,
          ...unannounced,
        });
        return event("superAdminAccepted", { previous, current: who });
      });
    case "updateFees":
      bySuperAdmin();
      reasons.add(!feesAreBound(step.fees), "outOfBounds");
      return plan({ superAdmin }, step.fees, () => {
        if (isRise(factory, step.fees)) {
          const announcedFeesFrom = model.time + day;
          Object.assign(factory, announced(step.fees), { announcedFeesFrom });
          return event("feesAnnounced", { superAdmin, from: announcedFeesFrom, ...step.fees });
        }
        Object.assign(factory, step.fees, unannounced);
        return event("feesUpdated", { superAdmin, ...step.fees });
      });
    case "applyFees": {
      const { announcedFeesFrom: from } = factory;
      reasons.add(from === 0n || model.time < from || model.time > from + 2n * day, "feesNotDue");
      const fees: FeeSettings = {
        referralFee: factory.announcedReferralFee,
        affiliateFee: factory.announcedAffiliateFee,
        discountFee: factory.announcedDiscountFee,
        platformBuyFee: factory.announcedPlatformBuyFee,
        platformSellFee: factory.announcedPlatformSellFee,
        creatorBuyFee: factory.announcedCreatorBuyFee,
        creatorSellFee: factory.announcedCreatorSellFee,
      };
      return plan({}, {}, () => {
        Object.assign(factory, fees, unannounced);
        return event("feesUpdated", { superAdmin: factory.superAdmin, ...fees });
      });
    }
    case "updateCoefficient":
      bySuperAdmin();
      reasons.add(step.amount < 6_000_000n || step.amount > 1_300_000_000n, "outOfBounds");
      return plan({ superAdmin }, { bondingCurveCoeff: step.amount }, () => {
        const previous = factory.bondingCurveCoeff;
        factory.bondingCurveCoeff = step.amount;
        return event("coefficientUpdated", { superAdmin, previous, current: step.amount });
      });
    case "updateBonuses": {
      bySuperAdmin();
      const bonuses = { referralTokenBonus: step.referral, affiliateTokenBonus: step.affiliate };
      reasons.add(step.referral > maxBonus || step.affiliate > maxBonus, "outOfBounds");
      return plan({ superAdmin }, bonuses, () => {
        Object.assign(factory, bonuses);
        return event("bonusesUpdated", { superAdmin, ...bonuses });
      });
    }
    case "setFeeReceiver":
      bySuperAdmin();
      reasons.add(isStuck(model, step.key), "invalidReceiver");
      return plan({ superAdmin, feeReceiver: step.key }, {}, () => {
        const previous = factory.feeReceiver;
        factory.feeReceiver = step.key;
        return event("feeReceiverSet", { superAdmin, previous, current: step.key });
      });
    case "setWithdrawReceiver":
      bySuperAdmin();
      reasons.add(step.key === vault || isStuck(model, step.key), "invalidReceiver");
      return plan({ superAdmin, withdrawReceiver: step.key }, {}, () => {
        const previous = factory.withdrawReceiver;
        factory.withdrawReceiver = step.key;
        return event("withdrawReceiverSet", { superAdmin, previous, current: step.key });
      });
    case "grantAllowance":
      bySuperAdmin();
      return plan({ superAdmin }, { allowance: step.amount }, () => {
        factory.allowance = step.amount;
        return event("allowanceGranted", { superAdmin, allowance: step.amount });
      });
    case "withdraw": {
      const { amount, key: receiver } = step;
      const hour = model.time / anHour;
      const lately = model.withdrawals.filter((one) => one.hour > hour - window);
      const spent = lately.reduce((sum, one) => sum + one.lamports, amount);
      reasons.add(who !== factory.admin, "invalidAdmin");
      reasons.add(receiver !== factory.withdrawReceiver, "invalidWithdrawReceiver");
      reasons.add(amount === 0n, "invalidAmount");
      reasons.add(spent > factory.allowance, "allowanceExceeded");
      reasons.add(model.balance(vault) - amount < rentOf(0), "invalidReserve");
      reasons.add(!model.keeps(receiver, amount), "invalidReceiver");
      return plan({ admin: who, vault, withdrawReceiver: receiver }, { lamports: amount }, () => {
        model.withdrawals.splice(0, model.withdrawals.length, ...lately, { hour, lamports: amount });
        factory.allowanceHour = hour;
        factory.withdrawn = noWithdrawals.map((_, slot) =>
          model.withdrawals.reduce((sum, one) => (one.hour % window === BigInt(slot) ? sum + one.lamports : sum), 0n),
        );
        model.move(vault, receiver, amount);
        return event("withdrawn", { admin: who, receiver, lamports: amount, spent, hour });
      });
    }
  }
}
