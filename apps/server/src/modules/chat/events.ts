import type { Mint } from "@tribe/contract";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** A message is in the log. `frame` is the `message` frame of the contract, serialised once for all receivers. */
    "chat.message": { readonly mint: Mint; readonly seq: number; readonly frame: string };
  }
}
