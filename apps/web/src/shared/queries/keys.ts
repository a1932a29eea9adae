import type { Address, MessageId, Mint, ShareRequest, TokenId } from "@tribe/contract";

interface ListingKey {
  readonly tab: string;
  readonly window: string;
  readonly search: string;
  readonly sort: string;
  readonly order: string;
}

/** The keys of everything in the query cache, so that realtime frames and screens refer to the same entry. */
export const keys = {
  config: () => ["config"] as const,
  rate: () => ["rate"] as const,
  localUser: () => ["localUser"] as const,
  sessions: () => ["sessions"] as const,
  walletSafety: () => ["walletSafety"] as const,
  blocks: () => ["blocks"] as const,
  tokens: () => ["tokens"] as const,
  tokenList: ({ tab, window, search, sort, order }: ListingKey) =>
    ["tokens", tab, window, search, sort, order] as const,
  token: (mint: Mint) => ["token", mint] as const,
  mintOf: (tokenId: TokenId | null) => ["mint", String(tokenId)] as const,
  history: (mint: Mint) => ["history", mint] as const,
  olderCandles: (mint: Mint, interval: number, before: string) => ["older candles", mint, interval, before] as const,
  holders: (mint: Mint) => ["holders", mint] as const,
  subscribers: (mint: Mint) => ["subscribers", mint] as const,
  messages: (mint: Mint) => ["messages", mint] as const,
  room: (mint: Mint) => ["room", mint] as const,
  chatMembers: (mint: Mint) => ["chatMembers", mint] as const,
  /** Who is live right now, and a Tribe's last lives. */
  lives: () => ["lives"] as const,
  liveNotes: (mint: Mint) => ["liveNotes", mint] as const,
  lastLive: (mint: Mint) => ["lastLive", mint] as const,
  seatNotes: (mint: Mint) => ["seatNotes", mint] as const,
  chatSettings: (mint: Mint) => ["chatSettings", mint] as const,
  chatShared: (mint: Mint, kind: string) => ["chatShared", mint, kind] as const,
  chatSearch: (mint: Mint, text: string) => ["chatSearch", mint, text] as const,
  chatPreview: (mint: Mint) => ["chatPreview", mint] as const,
  reactors: (id: MessageId, emoji: string | null) => ["reactors", id, emoji] as const,
  myChats: () => ["myChats"] as const,
  /** The seats of people with whom one shares a Tribe, and the own ones: both change with seats and holdings. */
  companions: () => ["seats", "companions"] as const,
  ownSeats: () => ["seats", "own"] as const,
  seats: () => ["seats"] as const,
  shareImage: (request: ShareRequest) => ["share image", request] as const,
  /** Everything that the bell and its list show. */
  notices: () => ["notices"] as const,
  unreadNotices: () => ["notices", "unread"] as const,
  noticeList: () => ["notices", "list"] as const,
  notificationSettings: () => ["notificationSettings"] as const,
  alarms: () => ["alarms"] as const,
  mailState: () => ["mailState"] as const,
  mailLink: (token: string) => ["mailLink", token] as const,
  pushDevices: () => ["pushDevices"] as const,
  earnings: () => ["earnings"] as const,
  airdrop: (mint: Mint) => ["airdrop", mint] as const,
  airdropTokens: () => ["airdropTokens"] as const,
  airdropPreview: (mint: Mint, airdropMint: Mint, amount: bigint, targets: string) =>
    ["airdropPreview", mint, airdropMint, String(amount), targets] as const,
  airdropStatus: (taskId: string) => ["airdropStatus", taskId] as const,
  airdropEntries: (taskId: string) => ["airdropEntries", taskId] as const,
  endedAirdropEntries: (taskId: string) => ["endedAirdropEntries", taskId] as const,
  airdropEnding: (taskId: string) => ["airdropEnding", taskId] as const,
  claimable: () => ["portfolio", "claimable"] as const,
  portfolio: () => ["portfolio"] as const,
  ownHoldings: () => ["portfolio", "holdings"] as const,
  /** Of one Tribe, or of all that are held. */
  ownCosts: (mint: Mint | null) => ["portfolio", "costs", mint ?? "held"] as const,
  ownSale: (signature: string) => ["portfolio", "sale", signature] as const,
  ownTrades: () => ["portfolio", "trades"] as const,
  ownTransfers: () => ["portfolio", "transfers"] as const,
  emptyAccounts: () => ["portfolio", "emptyAccounts"] as const,
  user: (address: Address) => ["user", address] as const,
  standing: (address: Address) => ["standing", address] as const,
  balance: (address: Address) => ["balance", address] as const,
  holding: (address: Address, mint: Mint) => ["holding", address, mint] as const,
  associatedAccount: (address: Address, mint: Mint) => ["associatedAccount", address, mint] as const,
  holdings: (address: Address) => ["holding", address] as const,
} as const;

/** The first part of a key: what the answer is about. */
export type QueryName = ReturnType<(typeof keys)[keyof typeof keys]>[0];
