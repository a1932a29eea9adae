import type { LiveSummary, Mint } from "@tribe/contract";
import type { LiveRecord } from "../../engines/live/port.ts";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** A Tribe went live, is no longer (null), or another number of people is in it. */
    "live.changed": { readonly mint: Mint; readonly live: LiveSummary | null };
    /** What the media engine recorded: once, in the order of its live. */
    "live.recorded": LiveRecord & { readonly mint: Mint };
  }
}
