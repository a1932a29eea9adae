import type { SignerErrorCode } from "@tribe/contract";
import { floorInWords } from "../../browsers/floor.ts";
import { texts } from "../texts.ts";
import { catalogueOf, type FailureWords } from "./failure-words.ts";
import { nothingPaid } from "./money-words.ts";

const entries = /* @__PURE__ */ catalogueOf<SignerErrorCode>("wallet", {
  declined: ["You cancelled", nothingPaid, "Start again when you're ready.", "safe"],
  refused: [
    "Your wallet refused to sign",
    `The transaction wasn't what it should be. ${nothingPaid}`,
    "Start again. If it happens again, stop and tell us.",
    "after-change",
  ],
  wallet_missing: [
    texts.walletNotFound,
    nothingPaid,
    "Reload the page. Your wallet is created when you sign in.",
    "after-change",
  ],
  recovery_needed: [
    texts.walletIsNotReady,
    `Your wallet isn't on this device yet. ${nothingPaid}`,
    "Bring it here with an e-mailed link and try again.",
    "after-change",
  ],
  storage_unavailable: [
    texts.walletIsNotReady,
    `This browser won't store anything for the wallet. ${nothingPaid}`,
    "Allow site data, leave private mode, or turn Lockdown Mode off for this site, then try again.",
    "after-change",
  ],
  browser_too_old: [
    texts.walletIsNotReady,
    `This browser is too old for the wallet. ${nothingPaid}`,
    `It takes ${floorInWords}.`,
    "never",
  ],
  unavailable: [
    texts.walletIsNotReady,
    `It didn't answer. ${nothingPaid}`,
    "Check your connection and try again.",
    "safe",
  ],
  unsupported: [texts.walletIsNotReady, `Your wallet can't do this yet. ${nothingPaid}`, "Try another way.", "never"],
});

/** The text for a wallet call that ended without a signature; by code, never by its text. */
export const walletFailure = (code: SignerErrorCode): FailureWords => entries[code];
