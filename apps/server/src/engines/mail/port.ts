/** One mail in plain text and HTML. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** In angle brackets (RFC 5322). The same when a mail is sent again after a crash, so that mail programs show it once. */
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends mail. @throws ApiError `unavailable` when the mail server does not accept it. */
export interface Mail {
  send(message: MailMessage): Promise<void>;
  close(): void;
}

/** The Message-ID for a name, with the sender's domain. @param from as in `Tribe <no-reply@tribe.example>` */
export const messageIdOf = (name: string, from: string): string =>
  `<${name}@${/@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "tribe.invalid"}>`;
