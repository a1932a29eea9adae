/** What PubSub offers and how much of it. */
export interface PubSubSwitches {
  readonly enableBlock: boolean;
  readonly enableVote: boolean;
  /** Subscriptions that may exist at a time, over all connections. */
  readonly maxSubscriptions: number;
}

/** What PubSub offers when nothing is said. */
export const DEFAULT_PUBSUB: PubSubSwitches = { enableBlock: false, enableVote: false, maxSubscriptions: 100_000 };
