import type { Uid } from "@tribe/contract";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** These people's notifications changed: how many are unread is asked for again. */
    "notices.changed": { readonly uids: readonly Uid[] };
    /** An operator tells everybody something. */
    "system.announced": {
      readonly id: string;
      readonly text: string;
      readonly route: string;
      readonly isMailed?: boolean;
    };
  }
}
