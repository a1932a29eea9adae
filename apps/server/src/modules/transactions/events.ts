import type { CreationState, Ticket, TradeState, TransactionSignature, Uid } from "@tribe/contract";

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** A ticket changed its state. For its owner only. */
    "ticket.changed": {
      readonly uid: Uid;
      readonly ticket: Ticket;
      readonly state: TradeState;
      readonly errorReason: string | null;
      readonly signature: TransactionSignature | null;
    };
    /** The same for the creation of a Tribe. */
    "creation.changed": {
      readonly uid: Uid;
      /** A decimal string. */
      readonly tokenId: string;
      readonly state: CreationState;
      readonly shouldRetry: boolean;
      readonly errorReason: string | null;
    };
  }
}
