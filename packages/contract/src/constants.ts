/**
 * The business constants of the product, written once for every part of it.
 * Names carry their unit. Of compute units and priority the figures are ceilings: what is asked for is less (decision 0002).
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
/** Where SOL is typed on the curve; one token costs a small part of it. */
export const quickBuySol = [0.1, 0.25, 0.5] as const;
export const quickSellPercents = [25, 50, 100] as const;
export const quickSwapBuySol = [1n, 2n, 5n] as const;

export const defaultSlippageBps = 500;
export const minSlippageBps = 0;
export const maxSlippageBps = 10_000;

/** Where the curve starts: 150 tokens. */
export const curveFloorUnits = 150n * unitsPerToken;
/** Lamports that close a curve. */
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

/** The inviter's first tokens at creation, in whole tokens. */
export const referralTokenBonusTokens = 1n;
export const affiliateTokenBonusTokens = 2n;

export const groupSizes = [12, 24, 99] as const;
export type GroupSize = (typeof groupSizes)[number];
export const defaultGroupSize: GroupSize = 12;
/** The least holding that opens a seat while one is free: 10 tokens. */
export const minEntryThresholdUnits = 10n * unitsPerToken;

export const createTribeMinimumLamports = 25_000_000n;
/** The spec's fee of a sell: of one that its seller alone signs, without priority. The app's cost more (decision 0019). */
export const sellEstimatedFeeLamports = 5_000n;
/** What the network takes for each signature. */
export const baseFeeLamportsPerSignature = 5_000n;
export const sendMaxReserveLamports = 1_000_000n;

/** Ceilings of the compute-unit limits that we ask for. */
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
/** Ceiling of the priority fee, in micro-lamports per compute unit. */
export const priorityFeeCeilingMicroLamports = 1_000_000n;

/** What a Chief must hold of a token, in base units, to airdrop it. */
export const minAirdropTokenUnits = 1_000_000n;
/** How many transactions of an airdrop the server hands out, or takes, in one call. */
export const maxAirdropBatchesPerCall = 32;

/** Compressed accounts of one claim, and of one proof where proofs are needed. */
export const maxAccountsPerClaim = 6;
export const maxAccountsPerProof = 3;
/** State trees of one claim: each beyond the first costs some 19,000 compute units, and a claim has at most 185,000. */
export const maxTreesPerClaim = 3;
/** Claims that one confirmation in the wallet signs. */
export const maxClaimsPerConfirmation = 12;

/** What the estimate of an airdrop's fee is made of. */
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
  /** For so long the bar of an airdrop fills while its task is made. */
  airdropCreation: 10_000,
  balanceRefresh: 5_000,
  toast: 5_000,
  apiTimeout: 20_000,
} as const;

export const historyLimit = 500;
/** The largest holders that a token page can show. */
export const topHoldersLimit = 100;
export const routerHistoryEntries = 100;
export const bioMaxCharacters = 200;
export const bioMaxLines = 4;
/** People that one person can have blocked. */
export const maxBlocks = 1_000;
export const messageMaxCharacters = 4_000;

/** Where the tabs of a browser speak with each other. */
export const broadcastChannelName = "broadcast-tribe-client";
/** Who speaks there: a person's tab, or the server through the tab that has the socket. */
export const broadcastSources = { user: 1, server: 2 } as const;

export const localCacheKeys = { users: "tribe:v1:users", tokens: "tribe:v1:tokens" } as const;

/** How many messages may be sent at once, and in a minute. */
export const messageRate = { burst: 5, perMinute: 60 } as const;

/** What one message may carry. */
export const messageLimits = { mentions: 20, distinctReactions: 20 } as const;
/** For so long an author may change the text of a message. */
export const editWindowSeconds = 15 * 60;
/** Seconds that a Chief may let members wait between two messages; 0 is off. */
export const slowModeSeconds = [0, 10, 30, 60, 300, 900] as const;
export type SlowMode = (typeof slowModeSeconds)[number];
/** How many of the newest messages a visitor sees where the Chief lets visitors look in. */
export const previewMessages = 10;
/** Unread messages are counted up to here. */
export const unreadLimit = 1_000;
/** Who resumes from further back than this gets no backlog: the page loads the chat again. */
export const resumeLimit = 1_000;
/** A person who writes says so at most this often; others show it for as long and a half. */
export const typingSeconds = 4;
/** In their first hour in a Tribe a member may send so many messages with a link, and so many files. */
export const newcomerLimits = { seconds: 3_600, links: 2, attachments: 5 } as const;

export const mailCode = { digits: 6, lifetimeSeconds: 600, attempts: 5, resendSeconds: 30 } as const;

/** The mailed link that brings a wallet to the browser that asked for it. */
export const recoveryLink = { lifetimeSeconds: 900 } as const;

/** How a browser is given the wallet by another one. */
export const walletApproval = {
  /** From being asked for until it is over. */
  lifetimeSeconds: 900,
  /** A browser that used the wallet within so long can be asked, and a mailed link waits for it. */
  activeSeconds: 2_592_000,
} as const;

/** What waits at a wallet, so that its person can still stop somebody else. */
export const walletWaits = {
  /** A way of recovery that is added or taken away. */
  changeSeconds: 259_200,
  /** What is sent past the allowance where no passkey can be asked. */
  sendSeconds: 86_400,
  /** For so long it may be sent then. */
  sendWithinSeconds: 86_400,
  /** The key itself, as a kit or as it is. */
  keySeconds: 86_400,
  /** For so long it may be taken then. */
  keyTakenWithinSeconds: 86_400,
  /** What a mailed link brings to another browser, where one that has the wallet was used lately. */
  recoverySeconds: 86_400,
  /** For so long it may be taken then: who asks before a weekend comes back after it. */
  recoveryTakenWithinSeconds: 259_200,
} as const;

/** For how long a fresh proof opens the wallet's own page. */
export const walletProofSeconds = 900;

/** The page of ours that Google sends the browser back to, with a code. */
export const googleReturnPath = "/auth/google";

/** Minutes of a day, of which quiet hours are made. */
export const quietHourMinutes = 1_440;
/** Unread notifications are counted up to here. */
export const unreadNoticesLimit = 100;
