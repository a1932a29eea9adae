import { type Base64, type Ticket, type TransactionSignature, tradeState } from "@tribe/contract";
import type { ChainTicketEvent } from "@tribe/domain/machines";
import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { outbox } from "../../../engines/bus/schema.ts";
import type { Commit } from "../../../http/commit.ts";
import { creations } from "../../factory/schema.ts";
import { changeBy, type TicketChange } from "../rules/ticket-changes.ts";
import { type TicketRow, tickets } from "../schema.ts";
import { lockOpenTicketsOf, lockTicket } from "./tickets.ts";

/** The trader's signature, and the fully signed transaction. */
export interface Submission {
  readonly signature: TransactionSignature;
  readonly signedTransaction: Base64;
}

/**
 * Stores a submission for a ticket that is unchanged since `row` was read, with the call's nonce and the events, in one statement.
 * @returns false when the ticket has changed: only the nonce is stored then. @throws ApiError `request_replayed`
 */
export const storeSubmission = async (
  commit: Commit,
  row: TicketRow,
  { signature, signedTransaction }: Submission,
): Promise<boolean> => {
  const change = changeBy(row, { kind: "submitted", signature }, signedTransaction);
  if (!change) return false;
  const { is_changed: isChanged } = await commit.statement<{ is_changed: boolean }>(
    changeSteps([change], sql`exists (select from nonce)`),
    sql`exists (select from changed) as is_changed`,
  );
  return isChanged;
};

/**
 * Applies an event to a ticket under its row lock, by the domain's state machine, and writes the events for its owner.
 * @returns the ticket after it; unchanged when the event no longer applies
 */
export const lockAndChangeTicket = async (
  tx: Executor,
  ticket: Ticket,
  event: ChainTicketEvent,
): Promise<TicketRow> => {
  const row = await lockTicket(tx, ticket);
  await changeTickets(tx, [row], event);
  return { ...row, ...changeBy(row, event)?.after };
};

/**
 * Applies an event to tickets whose rows the caller's transaction has locked, in one statement, and writes the events for their
 * owners. Tickets that the event no longer applies to stay as they are.
 */
export const changeTickets = async (
  tx: Executor,
  rows: readonly TicketRow[],
  event: ChainTicketEvent,
): Promise<void> => {
  const changes = rows.flatMap((row) => changeBy(row, event) ?? []);
  if (changes.length > 0) await tx.execute(sql`with ${changeSteps(changes, sql`true`)} select`);
};

/**
 * Withdraws all tickets that a person has prepared with a wallet and not signed, so that nobody can submit a signature for them.
 * @returns whether a ticket that they signed with it is still open
 */
export const withdrawPreparedTickets = async (
  tx: Executor,
  owner: Pick<TicketRow, "uid" | "trader">,
): Promise<boolean> => {
  const open = await lockOpenTicketsOf(tx, owner);
  await changeTickets(tx, open, preparedAgain);
  return open.some(({ state }) => state === tradeState.pending);
};

/** A ticket that nobody has signed, and in whose place another one is prepared. It does not apply to a signed one. */
export const preparedAgain = { kind: "withdrawn", reason: "step.prepared_again", retry: true } as const;

/**
 * Steps of one statement that store each change whose ticket is unchanged since it was read, and its events. They are one
 * statement because a trade takes this way: the nonce, the ticket and its event cost one round trip (`npm run bench -- trading`,
 * `server.trades_per_second`).
 */
const changeSteps = (changes: readonly TicketChange[], when: SQL): SQL => sql`
  wanted as (${wantedChanges(changes)}),
  changed as (
    update ${tickets}
    set state = wanted.state, signature = wanted.signature, signed_transaction = wanted.signed_transaction,
      error_reason = wanted.error_reason, is_retryable = wanted.is_retryable, changed_at = now()
    from wanted
    where tickets.ticket = wanted.ticket and tickets.state = wanted.state_before
      and tickets.signature is not distinct from wanted.signature_before and ${when}
    returning tickets.ticket, tickets.uid, tickets.trace, wanted.event, wanted.creation_event
  ),
  reported as (
    insert into ${outbox} (type, payload, trace)
    select 'ticket.changed', event, trace from changed
    ${changes.some(({ creation }) => creation) ? creationEvents : sql``}
    returning id
  )`;

/** The owner of a creation gets its state, too, if the ticket is its newest. */
const creationEvents = sql`
  union all
  select 'creation.changed', creation_event || jsonb_build_object('tokenId', creations.token_id::text), changed.trace
  from changed join ${creations} on creations.uid = changed.uid and creations.ticket = changed.ticket
  where creation_event is not null`;

/** One change as parameters: PostgreSQL then knows that it is one. Several as JSON: the statement's text is the same for all. */
const wantedChanges = (changes: readonly TicketChange[]): SQL => {
  const rows = changes.map(recordOf);
  const [first] = rows;
  if (first && rows.length === 1)
    return sql`select ${first.ticket}::text as ticket, ${first.state_before}::smallint as state_before,
      ${first.signature_before}::text as signature_before, ${first.state}::smallint as state,
      ${first.signature}::text as signature, ${first.signed_transaction}::text as signed_transaction,
      ${first.error_reason}::text as error_reason, ${first.is_retryable}::boolean as is_retryable,
      ${JSON.stringify(first.event)}::jsonb as event, ${jsonOrNull(first.creation_event)}::jsonb as creation_event`;
  return sql`select * from json_to_recordset(${JSON.stringify(rows)}::json) as wanted (
    ticket text, state_before smallint, signature_before text, state smallint, signature text, signed_transaction text,
    error_reason text, is_retryable boolean, event jsonb, creation_event jsonb)`;
};

const jsonOrNull = (value: object | null): string | null => value && JSON.stringify(value);

const recordOf = ({ before, after, changed, creation }: TicketChange) => ({
  ticket: before.ticket,
  state_before: before.state,
  signature_before: before.signature,
  state: after.state,
  signature: after.signature,
  signed_transaction: after.signedTransaction,
  error_reason: after.errorReason,
  is_retryable: after.isRetryable,
  event: changed,
  creation_event: creation,
});
