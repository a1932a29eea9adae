/** Why no more mail should go to an address. */
export type MailFailure = "bounce" | "complaint";

/** What a mail provider tells of a mail that it has sent. */
export interface MailEvent {
  /** The provider's own, the same whenever it tells it again. */
  readonly id: string;
  /** Null for what ends nothing (delivered, opened, put off). */
  readonly failure: MailFailure | null;
  /** Whom the mail was for. */
  readonly addresses: readonly string[];
}

/** Reads a mail provider's webhooks. */
export interface MailEvents {
  /** @throws ApiError `signature_invalid`, `clock_skew`, `bad_request`, `invalid_field` */
  read(headers: Readonly<Record<string, string | string[] | undefined>>, payload: Uint8Array, nowMs: number): MailEvent;
}
