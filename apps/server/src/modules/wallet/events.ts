import type { Uid } from "@tribe/contract";
import type { WalletNotice } from "@tribe/domain/words";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** Somebody's wallet was asked for something, or changed: its owner is told, whoever it was. */
    "wallet.told": { readonly uid: Uid; readonly what: WalletNotice };
  }
}
