import type { Uid } from "@tribe/contract";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** A person has blocked another one: notices about that one are withdrawn. */
    "account.blocked": { readonly uid: Uid; readonly blockedUid: Uid };
  }
}
