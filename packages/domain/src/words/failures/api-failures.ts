import { type ApiErrorCode, apiErrors } from "@tribe/contract";
import { connectSocialTexts } from "../texts.ts";
import { type FailureWords, tryAgainSoon } from "./failure-words.ts";
import { notSent } from "./money-words.ts";
import { retryTime } from "./retry-time.ts";

const reloadAndCheck = "Reload the page and look again.";
const otherAmount = "Choose a smaller amount.";

/** Cause and next step of each code of the API's catalogue; its title and whether a retry is safe are in the contract. */
const rest: Readonly<Record<ApiErrorCode, readonly [cause: string, nextStep: string]>> = {
  bad_request: ["The page sent something Tribe doesn't understand.", "Reload the page and try again."],
  invalid_field: ["Something you entered isn't allowed there.", "Check what you entered."],
  unauthorized: ["Your session has ended.", "Sign in again."],
  signature_invalid: ["Your session on this page is out of date.", "Reload the page and sign in again."],
  clock_skew: [
    "Your device's clock is off by more than a minute.",
    "Set your device's time to automatic and try again.",
  ],
  request_replayed: ["It worked the first time. Nothing was done twice.", reloadAndCheck],
  mail_code_wrong: ["Each new code replaces the one before.", "Use the newest e-mail."],
  mail_code_expired: ["Codes work for a few minutes.", "Ask for a new one."],
  mail_code_attempts: ["A code allows a few tries, so no one can guess it.", "Ask for a new one."],
  google_denied: ["You cancelled at Google, or this sign-in was begun somewhere else.", "Sign in again."],
  google_unverified: [
    "Only an address that Google has confirmed can sign in.",
    "Confirm it at Google, or sign in by e-mail.",
  ],
  forbidden: ["This belongs to someone else.", "Go back."],
  not_found: ["It may have moved, or the link is incomplete.", "Check the link."],
  method_not_allowed: ["The page sent something Tribe doesn't understand.", "Reload the page and try again."],
  conflict: ["Something changed while you were at it.", "Look again, then try once more."],
  too_large: ["It's more than can be sent at once.", "Make it smaller and try again."],
  too_many_requests: ["That was faster than we allow. Nothing was lost.", "Wait a moment."],
  internal: ["The fault is on our side; nothing was lost.", tryAgainSoon],
  unavailable: ["No answer came. Nothing was lost.", "Check your connection."],
  system_paused: ["Certain onchain features are paused. Your tokens and SOL are safe.", "Come back later."],

  wallet_missing: ["This account has no wallet yet.", "Reload the page. Your wallet is created when you sign in."],
  wallet_exists: ["An account has one wallet.", "Reload the page to use it."],
  wallet_proof_invalid: ["This device's proof doesn't match the wallet.", "Reload the page and try again."],
  device_unknown: ["Your wallet isn't on this device, or was removed from it.", "Bring it here with an e-mailed link."],
  recovery_mail_over: [
    "Two other ways took the mail's place.",
    "Open your wallet with your passkey or your recovery kit.",
  ],
  passkey_invalid: ["Nothing was given out.", "Use a passkey that you made for this wallet."],
  passkey_waiting: [
    "A new passkey counts after 72 hours, so that nobody adds one behind your back.",
    "Use another way until then.",
  ],
  last_ways: ["With fewer than two ways a wallet is easily lost.", "Add another passkey or a recovery kit first."],
  proof_needed: ["A proof by mail is good for 15 minutes.", "Ask for a new link on your wallet's own page."],
  allowance_over: [
    "Presses let out 5 SOL's worth in a day, and something left your wallet meanwhile.",
    "Confirm it once more: your wallet says what it needs.",
  ],
  wait_not_over: [
    "What waits a day is given to the browser that asked, and to no other.",
    "Come back later, or ask for it here.",
  ],
  wallet_record_invalid: [
    "It was changed by somebody else, so your wallet stays closed.",
    "Tell us. Your key is safe where it was.",
  ],
  recovery_link_invalid: [
    "It works once, for 15 minutes, in the browser that asked for it.",
    "Ask for a new one in the browser that you want to use.",
  ],

  social_required: ["It shows others who you are.", "Connect X to continue."],
  social_denied: ["You cancelled at X, or X didn't confirm it.", "Connect X again when you're ready."],
  farcaster_denied: ["It took too long, or Farcaster didn't confirm it.", "Connect Farcaster again when you're ready."],
  social_taken: [
    "A social account can belong to one person only.",
    "Connect a different one, or unlink this one in the Tribe account that has it.",
  ],
  profile_required: ["A Tribe shows its Chief's name and picture.", "Connect a social account that has both."],
  profile_changed: [`Your profile changed in the meantime. ${notSent}`, "Look at name and picture, then try again."],
  symbol_unusable: ["A symbol is three letters or digits.", "Change the name there and connect it again."],
  tribe_exists: ["A person has one Tribe.", "Open it from You."],
  more_sol_needed: ["You need at least 0.025 SOL.", "Deposit some and come back."],
  insufficient_sol: [
    `It would leave less than your wallet has to keep. ${notSent}`,
    "Deposit SOL or choose a smaller amount.",
  ],
  insufficient_tokens: [`You hold fewer tokens than that. ${notSent}`, otherAmount],
  final_tokens: [
    "They were given away at the start, so nothing was paid that could be paid out for them.",
    otherAmount,
  ],
  curve_closed: [`All its tokens are sold. ${notSent}`, "Trade it once its pool is open."],
  not_migrated: [`It hasn't moved to its pool yet. ${notSent}`, "Buy and sell it on its page as before."],
  affiliate_without_referral: [
    "The higher share goes to whoever invited you, and no one did.",
    "Open Tribe through an invite link.",
  ],
  slippage_exceeded: [
    `The price moved more than your slippage allows. ${notSent}`,
    "Try again, or raise your slippage.",
  ],

  recipient_unusable: [
    `It's your own, or belongs to a program or a token instead of a person. ${notSent}`,
    "Ask for the address of their wallet.",
  ],
  recipient_needs_more: [`Solana keeps no account with less. ${notSent}`, "Send a little more."],

  claim_spent: ["They are in your wallet, or on their way to it.", "Look at what still waits."],

  airdrop_open: ["A Tribe has one airdrop at a time, so no one is paid twice.", "Resume it, or end it first."],
  airdrop_ended: ["It was completed or cancelled.", "Create a new one."],
  airdrop_no_target: ["No one is chosen, or those who are chosen have nobody among them.", "Choose who gets it."],
  airdrop_too_large: [`You hold fewer tokens than that. ${notSent}`, otherAmount],
  airdrop_members_too_small: ["Some member would get nothing.", "Give more."],
  airdrop_creator_too_small: ["You would get nothing.", "Give more, or leave yourself out."],
  airdrop_token_unusable: ["Airdrops can't keep all of its rules.", "Choose another token."],
  airdrop_holders_unusable: ["The old tokens are being converted.", "Choose members."],
  airdrops_waiting: ["The network has no place for this airdrop yet.", "Come back later."],

  ticket_open: [
    "Only one trade per token runs at a time, so nothing is paid twice.",
    "Wait until it's done, then try again.",
  ],
  ticket_unknown: ["We don't know this trade, or it isn't yours.", "Start again."],
  ticket_expired: [notSent, "Start again."],
  ticket_signature_invalid: [`The signature doesn't match this trade. ${notSent}`, "Start again."],
  trade_submission_failed: ["The network didn't take it.", tryAgainSoon],

  threshold_missed: ["Everyone with a seat holds more, or the minimum went up.", "Buy a little more and come back."],
  not_a_member: ["Its chat is for members only.", "Join it first."],
  banned: ["Chiefs decide who is in their chats.", "Your tokens stay yours."],
  message_empty: ["There's nothing to send.", "Write something first."],
  message_deleted: ["Its author or the Chief took it back.", "Go on in the chat."],
  edit_expired: ["What others have read for a while stays as it is.", "Write a new message."],
  too_many_reactions: ["A message takes 20 different ones.", "Choose one that's there already."],
  attachment_unusable: ["It didn't arrive whole, or it was removed.", "Add it again and send."],
  slow_mode: ["The Chief lets everybody write only now and then.", "Wait a moment."],
  only_chief_writes: ["The Chief has closed the chat for members' messages.", "Read on; you can still react."],
  newcomer_limited: ["It keeps spam out of a Tribe.", "Send it without, or wait."],
  live_ended: ["The Chief has ended it, or was away for too long.", "The chat goes on."],
  live_full: ["So many can watch, or be on the stage, at once.", "Try again when somebody has left."],
  media_unreadable: [
    "Its bytes end too early, or are not what they begin as.",
    "Choose another file, or save it anew.",
  ],
  media_too_many_pixels: [
    "Larger ones take more memory than they are worth in a chat.",
    "Make it smaller and add it again.",
  ],
  picture_format: ["It could tell where it was taken, and it can't be written anew here.", "Save it as JPEG or PNG."],
  recording_format: [
    "It could tell where it was made, and that can't be taken out of it here.",
    "Save it as MP4, MP3 or WAV.",
  ],
  file_blocked: ["The Chief or the operator took it out.", "Choose another file."],
  file_infected: ["Every file is checked before anyone can open it.", "Choose another file."],
  uploads_waiting: ["What isn't sent is kept for a day.", "Send your files, or remove them."],
  storage_full: ["The place for files is full.", "Try again later."],
  push_endpoint: ["Tribe sends pushes to public push services alone.", "Use another browser."],
  mail_link_invalid: [
    "It is cut off, or older than half a year.",
    "Sign in and choose what we e-mail you under You, Notifications.",
  ],
  push_unsubscribed: ["Pushes are off on this device, or the browser has ended them.", "Turn them on again."],
  slow_consumer: ["Messages came faster than your connection could take.", "Wait a moment. It catches up by itself."],
};

