import type { MembershipState, Mint, Uid } from "@tribe/contract";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** A person's own state in a Tribe changed. */
    "seat.changed": {
      readonly mint: Mint;
      readonly uid: Uid;
      readonly state: MembershipState;
      /** Base units, as a decimal string. */
      readonly entryThreshold: string;
      readonly reason: string | null;
    };
    "members.changed": { readonly mint: Mint; readonly memberCount: number };
    /** Something else than a message is in a channel's log. `frame` is the contract's `change`, serialised once for all. */
    "chat.changed": { readonly mint: Mint; readonly seq: number; readonly frame: string };
  }
}
