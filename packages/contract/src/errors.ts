/**
 * The catalogue of API errors: each code has its HTTP status, the message that a person reads, and whether the same call may be
 * repeated. Code compares codes, never messages.
 */
interface ErrorEntry {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 429 | 500 | 503;
  readonly message: string;
  readonly retry: "safe" | "after-change" | "never";
}

const entry = (status: ErrorEntry["status"], message: string, retry: ErrorEntry["retry"]): ErrorEntry => ({
  status,
  message,
  retry,
});

export const apiErrors = {
  bad_request: entry(400, "Bad request", "after-change"),
  invalid_field: entry(400, "A value isn't valid", "after-change"),
  unauthorized: entry(401, "Unauthorized", "after-change"),
  signature_invalid: entry(401, "The request's signature doesn't match", "after-change"),
  clock_skew: entry(401, "Your device's clock differs from ours by more than a minute", "after-change"),
  request_replayed: entry(409, "This request was already made", "never"),
  mail_code_wrong: entry(400, "That code isn't right. Use the newest e-mail.", "after-change"),
  mail_code_expired: entry(400, "That code has expired. Ask for a new one.", "after-change"),
  mail_code_attempts: entry(429, "Too many wrong codes. Ask for a new one.", "after-change"),
  google_denied: entry(400, "You weren't signed in with Google", "after-change"),
  google_unverified: entry(400, "Google hasn't confirmed your e-mail address", "after-change"),
  forbidden: entry(403, "You can't do this", "never"),
  not_found: entry(404, "Not found", "never"),
  method_not_allowed: entry(405, "Method not allowed", "never"),
  conflict: entry(409, "This changed in the meantime. Look again.", "after-change"),
  too_large: entry(413, "This is too large", "after-change"),
  too_many_requests: entry(429, "Too many requests. Wait a moment.", "safe"),
  internal: entry(500, "Internal server error", "safe"),
  unavailable: entry(503, "We can't reach this part of Tribe right now", "safe"),
  system_paused: entry(503, "System upgrade in progress. Please check back later.", "safe"),

  wallet_missing: entry(409, "Wallet not found", "after-change"),
  wallet_exists: entry(409, "This account already has a wallet", "never"),
  wallet_proof_invalid: entry(400, "The wallet's proof doesn't match its address", "after-change"),
  wallet_record_invalid: entry(409, "Your wallet's record doesn't match. Nothing was given out.", "never"),
  recovery_link_invalid: entry(400, "This link doesn't work any more, or not in this browser", "after-change"),
  recovery_mail_over: entry(
    409,
    "No mail brings this wallet back any more: use your passkey or your recovery kit",
    "after-change",
  ),
  passkey_invalid: entry(400, "This passkey isn't one of this wallet's, or its answer doesn't fit", "after-change"),
  passkey_waiting: entry(409, "This passkey is new and doesn't count yet", "after-change"),
  last_ways: entry(409, "Two ways must stay. Add another one first.", "after-change"),
  proof_needed: entry(403, "Open the newest link that we e-mailed to you", "after-change"),
  allowance_over: entry(409, "This is more than your wallet lets out by a press in a day", "after-change"),
  wait_not_over: entry(409, "It isn't time yet, or you didn't ask for it in this browser", "after-change"),
  device_unknown: entry(403, "Your wallet isn't on this device", "after-change"),

  social_required: entry(403, "Connect at least one social account first", "after-change"),
  social_denied: entry(400, "X wasn't connected", "after-change"),
  farcaster_denied: entry(400, "Farcaster wasn't connected", "after-change"),
  social_taken: entry(409, "This social account belongs to someone else", "never"),
  profile_required: entry(400, "User profile information is required to create a token", "after-change"),
  profile_changed: entry(409, "Your name or picture changed. Check them and try again.", "after-change"),
  symbol_unusable: entry(
    400,
    "Your display name and handle have no letter or digit to make a symbol from. Change the name of your social account and connect it again.",
    "after-change",
  ),
  tribe_exists: entry(409, "You already have a Tribe", "never"),
  more_sol_needed: entry(400, "Need more SOL to continue", "after-change"),
  insufficient_sol: entry(400, "You don't have enough SOL for this, fees included", "after-change"),
  insufficient_tokens: entry(400, "Insufficient tokens", "after-change"),
  final_tokens: entry(400, "The final tokens of the curve cannot be sold", "after-change"),
  curve_closed: entry(409, "All tokens are sold. Trading is moving to its pool.", "never"),
  not_migrated: entry(409, "This token has not been migrated to liquidity pools yet.", "after-change"),
  // A person becomes an affiliate only through an inviter, so no call leads to this. Changing the database by hand could remove
  // the inviter: the dialog, the server and the program each refuse such a buy.
  affiliate_without_referral: entry(400, "Buying with affiliate requires a referral", "after-change"),
  slippage_exceeded: entry(400, "Slippage exceeded", "after-change"),

  recipient_unusable: entry(400, "You can't send to this address", "after-change"),
  recipient_needs_more: entry(400, "This address is new and needs at least 0.00089088 SOL", "after-change"),

  claim_spent: entry(409, "These tokens were claimed already", "never"),

  ticket_open: entry(409, "You still have an open trade in this token. Finish it or wait a moment.", "safe"),
  ticket_unknown: entry(404, "Missing trade data or wallet", "never"),
  ticket_expired: entry(409, "This trade took too long to sign. Prepare it again.", "after-change"),
  ticket_signature_invalid: entry(400, "Verify signatures failed", "after-change"),
  trade_submission_failed: entry(503, "Transaction submission failed", "safe"),

  airdrop_open: entry(409, "This Tribe has an airdrop on its way. Resume it, or end it first.", "after-change"),
  airdrop_ended: entry(409, "This airdrop is over", "never"),
  airdrop_no_target: entry(400, "No holders found", "after-change"),
  airdrop_too_large: entry(400, "Amount is too large", "after-change"),
  airdrop_members_too_small: entry(400, "Amount is too small to be airdropped for members", "after-change"),
  airdrop_creator_too_small: entry(400, "Amount is too small to be airdropped for Chief", "after-change"),
  airdrop_token_unusable: entry(400, "This token can't be airdropped", "after-change"),
  airdrop_holders_unusable: entry(
    400,
    "This Tribe's token has migrated, so its holders can't be chosen",
    "after-change",
  ),
  airdrops_waiting: entry(503, "Airdrops aren't available on this network yet", "safe"),

  threshold_missed: entry(403, "You need more tokens to enter this chat", "after-change"),
  not_a_member: entry(403, "You have no seat in this chat", "after-change"),
  banned: entry(403, "The Chief has blocked you from this chat", "never"),
  message_empty: entry(400, "Write something first", "after-change"),
  message_deleted: entry(409, "This message was deleted", "never"),
  edit_expired: entry(409, "A message can be changed for 15 minutes", "never"),
  too_many_reactions: entry(409, "This message has as many different reactions as it can", "never"),
  attachment_unusable: entry(409, "A file of this message is not ready, or is gone", "after-change"),
  slow_mode: entry(429, "Slow mode is on. Wait a moment before you write again.", "safe"),
  only_chief_writes: entry(403, "Only the Chief writes in this chat right now", "after-change"),
  newcomer_limited: entry(429, "In your first hour here you can send only a few links and files", "safe"),

  push_endpoint: entry(400, "This browser's push service can't be used", "never"),
  mail_link_invalid: entry(400, "This link doesn't work any more", "never"),
  push_unsubscribed: entry(404, "No subscription", "never"),
  live_ended: entry(409, "This live has ended", "never"),
  live_full: entry(409, "This live is full", "after-change"),

  media_unreadable: entry(400, "This file can't be read. It may be damaged.", "after-change"),
  media_too_many_pixels: entry(
    400,
    "Pictures may have up to 50 megapixels, an animation's frames together. Send a smaller copy.",
    "after-change",
  ),
  picture_format: entry(400, "This kind of picture can't be shown. Save it as JPEG or PNG.", "after-change"),
  recording_format: entry(400, "This kind of recording can't be sent. Save it as MP4, MP3 or WAV.", "after-change"),
  file_blocked: entry(403, "This file was removed from the chat before", "never"),
  file_infected: entry(403, "This file has a virus", "never"),
  uploads_waiting: entry(409, "Too many of your files wait to be sent. Send some, or remove them.", "after-change"),
  storage_full: entry(503, "There is no room for files right now. Try again later.", "safe"),
  slow_consumer: entry(503, "Your connection fell behind and is catching up", "safe"),
} as const satisfies Record<string, ErrorEntry>;

