import type { Instruction } from "@solana/kit";
import type { Address, Lamports, TokenUnits } from "@tribe/contract";
import type { FeeSchedule } from "@tribe/domain/money";
import { factoryAddress, toChainAddress, vaultAddress, zeroAddress } from "../accounts/addresses.ts";
import * as curve from "../generated/index.ts";
import { compile, signer } from "../transactions/compile-message.ts";
import { type OperationFrame, operationComputeUnitLimit } from "./operations.ts";

/**
 * Changes of the factory by its officers, besides the super admin's pause. `wallet` is the super admin, for `withdraw` the admin,
 * for `pauseAsGuardian` the guardian, for the two acceptances the proposed person.
 */
export type FactoryChange =
  | {
      readonly kind: "proposeAdmin" | "proposeSuperAdmin";
      /** Null withdraws a proposal. */
      readonly proposed: Address | null;
    }
  | {
      readonly kind: "setGuardian";
      /** Null for nobody. */
      readonly guardian: Address | null;
    }
  | { readonly kind: "acceptAdmin" | "acceptSuperAdmin" | "stopSells" | "pauseAsGuardian" }
  /** A change that raises somebody's fees is only announced; anybody may send `applyFees` a day later. */
  | { readonly kind: "updateFees"; readonly fees: FeeSchedule }
  | { readonly kind: "applyFees" }
  | { readonly kind: "updateCoefficient"; readonly coefficient: bigint }
  | {
      readonly kind: "updateBonuses";
      readonly referralTokenBonus: TokenUnits;
      readonly affiliateTokenBonus: TokenUnits;
    }
  | { readonly kind: "setFeeReceiver" | "setWithdrawReceiver"; readonly receiver: Address }
  | {
      readonly kind: "grantAllowance";
      /** What may be withdrawn within any 86,400 s. */
      readonly allowance: Lamports;
    }
  | {
      readonly kind: "withdraw";
      readonly amount: Lamports;
      /** As the factory names it. */
      readonly receiver: Address;
    };

/** Builds the message for one change of the factory. The program refuses values out of its bounds. */
export const buildFactoryMessage = async (
  frame: OperationFrame,
  change: FactoryChange,
): Promise<Uint8Array<ArrayBuffer>> =>
  compile({ ...frame, computeUnitLimit: operationComputeUnitLimit }, [await instructionOf(frame, change)]);

const instructionOf = async (frame: OperationFrame, change: FactoryChange): Promise<Instruction> => {
  const wallet = signer(frame.wallet);
  const factory = toChainAddress(await factoryAddress(frame.program));
  const config = { programAddress: toChainAddress(frame.program) };
  const own = { superAdmin: wallet, factory };
  switch (change.kind) {
    case "proposeAdmin":
      return curve.getProposeAdminInstruction(
        { ...own, proposed: toChainAddress(change.proposed ?? zeroAddress) },
        config,
      );
    case "proposeSuperAdmin":
      return curve.getProposeSuperAdminInstruction(
        { ...own, proposed: toChainAddress(change.proposed ?? zeroAddress) },
        config,
      );
    case "setGuardian":
      return curve.getSetGuardianInstruction(
        { ...own, guardian: toChainAddress(change.guardian ?? zeroAddress) },
        config,
      );
    case "acceptAdmin":
      return curve.getAcceptAdminInstruction({ pendingAdmin: wallet, factory }, config);
    case "acceptSuperAdmin":
      return curve.getAcceptSuperAdminInstruction({ pendingSuperAdmin: wallet, factory }, config);
    case "stopSells":
      return curve.getStopSellsInstruction(own, config);
    case "pauseAsGuardian":
      return curve.getPauseAsGuardianInstruction({ guardian: wallet, factory }, config);
    case "updateFees":
      return curve.getUpdateFeesInstruction({ ...own, ...ratesOf(change.fees) }, config);
    case "applyFees":
      return curve.getApplyFeesInstruction({ factory }, config);
    case "updateCoefficient":
      return curve.getUpdateCoefficientInstruction({ ...own, bondingCurveCoeff: change.coefficient }, config);
    case "updateBonuses": {
      const { referralTokenBonus, affiliateTokenBonus } = change;
      return curve.getUpdateBonusesInstruction({ ...own, referralTokenBonus, affiliateTokenBonus }, config);
    }
    case "setFeeReceiver":
      return curve.getSetFeeReceiverInstruction({ ...own, feeReceiver: toChainAddress(change.receiver) }, config);
    case "setWithdrawReceiver":
      return curve.getSetWithdrawReceiverInstruction(
        { ...own, withdrawReceiver: toChainAddress(change.receiver) },
        config,
      );
    case "grantAllowance":
      return curve.getGrantAllowanceInstruction({ ...own, allowance: change.allowance }, config);
    case "withdraw":
      return curve.getWithdrawInstruction(
        {
          admin: wallet,
          factory,
          vault: toChainAddress(await vaultAddress(frame.program)),
          withdrawReceiver: toChainAddress(change.receiver),
          lamports: change.amount,
        },
        config,
      );
  }
};

const ratesOf = (fees: FeeSchedule) => ({
  referralFee: fees.referralBps,
  affiliateFee: fees.affiliateBps,
  discountFee: fees.discountBps,
  platformBuyFee: fees.platformBuyBps,
  platformSellFee: fees.platformSellBps,
  creatorBuyFee: fees.creatorBuyBps,
  creatorSellFee: fees.creatorSellBps,
});
