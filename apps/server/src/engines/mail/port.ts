/** One mail in plain text and HTML. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mail. @throws ApiError `unavailable` when the mail server does not take it. */
export interface Mail {
  send(message: MailMessage): Promise<void>;
  close(): void;
}