const airdropLacks = /^You need [0-9,]{1,80}(\.[0-9]{1,80})? more (tokens|SOL) for the rest of this airdrop$/;

/** Messages of the server that are more exact than the catalogue's, by code. */
const exact: Partial<Record<ApiErrorCode, readonly RegExp[]>> = {
  forbidden: [/^Unauthorized$/],
  unavailable: [/^Unexpected error$/, /^Not found$/],
  threshold_missed: [/^You need [0-9]{1,13}(\.[0-9]{1,9})? tokens to enter this chat$/],
  social_required: [new RegExp(`^(${Object.values(connectSocialTexts).join("|")})$`)],
  insufficient_sol: [airdropLacks],
  insufficient_tokens: [airdropLacks],
  conflict: [/^A wallet can be on [0-9]{1,3} devices at most$/],
};

/**
 * The text for a code of the API's catalogue.
 * @param details the fields of the error; its message counts only if it is one of ours, so that no server, proxy or attacker can
 * put words before a person
 */
export const apiFailure = (
  code: ApiErrorCode,
  details: { readonly message?: string; readonly retryAfterSeconds?: number | undefined } = {},
): FailureWords => {
  const { message = "", retryAfterSeconds } = details;
  const [cause, nextStep] = rest[code];
  return {
    code: `api.${code}`,
    title: exact[code]?.some((sentence) => sentence.test(message)) ? message : apiErrors[code].message,
    cause,
    nextStep: retryAfterSeconds ? retryTime(retryAfterSeconds) : nextStep,
    retry: apiErrors[code].retry,
  };
};
