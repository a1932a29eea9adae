import type { Mint, Uid } from "@tribe/contract";

/** Somebody came online or went offline, with the chats whose readers see it. */
export interface PresenceChange {
  readonly uid: Uid;
  readonly isOnline: boolean;
  readonly mints: readonly Mint[];
}

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    "presence.changed": { readonly changes: readonly PresenceChange[] };
  }
}
