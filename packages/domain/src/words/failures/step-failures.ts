import { texts } from "../texts.ts";
import { catalogueOf, type FailureWords } from "./failure-words.ts";
import { neverLanded, nothingPaid, notSent, onlyTheFee } from "./money-words.ts";

const soon = "Try again in a moment.";

/** Failures of the steps of a transaction dialog, with the spec's sentences (section 8). */
export const stepFailures = /* @__PURE__ */ catalogueOf("step", {
  transaction_not_found: [
    "Transaction not found",
    `There was no transaction to go on with. ${nothingPaid}`,
    "Close this and start again.",
    "safe",
  ],
  wallet_not_found: [
    texts.walletNotFound,
    `This account has no wallet on this page yet. ${nothingPaid}`,
    "Reload the page; your wallet is made when you sign in.",
    "after-change",
  ],
  wallet_not_ready: [
    texts.walletIsNotReady,
    `Your wallet did not answer. ${nothingPaid}`,
    "Check your connection and try again.",
    "safe",
  ],
  callback_missing: [
    "Confirm callback not found",
    `Nobody was there to take the signed transaction. ${notSent}`,
    "Start again.",
    "safe",
  ],
  callback_failed: [
    "Confirm callback failed",
    "Tribe did not take the signed transaction.",
    "Look at your balance, then try again.",
    "after-change",
  ],
  verify_signatures_failed: [
    "Verify signatures failed",
    `The signature does not belong to this transaction. ${notSent}`,
    "Start again. If it comes back, sign out and in.",
    "after-change",
  ],
  serialize_failed: [
    "Serialize transaction failed",
    `The signed transaction could not be put together. ${notSent}`,
    "Start again.",
    "safe",
  ],
  send_error: ["Send transaction error", `The network refused it until its time ran out. ${neverLanded}`, soon, "safe"],
  send_failed: [
    "Send failed",
    `The network's answers made no sense until its time ran out. ${neverLanded}`,
    soon,
    "safe",
  ],
  not_kept: [
    "This browser could not keep the transaction",
    `Tribe keeps what you signed until its end is known. This browser's storage is full, or closed to us. ${notSent}`,
    "Free some space, or allow site data and leave private mode. Then try again.",
    "safe",
  ],
  blockhash_not_found: [
    "Blockhash not found",
    `The network forgot the transaction before it was sent, four times over. ${neverLanded}`,
    soon,
    "safe",
  ],
  congestion: [texts.congestion, `The network was too busy to take it. ${neverLanded}`, soon, "safe"],
  busy_network: [texts.busyNetwork, `Its time ran out before a block took it. ${neverLanded}`, soon, "safe"],
  slippage: [
    texts.slippageExceeded,
    "The price moved further than your slippage allows. Only the network's fee may have been taken.",
    "Try again at the new price, or raise the slippage.",
    "safe",
  ],
  confirm_failed: ["Confirm transaction failed", onlyTheFee, soon, "safe"],
  simulation_failed: [
    "Simulation failed",
    `The network says that this transaction would fail. ${nothingPaid}`,
    "Check the amount and your balance, then try again.",
    "after-change",
  ],
  prepare_failed: [texts.prepareFailed, nothingPaid, soon, "safe"],
  server_trouble: [
    "This can't be prepared right now",
    `Tribe's server or the network is in trouble and gave no proper answer. ${nothingPaid}`,
    "Try again in a moment: that is safe.",
    "safe",
  ],
  base_fee: [
    "Unable to get base fee",
    `The network did not tell its fee, three times over. ${nothingPaid}`,
    soon,
    "safe",
  ],
  balance_unknown: [
    "Unable to get your balance",
    `The network did not tell what your wallet holds, three times over. ${nothingPaid}`,
    soon,
    "safe",
  ],
  no_signature: ["No signature found", `The wallet gave no signature. ${nothingPaid}`, "Start again.", "safe"],
  sign_failed: ["Failed to sign transaction", `The wallet did not sign. ${nothingPaid}`, "Start again.", "safe"],
  invalid_reserve: [
    texts.invalidReserve,
    `A payout would have left less in the token's reserve than it owes. ${onlyTheFee}`,
    "Try a smaller amount. If it comes back, tell us: this should never happen.",
    "after-change",
  ],
  transaction_failed: [
    texts.transactionFailed,
    onlyTheFee,
    "Check the amount and your balance, then try again.",
    "after-change",
  ],
  confirmation_timeout: [
    texts.confirmationTimeout,
    "The network has not said yet whether it went through. It may still go through: nothing is lost.",
    "Look again. This page keeps looking, too.",
    "never",
  ],
  missing_trade: [texts.missingTrade, nothingPaid, "Close this and start again.", "safe"],
  submission_failed: [
    texts.submissionFailed,
    "Tribe did not take the signed transaction. Nothing was sent to the network.",
    soon,
    "safe",
  ],
  declined: ["You cancelled", nothingPaid, "Start again when you are ready.", "safe"],
  swap_unavailable: [texts.swapUnavailable, texts.notMigrated, "Trade it on its curve instead.", "never"],
  swap_no_route: [
    "Nobody fills this swap now",
    `No pool gives anything for this amount at this slippage. ${nothingPaid}`,
    "Try a smaller amount, or again in a moment.",
    "after-change",
  ],
  swap_too_small: [
    "This amount is too small to trade",
    `Nothing would come of it. ${nothingPaid}`,
    "Choose a larger amount.",
    "after-change",
  ],
  prepared_again: ["Prepared again", `A newer one took its place. ${notSent}`, "Go on with the newer one.", "safe"],
  price_calculating: [texts.priceCalculating, "The price is not known yet.", soon, "safe"],
  unexpected: [
    texts.unexpectedError,
    "Something went wrong on this page. Nothing was lost.",
    "Try again, or reload the page.",
    "safe",
  ],
  unknown: [
    texts.unknownError,
    "Something failed in a way we have no name for.",
    "Look at your balance, then try again.",
    "after-change",
  ],
});

/** A step of {@link stepFailures}. */
export type StepFailureCode = keyof typeof stepFailures;

/** The words for a failed step. */
export const stepFailure = (code: StepFailureCode): FailureWords => stepFailures[code];

/** 'Confirm callback failed: …' with the title of what the callback failed by. */
export const callbackFailure = (inner: FailureWords): FailureWords => ({
  ...inner,
  title: `${stepFailures.callback_failed.title}: ${inner.title}`,
});

/** 'Failed to sign transaction for …' with the name of what it is for, which a person chose. */
export const signFailure = (name: string): FailureWords => ({
  ...stepFailures.sign_failed,
  title: `${stepFailures.sign_failed.title} for ${name}`,
});
