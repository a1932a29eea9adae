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
  }
}
