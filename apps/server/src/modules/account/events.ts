import type { Uid } from "@tribe/contract";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** Somebody has blocked another person for themselves: what told of that person is taken back. */
    "account.blocked": { readonly uid: Uid; readonly blockedUid: Uid };
  }
}
