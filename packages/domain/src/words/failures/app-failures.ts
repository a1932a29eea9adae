import { texts } from "../texts.ts";
import { catalogueOf, type FailureWords, tryAgainSoon } from "./failure-words.ts";
import { nothingPaid } from "./money-words.ts";

const stay = "Nothing was changed.";

/** Failures outside the steps of a transaction, with the specification's sentences. */
export const appFailures = /* @__PURE__ */ catalogueOf("app", {
  block_failed: ["Failed to block user", stay, tryAgainSoon, "safe"],
  block_error: [
    "Error blocking user",
    "We didn't get a clear answer.",
    "Check the member list, then try again.",
    "safe",
  ],
  join_invalid: [texts.joinInvalid, "The answer wasn't what we expected.", "Reload the page and look again.", "safe"],
  profile_save_failed: [texts.profileSaveFailed, stay, tryAgainSoon, "safe"],
  x_unlink_failed: ["X account couldn't be unlinked", stay, tryAgainSoon, "safe"],
  farcaster_unlink_failed: ["Farcaster account couldn't be unlinked", stay, tryAgainSoon, "safe"],
  airdrop_task_failed: [
    "Failed to create airdrop task",
    `No airdrop was started. ${nothingPaid}`,
    tryAgainSoon,
    "safe",
  ],
  airdrop_pool_failed: ["Failed to create token pool", "The airdrop is waiting.", "Resume it.", "safe"],
  airdrop_send_failed: [
    "Failed to send airdrop",
    "What was already sent has arrived. The rest is waiting.",
    "Resume it.",
    "safe",
  ],
  airdrop_message_failed: [
    "Failed to get message",
    "The next payment couldn't be prepared.",
    "Resume the airdrop.",
    "safe",
  ],
  airdrop_end_failed: ["Failed to terminate the airdrop in progress", "It goes on.", tryAgainSoon, "safe"],
  airdrop_missing: ["No existing airdrop found", "There's none to resume.", "Create a new one.", "never"],
  airdrop_tokens_failed: ["Error fetching airdrop tokens", "Your claims are safe.", tryAgainSoon, "safe"],
  airdrop_supply: [
    "Upper bound too large",
    "For everybody to get some it takes more than you hold.",
    "Choose fewer people, or another token.",
    "after-change",
  ],
  no_token_selected: ["No token selected", nothingPaid, "Choose a token.", "after-change"],
  no_holders: ["No holders found", "No one holds this token.", "Choose another token.", "after-change"],
  prepare_all_failed: ["Error preparing transactions", nothingPaid, tryAgainSoon, "safe"],
});

/** The text of one of them. */
export const appFailure = (code: keyof typeof appFailures): FailureWords => appFailures[code];
