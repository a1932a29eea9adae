import type { Address, AirdropState, Mint, Uid } from "@tribe/contract";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** An airdrop changed its state. Who got something is in `airdrop_entries`. */
    "airdrop.changed": {
      readonly uid: Uid;
      readonly taskId: string;
      readonly mint: Mint;
      readonly airdropMint: Address;
      readonly state: AirdropState;
    };
  }
}
