import type { MembershipState, Mint, Uid } from "@tribe/contract";
import type { StoredSeatLoss } from "./seat-loss.ts";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** A person's own state in a Tribe changed. */
    "seat.changed": {
      readonly mint: Mint;
      readonly uid: Uid;
      readonly state: MembershipState;
      /** Base units, as a decimal string. */
      readonly entryThreshold: string;
      /** Why the seat is gone; absent from events of before. */
      readonly loss?: StoredSeatLoss | null;
      /** Only events of before say it in words. */
      readonly reason?: string | null;
    };
    /**
     * Somebody who could read a chat may not be allowed to any more: `uid` in `mint`, or in all chats, or everybody in
     * `mint`. The database writes it itself (`migrations/0032_access_lost.sql`), so that no change of a row goes past it.
     */
    "access.doubted": { readonly mint: Mint | null; readonly uid: Uid | null };
    "members.changed": { readonly mint: Mint; readonly memberCount: number };
    /** Something else than a message is in a channel's log. `frame` is the contract's `change`, serialised once for all. */
    "chat.changed": { readonly mint: Mint; readonly seq: number; readonly frame: string };
  }
}
