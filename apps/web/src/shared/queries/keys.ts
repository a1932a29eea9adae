import type { Address, Mint } from "@tribe/contract";

/** Names of everything the page caches, so that realtime frames and screens mean the same entry. */
export const keys = {
  config: () => ["config"] as const,
  localUser: () => ["localUser"] as const,
  tokens: () => ["tokens"] as const,
  tokenList: (tab: string, window: string, search: string) => ["tokens", tab, window, search] as const,
  token: (mint: Mint) => ["token", mint] as const,
  history: (mint: Mint) => ["history", mint] as const,
  olderCandles: (mint: Mint, interval: number, before: string) => ["older candles", mint, interval, before] as const,
  holders: (mint: Mint) => ["holders", mint] as const,
  subscribers: (mint: Mint) => ["subscribers", mint] as const,
  messages: (mint: Mint) => ["messages", mint] as const,
  myChats: () => ["myChats"] as const,
  earnings: () => ["earnings"] as const,
  portfolio: () => ["portfolio"] as const,
  ownHoldings: () => ["portfolio", "holdings"] as const,
  ownSeats: () => ["seats", "own"] as const,
  ownTrades: () => ["portfolio", "trades"] as const,
  user: (address: Address) => ["user", address] as const,
  balance: (address: Address) => ["balance", address] as const,
  holding: (address: Address, mint: Mint) => ["holding", address, mint] as const,
  associatedAccount: (address: Address, mint: Mint) => ["associatedAccount", address, mint] as const,
  holdings: (address: Address) => ["holding", address] as const,
} as const;