/** A code of the catalogue. */
export type ApiErrorCode = keyof typeof apiErrors;

/**
 * The body of every error on the wire. `field` is the path of the wrong value (`body.amount`); `detail` is a code of the
 * failure catalogue (packages/domain) that says exactly why a transaction would fail; `requestId` names the request in the
 * server's log.
 */
export interface ApiErrorBody {
  readonly error: {
    readonly code: ApiErrorCode;
    readonly message: string;
    readonly field?: string;
    readonly retryAfterSeconds?: number;
    readonly detail?: string;
    readonly requestId?: string;
  };
}

/** Whether a string is a code of the catalogue. */
export const isApiErrorCode = (code: string): code is ApiErrorCode => Object.hasOwn(apiErrors, code);

/**
 * The error that commands throw, that the server sends, and that the client throws again. `field`, `retryAfterSeconds`,
 * `detail` and `requestId` are as in {@link ApiErrorBody}. `message` may be more exact than the catalogue's.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;

  constructor(
    code: ApiErrorCode,
    options: {
      message?: string;
      field?: string;
      retryAfterSeconds?: number;
      detail?: string;
      requestId?: string;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? apiErrors[code].message, { cause: options.cause });
    this.code = code;
    this.field = options.field;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.detail = options.detail;
    this.requestId = options.requestId;
  }

  get status(): number {
    return apiErrors[this.code].status;
  }
}
