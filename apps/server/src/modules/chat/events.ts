import type { Mint, ReadState, Uid } from "@tribe/contract";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** A message is in the log. `frame` is the contract's `message`, serialised once for all receivers. */
    "chat.message": { readonly mint: Mint; readonly seq: number; readonly frame: string };
    /** Somebody has read further. */
    "chat.read": { readonly mint: Mint; readonly uid: Uid; readonly read: ReadState };
    /** Somebody is typing. `frame` is the contract's `typing`. */
    "chat.typing": { readonly mint: Mint; readonly uid: Uid; readonly frame: string };
  }
}
