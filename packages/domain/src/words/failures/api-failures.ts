import { type ApiErrorCode, apiErrors } from "@tribe/contract";
import { connectSocialTexts } from "../texts.ts";
import type { FailureWords } from "./failure-words.ts";
import { notSent } from "./money-words.ts";

const again = "Try again.";
const soon = "Try again in a moment.";
const lookAgain = "Reload the page and look again.";
const otherAmount = "Choose a smaller amount.";

/** Cause and next step of each code of the API's catalogue; its title and whether a retry is safe are in the contract. */
const rest: Readonly<Record<ApiErrorCode, readonly [cause: string, nextStep: string]>> = {
  bad_request: ["What was sent is not what Tribe expects.", "Reload the page and try again."],
  invalid_field: ["Something that you entered is not in its bounds.", "Check what you entered."],
  unauthorized: ["Your session has ended.", "Sign in again."],
  signature_invalid: ["Your session on this page no longer fits ours.", "Reload the page and sign in again."],
  clock_skew: [
    "Calls are signed with the time, and yours is off.",
    "Set the time of your device to automatic and try again.",
  ],
  request_replayed: ["It was done the first time; nothing was done twice.", lookAgain],
  mail_code_wrong: ["A newer code ends the older ones.", "Check the newest mail and try again."],
  mail_code_expired: ["Codes are good for a few minutes only.", "Ask for a new one."],
  mail_code_attempts: ["So that nobody can guess it, a code takes a few tries only.", "Ask for a new one."],
  forbidden: ["This belongs to somebody else.", "Go back."],
  not_found: ["It may have been moved, or the link is not complete.", "Check the link."],
  method_not_allowed: ["What was sent is not what Tribe expects.", "Reload the page and try again."],
  conflict: ["Somebody or something else was quicker.", "Look again and repeat what you wanted to do."],
  too_large: ["There is a limit to what can be sent at once.", "Make it smaller and try again."],
  too_many_requests: ["You were quicker than our limits allow. Nothing was lost.", "Wait a moment."],
  internal: ["The fault is on our side; nothing was lost.", soon],
  unavailable: ["No answer came. Nothing was lost.", "Check your connection and try again."],
  system_paused: ["Certain onchain features are paused. Your tokens and SOL are safe.", "Come back later."],

  wallet_missing: ["This account has no wallet yet.", "Reload the page; your wallet is made when you sign in."],
  wallet_exists: ["An account has one wallet.", "Reload the page to use it."],
  wallet_proof_invalid: ["What this device proved does not fit the wallet.", "Reload the page and try again."],
  device_unknown: [
    "The wallet has not been brought to this device, or was taken from it.",
    "Bring it here with a mailed code.",
  ],

  social_required: ["A connected account shows others who you are.", "Connect X and go on."],
  social_denied: ["X did not confirm it, or you said no there.", again],
  social_taken: [
    "One social account belongs to one person.",
    "Sign in with the other account, or connect another one.",
  ],
  profile_required: ["A Tribe shows its Chief's name and picture.", "Connect a social account that has both."],
  profile_changed: [`Your profile changed in the meantime. ${notSent}`, "Look at name and picture, then try again."],
  symbol_unusable: ["A symbol is three letters or digits.", "Change the name there and connect it again."],
  tribe_exists: ["A person has one Tribe.", "Open it from You."],
  more_sol_needed: ["You need at least 0.025 SOL.", "Deposit some and come back."],
  insufficient_sol: [
    `It would leave less than your wallet must keep. ${notSent}`,
    "Deposit SOL or choose a smaller amount.",
  ],
  insufficient_tokens: [`You hold fewer tokens than that. ${notSent}`, otherAmount],
  final_tokens: [
    "They were given at the start and are not backed by the curve. They move on when the token migrates.",
    otherAmount,
  ],
  curve_closed: [`All tokens of the curve are sold. ${notSent}`, "Trade it as soon as its pool is open."],
  not_migrated: [`Its curve is still open. ${notSent}`, "Trade it on its curve."],
  affiliate_without_referral: [
    "The higher share goes to the person who invited you, and nobody did.",
    "Open Tribe through an invite link.",
  ],
  slippage_exceeded: [
    `The price moved further than your slippage allows. ${notSent}`,
    "Try again, or raise the slippage.",
  ],

  ticket_open: [
    "One trade in a token goes on at a time, so that nothing is paid twice.",
    "Wait until it has ended; then try again.",
  ],
  ticket_unknown: ["We do not know this trade, or it is not yours.", "Start again."],
  ticket_expired: [notSent, "Start again."],
  ticket_signature_invalid: [`The signature does not belong to this trade. ${notSent}`, "Start again."],
  trade_submission_failed: ["The network did not take it now.", soon],

  threshold_missed: [
    "All seats are taken by people who hold more, or the least that is needed went up.",
    "Buy the rest and come back.",
  ],
  not_a_member: ["Its chat is for members only.", "Join it first."],
  banned: ["Chiefs decide who is in their chats.", "Your tokens stay yours."],
  message_empty: ["There is nothing to send.", "Write something first."],
  message_deleted: ["Its author or the Chief took it back.", "Go on in the chat."],
  edit_expired: ["What others have read for a while stays as it is.", "Write a new message."],
  too_many_reactions: ["There is a limit to how many kinds one message bears.", "Choose one that is there already."],
  attachment_unusable: ["It has not arrived whole, or it was removed.", "Add it again and send."],
  slow_mode: ["The Chief lets everybody write only now and then.", "Wait a moment."],
  only_chief_writes: ["The Chief has closed the chat for members' messages.", "Read on; you can still react."],
  newcomer_limited: ["It keeps spam out of a Tribe.", "Send it without, or wait."],
  slow_consumer: ["Messages came faster than your connection took them.", "Wait: it goes on by itself."],
};

/** Sentences of the server that are more exact than the catalogue's, by the code that they come with. */
const exact: Partial<Record<ApiErrorCode, readonly RegExp[]>> = {
  forbidden: [/^Unauthorized$/],
  unavailable: [/^Unexpected error$/, /^Not found$/],
  threshold_missed: [/^You need [0-9]{1,13}(\.[0-9]{1,9})? tokens to enter this chat$/],
  social_required: [new RegExp(`^(${Object.values(connectSocialTexts).join("|")})$`)],
  conflict: [/^A wallet can be on [0-9]{1,3} devices at most$/],
};

/**
 * The words for a code of the API's catalogue.
 * @param told what came with the code; its sentence counts only where it is one of ours, so that no server, proxy or
 * stranger puts words before a person.
 */
export const apiFailure = (
  code: ApiErrorCode,
  told: { readonly message?: string; readonly retryAfterSeconds?: number | undefined } = {},
): FailureWords => {
  const { message = "", retryAfterSeconds } = told;
  const [cause, nextStep] = rest[code];
  return {
    code: `api.${code}`,
    title: exact[code]?.some((sentence) => sentence.test(message)) ? message : apiErrors[code].message,
    cause,
    nextStep: retryAfterSeconds ? `Try again in ${Math.ceil(retryAfterSeconds)} s.` : nextStep,
    retry: apiErrors[code].retry,
  };
};
