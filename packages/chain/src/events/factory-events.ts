import { lamports, tokenUnits } from "@tribe/contract";
import { addressOrNull, fromChainAddress } from "../accounts/addresses.ts";
import { feeSchedule } from "../accounts/fee-schedule.ts";
import type { CurveEvent } from "../generated/index.ts";
import type { EventPlace, FactoryEvent, TokenEvent } from "./program-events.ts";

type FactoryData = Exclude<CurveEvent, { readonly kind: TokenEvent["kind"] }>;

/** Converts a factory event to this package's type. */
export const toFactoryEvent = (event: FactoryData, place: EventPlace): FactoryEvent => {
  switch (event.kind) {
    case "factoryInitialized":
      return {
        ...place,
        kind: event.kind,
        admin: fromChainAddress(event.data.admin),
        superAdmin: fromChainAddress(event.data.superAdmin),
      };
    case "factoryPaused":
    case "factoryUnpaused":
      return { ...place, kind: event.kind, superAdmin: fromChainAddress(event.data.superAdmin) };
    case "guardianPaused":
      return {
        ...place,
        kind: event.kind,
        guardian: fromChainAddress(event.data.guardian),
        until: event.data.until,
      };
    case "guardianPauseEnded":
      return { ...place, kind: event.kind, superAdmin: fromChainAddress(event.data.superAdmin), at: event.data.at };
    case "guardianSet":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        current: addressOrNull(fromChainAddress(event.data.current)),
      };
    case "adminProposed":
    case "superAdminProposed":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        proposed: addressOrNull(fromChainAddress(event.data.proposed)),
      };
    case "adminAccepted":
    case "superAdminAccepted":
    case "feeReceiverSet":
    case "withdrawReceiverSet":
      return {
        ...place,
        kind: event.kind,
        previous: fromChainAddress(event.data.previous),
        current: fromChainAddress(event.data.current),
      };
    case "feesAnnounced":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        from: event.data.from,
        fees: feeSchedule(event.data),
      };
    case "feesUpdated":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        fees: feeSchedule(event.data),
      };
    case "coefficientUpdated":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        previous: event.data.previous,
        current: event.data.current,
      };
    case "bonusesUpdated":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        referralTokenBonus: tokenUnits(event.data.referralTokenBonus),
        affiliateTokenBonus: tokenUnits(event.data.affiliateTokenBonus),
      };
    case "allowanceGranted":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        allowance: lamports(event.data.allowance),
      };
    case "withdrawn":
      return {
        ...place,
        kind: event.kind,
        admin: fromChainAddress(event.data.admin),
        receiver: fromChainAddress(event.data.receiver),
        amount: lamports(event.data.lamports),
        spent: lamports(event.data.spent),
      };
    case "sellsStopped":
      return {
        ...place,
        kind: event.kind,
        superAdmin: fromChainAddress(event.data.superAdmin),
        until: event.data.until,
      };
  }
};
