import type { LiveSummary, Mint } from "@tribe/contract";
import type { LiveRecord } from "../../engines/live/port.ts";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** A Tribe went live, has ended its live (null), or the number of people in it changed. */
    "live.changed": { readonly mint: Mint; readonly live: LiveSummary | null };
    /** A record of the media engine: each once, in the order of its live. */
    "live.recorded": LiveRecord & { readonly mint: Mint };
  }
}
