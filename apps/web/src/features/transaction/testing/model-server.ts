import { ApiError, type Base64, type Ticket, type TransactionSignature } from "@tribe/contract";
import { type ChainTicketEvent, type ChainTicketState, tradeTicket } from "@tribe/domain/machines";
import type { TicketStatus } from "../delivery/ticket-tracker.ts";
import type { ModelChain } from "./model-chain.ts";
import type { Dice, VirtualTime } from "./virtual-time.ts";

interface Row {
  readonly ticket: Ticket;
  readonly lastValidBlockHeight: number;
  state: ChainTicketState;
}

const lookEvery = 500;
const minRemainingBlocks = 30;

/**
 * A model of the server's `modules/transactions`: one ticket per key, signed before it is sent, followed by a worker. It crashes
 * at random moments; committed data stays.
 */
export const createModelServer = (time: VirtualTime, dice: Dice, chain: ModelChain, healsAt: number) => {
  const byKey = new Map<string, Row>();
  const byTicket = new Map<Ticket, Row>();
  const listeners = new Set<(ticket: Ticket) => void>();
  let isDown = false;

  const crash = () => {
    isDown = true;
    time.after(dice.between(500, 30_000), () => {
      isDown = false;
    });
  };
  const guard = () => {
    if (isDown) throw new ApiError("unavailable");
    if (time.now() < healsAt && dice.chance(0.02)) {
      crash();
      throw new ApiError("unavailable");
    }
  };
  const apply = (row: Row, event: ChainTicketEvent) => {
    row.state = tradeTicket.transition(row.state, event);
    for (const listener of [...listeners]) listener(row.ticket);
  };
  const broadcast = (row: Row) => {
    if (row.state.kind !== "pending") return;
    chain.receive({ signature: row.state.signature, lastValidBlockHeight: row.lastValidBlockHeight });
  };

  let isWorking = false;
  const work = (sentAt: number) => {
    const open = [...byTicket.values()].filter(({ state }) => state.kind === "pending");
    isWorking = open.length > 0;
    if (!isWorking) return;
    let sent = sentAt;
    if (!isDown)
      for (const row of open) {
        if (row.state.kind !== "pending") continue;
        const { signature } = row.state;
        const final = chain.finalizedHeight();
        const fate = chain.fate(signature);
        if (fate === "landed") apply(row, { kind: "confirmed" });
        else if (fate === "failed") apply(row, { kind: "rejectedOnChain", reason: "Slippage exceeded", retry: true });
        else if (final > row.lastValidBlockHeight) apply(row, { kind: "expired" });
        else if (time.now() - sentAt >= 2_000) {
          broadcast(row);
          sent = time.now();
        }
      }
    time.after(lookEvery, () => work(sent));
  };

  return {
    open: (key: string): { readonly ticket: Ticket; readonly message: Base64 } => {
      guard();
      const before = byKey.get(key);
      const row = before ?? openRow(byTicket, chain.newLastValidBlockHeight(), apply);
      byKey.set(key, row);
      return { ticket: row.ticket, message: row.ticket as string as Base64 }; // the model reads it back as it is
    },
    submit: (ticket: Ticket, signature: TransactionSignature): void => {
      guard();
      const row = byTicket.get(ticket);
      if (!row) throw new ApiError("ticket_unknown");
      if (row.state.kind === "failed" && row.state.signature === null) throw new ApiError("ticket_expired");
      if (row.state.kind !== "initialized") return;
      if (row.lastValidBlockHeight - chain.height() < minRemainingBlocks) {
        apply(row, { kind: "withdrawn", reason: "late", retry: true });
        throw new ApiError("ticket_expired");
      }
      if (dice.chance(0.05)) {
        apply(row, { kind: "withdrawn", reason: "Slippage exceeded", retry: true });
        throw new ApiError("slippage_exceeded");
      }
      apply(row, { kind: "submitted", signature });
      // It crashes between the commit and the submission.
      if (time.now() < healsAt && dice.chance(0.05)) crash();
      else broadcast(row);
      if (!isWorking) {
        isWorking = true;
        time.after(lookEvery, () => work(time.now()));
      }
      if (isDown) throw new ApiError("unavailable");
    },
    status: (ticket: Ticket): TicketStatus => {
      guard();
      const row = byTicket.get(ticket);
      if (!row) throw new ApiError("ticket_unknown");
      return statusOf(row);
    },
    /** Reports changes late, twice, or not at all. */
    listen: (ticket: Ticket, onStatus: (status: TicketStatus) => void) => {
      const listener = (changed: Ticket) => {
        const row = byTicket.get(ticket);
        if (changed !== ticket || !row) return;
        const status = statusOf(row);
        for (let left = dice.chance(0.2) ? 2 : 1; left > 0; left -= 1)
          if (!dice.chance(0.3)) time.after(dice.between(0, 5_000), () => onStatus(status));
      };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** Opens a ticket. It replaces an unsigned one; a signed one is still open and prevents it. @throws ApiError `ticket_open` */
const openRow = (
  rows: Map<Ticket, Row>,
  lastValidBlockHeight: number,
  apply: (row: Row, event: ChainTicketEvent) => void,
): Row => {
  for (const row of rows.values()) {
    if (row.state.kind === "pending") throw new ApiError("ticket_open");
    if (row.state.kind === "initialized") apply(row, { kind: "withdrawn", reason: "Prepared again", retry: true });
  }
  const ticket = `ticket-${rows.size + 1}` as Ticket; // any text
  const row: Row = { ticket, lastValidBlockHeight, state: tradeTicket.initial };
  rows.set(ticket, row);
  return row;
};

const statusOf = ({ state }: Row): TicketStatus => ({
  state: tradeTicket.toWire(state),
  errorReason: state.kind === "failed" ? state.reason : null,
  signature: state.kind === "initialized" ? null : state.signature,
});
