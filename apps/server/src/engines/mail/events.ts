/** Why no more mail should go to an address. */
export type MailFailure = "bounce" | "complaint";

/** A mail provider's report about a mail that it sent. */
export interface MailEvent {
  /** The provider's id, the same when it repeats the event. */
  readonly id: string;
  /** Null for events without a lasting failure (delivered, opened, deferred). */
  readonly failure: MailFailure | null;
  /** The mail's recipients. */
  readonly addresses: readonly string[];
}

/** Verifies and parses a mail provider's webhooks. */
export interface MailEvents {
  /** @throws ApiError `signature_invalid`, `clock_skew`, `bad_request`, `invalid_field` */
  read(headers: Readonly<Record<string, string | string[] | undefined>>, payload: Uint8Array, nowMs: number): MailEvent;
}
