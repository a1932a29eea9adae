import { texts } from "../texts.ts";
import { catalogueOf, type FailureWords, tryAgainSoon } from "./failure-words.ts";
import { neverLanded, nothingPaid, notSent, onlyTheFee } from "./money-words.ts";

/** Failures of the steps of a transaction dialog, with the specification's sentences. */
export const stepFailures = /* @__PURE__ */ catalogueOf("step", {
  transaction_not_found: [
    "Transaction not found",
    `There was no transaction to continue. ${nothingPaid}`,
    "Close this and start again.",
    "safe",
  ],
  wallet_not_found: [
    texts.walletNotFound,
    `This account has no wallet on this page yet. ${nothingPaid}`,
    "Reload the page. Your wallet is created when you sign in.",
    "after-change",
  ],
  wallet_not_ready: [
    texts.walletIsNotReady,
    `Your wallet didn't answer. ${nothingPaid}`,
    "Check your connection and try again.",
    "safe",
  ],
  callback_missing: [
    "Confirm callback not found",
    `The signed transaction had nowhere to go. ${notSent}`,
    "Start again.",
    "safe",
  ],
  callback_failed: [
    "Confirm callback failed",
    "Tribe didn't accept the signed transaction.",
    "Check your balance, then try again.",
    "after-change",
  ],
  verify_signatures_failed: [
    "Verify signatures failed",
    `The signature doesn't match this transaction. ${notSent}`,
    "Start again. If it happens again, sign out and back in.",
    "after-change",
  ],
  serialize_failed: [
    "Serialize transaction failed",
    `The signed transaction couldn't be put together. ${notSent}`,
    "Start again.",
    "safe",
  ],
  send_error: [
    "Send transaction error",
    `The network refused it until it expired. ${neverLanded}`,
    tryAgainSoon,
    "safe",
  ],
  send_failed: [
    "Send failed",
    `The network gave no usable answer until it expired. ${neverLanded}`,
    tryAgainSoon,
    "safe",
  ],
  not_kept: [
    "This browser couldn't save the transaction",
    `Tribe saves what you sign until the outcome is known. This browser's storage is full or blocked. ${notSent}`,
    "Free up space, or allow site data and leave private mode. Then try again.",
    "safe",
  ],
  blockhash_not_found: [
    "Blockhash not found",
    `The network dropped the transaction before it was sent, four times in a row. ${neverLanded}`,
    tryAgainSoon,
    "safe",
  ],
  congestion: [texts.congestion, `The network was too busy to take it. ${neverLanded}`, tryAgainSoon, "safe"],
  busy_network: [texts.busyNetwork, `It expired before it made it into a block. ${neverLanded}`, tryAgainSoon, "safe"],
  slippage: [
    texts.slippageExceeded,
    "The price moved more than your slippage allows. Only the network fee may have been charged.",
    "Try again at the new price, or raise your slippage.",
    "safe",
  ],
  account_not_closed: [
    "An account isn't empty any more",
    `Tokens arrived in it meanwhile, so it couldn't be closed. ${onlyTheFee}`,
    "Try again: what isn't empty stays open.",
    "safe",
  ],
  confirm_failed: ["Confirm transaction failed", onlyTheFee, tryAgainSoon, "safe"],
  simulation_failed: [
    "Simulation failed",
    `The network says this transaction would fail. ${nothingPaid}`,
    "Check the amount and your balance, then try again.",
    "after-change",
  ],
  prepare_failed: [texts.prepareFailed, nothingPaid, tryAgainSoon, "safe"],
  server_trouble: [
    texts.prepareFailed,
    `This can't be prepared right now: Tribe's server or the network is having trouble. ${nothingPaid}`,
    "It's safe to try again in a moment.",
    "safe",
  ],
  base_fee: [
    "Unable to get base fee",
    `The network didn't report its fee, three times in a row. ${nothingPaid}`,
    tryAgainSoon,
    "safe",
  ],
  balance_unknown: [
    "Unable to get your balance",
    `The network didn't report your balance, three times in a row. ${nothingPaid}`,
    tryAgainSoon,
    "safe",
  ],
  no_signature: ["No signature found", `The wallet gave no signature. ${nothingPaid}`, "Start again.", "safe"],
  sign_failed: ["Failed to sign transaction", `The wallet didn't sign. ${nothingPaid}`, "Start again.", "safe"],
  invalid_reserve: [
    texts.invalidReserve,
    `The payout would have left the token's reserve short. ${onlyTheFee}`,
    "Try a smaller amount. If it happens again, tell us: it never should.",
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
    "We don't know yet whether it went through. It still may: nothing is lost.",
    "Check again. This page keeps checking too.",
    "never",
  ],
  missing_trade: [texts.missingTrade, nothingPaid, "Close this and start again.", "safe"],
  submission_failed: [
    texts.submissionFailed,
    "Tribe didn't accept the signed transaction. Nothing was sent to the network.",
    tryAgainSoon,
    "safe",
  ],
  declined: ["You cancelled", nothingPaid, "Start again when you're ready.", "safe"],
  swap_unavailable: [texts.swapUnavailable, texts.notMigrated, "Buy and sell it on its page instead.", "never"],
  swap_no_route: [
    "No one can fill this swap right now",
    `No pool has an offer for this amount at this slippage. ${nothingPaid}`,
    "Try a smaller amount, or try again in a moment.",
    "after-change",
  ],
  swap_too_small: [
    "This amount is too small to trade",
    `You'd get nothing for it. ${nothingPaid}`,
    "Choose a larger amount.",
    "after-change",
  ],
  prepared_again: ["Prepared again", `A newer one replaced it. ${notSent}`, "Continue with the newer one.", "safe"],
  price_calculating: [texts.priceCalculating, "We don't know the price yet.", tryAgainSoon, "safe"],
  unexpected: [
    texts.unexpectedError,
    "Something went wrong on this page. Nothing was lost.",
    "Try again, or reload the page.",
    "safe",
  ],
  unknown: [
    texts.unknownError,
    "Something failed, and we don't know why.",
    "Check your balance, then try again.",
    "after-change",
  ],
});

/** A step of {@link stepFailures}. */
export type StepFailureCode = keyof typeof stepFailures;

/** The text for a failed step. */
export const stepFailure = (code: StepFailureCode): FailureWords => stepFailures[code];
