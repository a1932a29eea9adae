import type { InvalidateOptions, QueryClient, QueryKey } from "@tanstack/react-query";
import type { Address, Mint } from "@tribe/contract";
import { keys } from "./keys.ts";

/** An event after which parts of the cache may be outdated. */
export type Change =
  /** This person's transaction that trades no token was confirmed. */
  | { readonly kind: "paid" }
  /** This person's fees were paid out. */
  | { readonly kind: "paidOut" }
  /** SOL has arrived. */
  | { readonly kind: "funded" }
  /** This person's trade was confirmed, on the curve or in the pool. */
  | { readonly kind: "traded"; readonly mint: Mint }
  /** This person's old tokens were converted to new ones. */
  | { readonly kind: "converted"; readonly mint: Mint }
  /** This person's Tribe was created. */
  | { readonly kind: "created" }
  /** This person took a seat. */
  | { readonly kind: "joined"; readonly mint: Mint }
  /** A frame reported somebody's trade, without seats and holders. */
  | { readonly kind: "tradeHeard"; readonly mint: Mint }
  /** Trades between the known ones and the newest were missed. */
  | { readonly kind: "tradesMissed"; readonly mint: Mint }
  | { readonly kind: "migrated"; readonly mint: Mint }
  | { readonly kind: "membersChanged"; readonly mint: Mint }
  /** A frame told members who took or lost a seat. Who lost their own gets no frame, and may not load it. */
  | { readonly kind: "seatTold"; readonly mint: Mint }
  /** Its Chief changed settings, or blocked somebody. */
  | { readonly kind: "chatManaged"; readonly mint: Mint }
  /** It went live, or is no longer. */
  | { readonly kind: "liveChanged"; readonly mint: Mint }
  /** Another message is pinned, or none. */
  | { readonly kind: "pinChanged"; readonly mint: Mint }
  /** What a newcomer may still send. */
  | { readonly kind: "allowanceChanged"; readonly mint: Mint }
  /** More messages were missed than the server sends later. */
  | { readonly kind: "messagesMissed"; readonly mint: Mint }
  /** This person's own seat or its threshold. */
  | { readonly kind: "membershipChanged"; readonly mint: Mint }
  /** This person's wallet, or with `isUser` the person. */
  | { readonly kind: "accountChanged"; readonly isUser: boolean }
  /** This person edited their profile. */
  | { readonly kind: "profileEdited"; readonly address: Address | null }
  /** This person blocked somebody, or no longer does. */
  | { readonly kind: "blocksChanged" }
  /** This person ended sessions of theirs elsewhere. */
  | { readonly kind: "sessionsEnded" }
  /** Somebody has another name or picture. */
  | { readonly kind: "profileChanged"; readonly address: Address | null }
  /** New notifications, or some were read on another device. */
  | { readonly kind: "noticesChanged" }
  /** Pushes were turned on or off on a device. */
  | { readonly kind: "pushDevicesChanged" }
  /** Notifications are mailed to the person again. */
  | { readonly kind: "mailResumed" }
  /** A switch could not be saved. */
  | { readonly kind: "settingsUnsaved" }
  /** Somebody else is signed in, or nobody. */
  | { readonly kind: "sessionChanged" }
  /** The connection is open; changes before, which only frames report, were missed. */
  | { readonly kind: "connected" }
  /** Frames may have been missed. */
  | { readonly kind: "reconnected" };

/** Prefixes that all keys of a kind begin with. */
const every = {
  balance: ["balance"],
  holding: ["holding"],
  associatedAccount: ["associatedAccount"],
  tokens: ["tokens"],
  token: ["token"],
  history: ["history"],
  holders: ["holders"],
  subscribers: ["subscribers"],
  room: ["room"],
  chatMembers: ["chatMembers"],
  seatNotes: ["seatNotes"],
  liveNotes: ["liveNotes"],
} as const;

/** Everything about a person's wallet. */
const wallet: readonly QueryKey[] = [
  every.balance,
  every.holding,
  every.associatedAccount,
  keys.portfolio(),
  keys.seats(),
];
/** Everything that is shown of a token and its people, without its trades. */
const aboutToken = (mint: Mint): readonly QueryKey[] => [keys.token(mint), keys.subscribers(mint), keys.holders(mint)];

const membersOf = (mint: Mint): readonly QueryKey[] => [
  keys.token(mint),
  keys.subscribers(mint),
  keys.chatMembers(mint),
];

/** The one list of queries that a change makes stale: keys, or prefixes of keys. */
export const staleAfter = (change: Change): readonly QueryKey[] => {
  switch (change.kind) {
    case "paid":
      return wallet;
    case "paidOut":
      return [...wallet, keys.earnings()];
    case "funded":
      return [every.balance];
    case "traded":
    case "converted":
      return [...wallet, ...aboutToken(change.mint), keys.history(change.mint), keys.myChats()];
    case "created":
      return [...wallet, keys.localUser(), keys.myChats()];
    case "joined":
      return [keys.token(change.mint), keys.subscribers(change.mint), keys.myChats(), keys.seats()];
    case "tradeHeard":
      return aboutToken(change.mint);
    case "tradesMissed":
      return [keys.history(change.mint)];
    case "migrated":
      return [keys.token(change.mint), every.holding];
    case "membersChanged":
      return membersOf(change.mint);
    case "seatTold":
      return [...membersOf(change.mint), keys.seatNotes(change.mint)];
    case "chatManaged":
      return [...membersOf(change.mint), keys.room(change.mint), keys.chatSettings(change.mint)];
    case "liveChanged":
      return [keys.liveNotes(change.mint), keys.lastLive(change.mint)];
    case "pinChanged":
    case "allowanceChanged":
      return [keys.room(change.mint)];
    case "messagesMissed":
      return [keys.room(change.mint), keys.messages(change.mint)];
    case "membershipChanged":
      return [keys.token(change.mint), keys.myChats(), keys.seats()];
    case "accountChanged":
      return change.isUser ? [...wallet, keys.localUser(), keys.blocks()] : wallet;
    case "profileEdited":
      return change.address ? [keys.user(change.address)] : [];
    case "blocksChanged":
      return [keys.blocks()];
    case "sessionsEnded":
      return [keys.sessions()];
    case "profileChanged":
      return [
        ...(change.address ? [keys.user(change.address)] : []),
        ...[every.tokens, every.token, every.holders, every.subscribers, keys.portfolio(), keys.myChats()],
      ];
    case "noticesChanged":
      return [keys.noticeList()];
    case "pushDevicesChanged":
      return [keys.pushDevices()];
    case "mailResumed":
      return [keys.mailState()];
    case "settingsUnsaved":
      return [keys.notificationSettings()];
    case "sessionChanged":
      return [every.token];
    case "connected":
      return [keys.config()];
    case "reconnected":
      return [
        ...wallet,
        ...[
          every.token,
          every.history,
          every.holders,
          every.subscribers,
          every.room,
          every.chatMembers,
          every.seatNotes,
          every.liveNotes,
          keys.lives(),
          keys.myChats(),
          keys.notices(),
          keys.config(),
        ],
      ];
  }
};

/** Refetches the shown ones, and the others when they are shown. Resolves with the answers. */
export const refreshAfter = async (cache: QueryClient, change: Change, options?: InvalidateOptions): Promise<void> => {
  await Promise.all(staleAfter(change).map((queryKey) => cache.invalidateQueries({ queryKey }, options)));
};
