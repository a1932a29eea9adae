import { type ApiCall, type CreationState, creationState, routes, type TradeState, tradeState } from "@tribe/contract";
import type { SignedForCallback } from "../../../shared/dialogs/names.ts";
import type { Realtime } from "../../../shared/realtime/connection.ts";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import type { TicketLink, TicketStatus } from "./ticket-tracker.ts";

export interface TicketLinkOptions {
  readonly api: ApiCall;
  readonly realtime: Pick<Realtime, "listen">;
  /** Confirms transactions with a callback. */
  readonly confirm: (signed: SignedForCallback) => Promise<unknown>;
}

/** The server's calls for trades, creations and callbacks. Transactions that this browser sends have no ticket there. */
export const serverTicketLink = ({ api, realtime, confirm }: TicketLinkOptions): TicketLink => {
  const status = async ({ via }: OpenTransaction): Promise<TicketStatus> => {
    switch (via.kind) {
      case "ticket":
      case "callback":
        return api(routes.factory.tradeStatus, { query: { ticket: via.ticket } });
      case "creation": {
        const { state, ...rest } = await api(routes.factory.creationStatus, { query: { tokenId: via.tokenId } });
        return { ...rest, state: tradeStateOf(state) };
      }
      case "direct":
        return noTicket();
    }
  };
  return {
    status,
    submit: async ({ via, signature }) => {
      switch (via.kind) {
        case "ticket":
          return void (await api(routes.factory.submitTrade, { body: { ticket: via.ticket, signature } }));
        case "callback":
          return void (await confirm({ message: via.message, signature, callbackTicket: via.ticket }));
        case "creation":
          return void (await api(routes.factory.submitCreation, { body: { tokenId: via.tokenId, signature } }));
        case "direct":
          return noTicket();
      }
    },
    listen: (open, onStatus) => {
      const { via } = open;
      return realtime.listen((frame) => {
        if (frame.type === "ticket" && "ticket" in via && frame.ticket === via.ticket) onStatus(frame);
        // The frame is only a hint: the call returns the whole state, and the next poll repeats it if it fails.
        if (frame.type === "creation" && "tokenId" in via && frame.tokenId === via.tokenId)
          status(open).then(onStatus, () => undefined);
      });
    },
  };
};

const noTicket = (): never => {
  throw new Error("a transaction that this browser sends itself has no ticket");
};

const tradeStateOf = (state: CreationState): TradeState => {
  switch (state) {
    case creationState.initialized:
      return tradeState.initialized;
    case creationState.pending:
      return tradeState.pending;
    case creationState.confirmed:
      return tradeState.succeeded;
    case creationState.failed:
      return tradeState.failed;
  }
};
