/** One mail in plain text and HTML. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** In angle brackets (RFC 5322). A mail that is sent again after a crash has the same, so that programs show it once. */
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends mail. @throws ApiError `unavailable` when the mail server does not take it. */
export interface Mail {
  send(message: MailMessage): Promise<void>;
  close(): void;
}

/** The part of a mail's id that says who made it: the sender's domain. @param from as in `Tribe <no-reply@tribe.example>` */
export const messageIdOf = (name: string, from: string): string =>
  `<${name}@${/@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "tribe.invalid"}>`;
