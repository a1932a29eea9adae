/**
 * The business constants of the product, written once for all packages. Names carry their unit. The figures for compute units
 * and priority fees are maxima: transactions ask for less (decision 0002).
 */

/** One token is 10⁹ base units; one SOL is 10⁹ lamports. */
export const unitsPerToken = 1_000_000_000n;
export const lamportsPerSol = 1_000_000_000n;

export const tradeInputDecimals = 4;
export const airdropDisplayDecimals = 3;
export const amountDisplayDecimals = 9;
export const amountDisplaySignificantPlaces = 3;

/** Most tokens a single curve buy can ask for, in whole tokens. */
export const maxBuyTokens = 100_000n;
export const maxSwapBuySol = 100_000n;
export const maxSwapSellTokens = 8_000_000_000n;
export const quickBuyTokens = [1n, 5n, 10n] as const;
/** The amounts of the quick-buy buttons on the curve, in SOL; one token costs a small part of them. */
export const quickBuySol = [0.1, 0.25, 0.5] as const;
export const quickSellPercents = [25, 50, 100] as const;
export const quickSwapBuySol = [1n, 2n, 5n] as const;

export const defaultSlippageBps = 500;
export const minSlippageBps = 0;
export const maxSlippageBps = 10_000;

/** Supply at which the curve starts: 150 tokens. */
export const curveFloorUnits = 150n * unitsPerToken;
/** Lamports at which the curve closes. */
export const curveTargetLamports = 85n * lamportsPerSol;
export const defaultBondingCurveCoefficient = 100_000_000n;

export const defaultFeesBps = {
  creatorBuy: 200,
  creatorSell: 200,
  platformBuy: 200,
  platformSell: 200,
  referral: 60,
  affiliate: 100,
  discount: 20,
} as const;

/** Tokens that the inviter gets at creation, in whole tokens. */
export const referralTokenBonusTokens = 1n;
export const affiliateTokenBonusTokens = 2n;

export const groupSizes = [12, 24, 99] as const;
export type GroupSize = (typeof groupSizes)[number];
export const defaultGroupSize: GroupSize = 12;
/** The smallest holding that takes a free seat: 10 tokens. */
export const minEntryThresholdUnits = 10n * unitsPerToken;

export const createTribeMinimumLamports = 25_000_000n;
/**
 * The specification's fee of a sell: signed by its seller alone, without priority. Sells of the app cost more (decision 0019).
 */
export const sellEstimatedFeeLamports = 5_000n;
/** The network's fee for each signature. */
export const baseFeeLamportsPerSignature = 5_000n;
export const sendMaxReserveLamports = 1_000_000n;

/** Maxima of the compute-unit limits that we ask for. */
export const computeUnitCeilings = {
  transfer: 200_000,
  createToken: 300_000,
  buyToken: 180_000,
  sellToken: 120_000,
  airdropCreateTokenPool: 550_000,
  airdropClaim: 900_000,
  airdropSend: 550_000,
  default: 200_000,
} as const;
/** Maximum of the priority fee, in micro-lamports per compute unit. */
export const priorityFeeCeilingMicroLamports = 1_000_000n;

/** The least that a Chief must hold of a token to airdrop it, in base units. */
export const minAirdropTokenUnits = 1_000_000n;
/** Transactions of an airdrop that the server returns, or accepts, in one call. */
export const maxAirdropBatchesPerCall = 32;

/** Compressed accounts in one claim, and in one validity proof where proofs are needed. */
export const maxAccountsPerClaim = 6;
export const maxAccountsPerProof = 3;
/** State trees in one claim: each after the first costs some 19,000 compute units, and a claim has at most 185,000. */
export const maxTreesPerClaim = 3;
/** Claims that one confirmation in the wallet signs together. */
export const maxClaimsPerConfirmation = 12;

/** The parts of an airdrop's estimated fee. */
export const airdropFeeEstimate = {
  baseLamports: 2_000_000n,
  recipientsPerBatch: 15n,
  baseFeeLamports: 5_000n,
  batchLamports: 4_500n,
} as const;

