/** PubSub's features and limits. */
export interface PubSubSwitches {
  readonly enableBlock: boolean;
  readonly enableVote: boolean;
  /** Maximum simultaneous subscriptions of all connections. */
  readonly maxSubscriptions: number;
}

/** PubSub's defaults. */
export const DEFAULT_PUBSUB: PubSubSwitches = { enableBlock: false, enableVote: false, maxSubscriptions: 100_000 };
