import type { Uid } from "@tribe/contract";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** The number of these people's unread notifications may have changed: it is read again. */
    "notices.changed": { readonly uids: readonly Uid[] };
    /** An operator's announcement to everybody. */
    "system.announced": {
      readonly id: string;
      readonly text: string;
      readonly route: string;
      readonly isMailed: boolean;
    };
  }
}