export const milliseconds = {
  supplyRefresh: 10_000,
  quoteDebounce: 500,
  tradePoll: 2_000,
  tradeTimeout: 120_000,
  createTribePoll: 3_000,
  airdropPoll: 3_000,
  /** How long the progress bar of an airdrop runs while its task is created. */
  airdropCreation: 10_000,
  balanceRefresh: 5_000,
  toast: 5_000,
  apiTimeout: 20_000,
} as const;

export const historyLimit = 500;
/** Number of largest holders that a token page can show. */
export const topHoldersLimit = 100;
export const routerHistoryEntries = 100;
export const bioMaxCharacters = 200;
export const bioMaxLines = 4;
/** People whom one person can block. */
export const maxBlocks = 1_000;
export const messageMaxCharacters = 4_000;

/** The channel over which the tabs of a browser communicate. */
export const broadcastChannelName = "broadcast-tribe-client";
/** The senders on that channel: a person's tab, or the server through the tab that holds the socket. */
export const broadcastSources = { user: 1, server: 2 } as const;

export const localCacheKeys = { users: "tribe:v1:users", tokens: "tribe:v1:tokens" } as const;

/** Messages that a person may send in a burst, and per minute. */
export const messageRate = { burst: 5, perMinute: 60 } as const;

/** Limits of one message. */
export const messageLimits = { mentions: 20, distinctReactions: 20 } as const;
/** How long an author may edit a message. */
export const editWindowSeconds = 15 * 60;
/** The waits between two messages that a Chief can choose, in seconds; 0 is off. */
export const slowModeSeconds = [0, 10, 30, 60, 300, 900] as const;
export type SlowMode = (typeof slowModeSeconds)[number];
/** Number of newest messages that a visitor sees when the Chief allows the preview. */
export const previewMessages = 10;
/** Unread messages are counted up to here. */
export const unreadLimit = 1_000;
/** A client that is further behind than this gets no backlog: the page loads the chat again. */
export const resumeLimit = 1_000;
/** A typing client reports it at most this often; others show it for one and a half times as long. */
export const typingSeconds = 4;
/** Links and files that a member may send in their first hour in a Tribe. */
export const newcomerLimits = { seconds: 3_600, links: 2, attachments: 5 } as const;

export const mailCode = { digits: 6, lifetimeSeconds: 600, attempts: 5, resendSeconds: 30 } as const;

/** The mailed link that recovers a wallet in the browser that asked for it. */
export const recoveryLink = { lifetimeSeconds: 900 } as const;

/** Approval of a wallet for a browser by another browser that has it. */
export const walletApproval = {
  /** From the request until it expires. */
  lifetimeSeconds: 900,
  /** A browser that used the wallet within this time can approve, and delays a mailed link. */
  activeSeconds: 2_592_000,
} as const;

/** Delays before changes of a wallet take effect, in which its owner can stop somebody else. */
export const walletWaits = {
  /** Adding or removing a recovery method. */
  changeSeconds: 259_200,
  /** Sending more than the allowance when no passkey can confirm it. */
  sendSeconds: 86_400,
  /** How long it may be sent after the delay. */
  sendWithinSeconds: 86_400,
  /** Giving out the key, as a recovery kit or in plain form. */
  keySeconds: 86_400,
  /** How long the key may be taken after the delay. */
  keyTakenWithinSeconds: 86_400,
  /** A recovery by mailed link in another browser, when one that has the wallet was used lately. */
  recoverySeconds: 86_400,
  /** How long it may be taken after the delay: a person who asks on Friday can take it after the weekend. */
  recoveryTakenWithinSeconds: 259_200,
} as const;

/** How long a fresh proof opens the wallet's own page. */
export const walletProofSeconds = 900;

/** The page to which Google returns the browser with a code. */
export const googleReturnPath = "/auth/google";

/** Minutes of a day; quiet hours are given in them. */
export const quietHourMinutes = 1_440;
/** Unread notifications are counted up to here. */
export const unreadNoticesLimit = 100;
