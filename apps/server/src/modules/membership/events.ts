import type { MembershipState, Mint, Uid } from "@tribe/contract";
import type { StoredSeatLoss } from "./seat-loss.ts";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** A person's membership of a Tribe changed. */
    "seat.changed": {
      readonly mint: Mint;
      readonly uid: Uid;
      readonly state: MembershipState;
      /** Base units, as a decimal string. */
      readonly entryThreshold: string;
      /** Why the seat was lost. */
      readonly loss?: StoredSeatLoss | null;
    };
    /**
     * Somebody may have lost access to a chat: `uid` in `mint`, or in all chats, or everybody in `mint`. Written by triggers of
     * the database (`migrations/0032_access_lost.sql`), so that no change of a row is missed.
     */
    "access.doubted": { readonly mint: Mint | null; readonly uid: Uid | null };
    /** Somebody who joined holds more or less, or came or went: what others have to spare may have changed. */
    "seats.ranked": { readonly mint: Mint };
    "members.changed": { readonly mint: Mint; readonly memberCount: number };
    /**
     * A change other than a new message is in a channel's log. `frame` is the contract's `change`, serialised once for all
     * readers.
     */
    "chat.changed": { readonly mint: Mint; readonly seq: number; readonly frame: string };
  }
}
