import PostalMime from "postal-mime";

/** A mail of the inbox. */
export interface MailMessage {
  readonly id: string;
  /** Milliseconds since 1970; strictly increasing within an inbox, so that it orders mails. */
  readonly receivedAt: number;
  readonly from: string;
  /** Envelope recipients, lower case. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Unchanged, with its angle brackets; empty if missing. */
  readonly messageId: string;
  /** URL for one-click unsubscribing (RFC 8058); null if the mail has none. */
  readonly unsubscribeUrl: string | null;
  /** The sign-in code in it: the first run of exactly six digits in the subject, else in the text. */
  readonly code: string | null;
}

/** The stored form of a mail: its unchanged bytes, and the data of the SMTP envelope. */
export interface StoredMail {
  readonly id: string;
  readonly receivedAt: number;
  readonly from: string;
  readonly to: readonly string[];
  /** The mail's bytes in base64. */
  readonly raw: string;
}

/** Parses a stored mail. Broken MIME is shown as far as possible, never refused. */
export const readMail = async (stored: StoredMail): Promise<MailMessage> => {
  const parsed = await PostalMime.parse(Buffer.from(stored.raw, "base64"));
  const subject = parsed.subject ?? "";
  const text = (parsed.text ?? "").trim();
  return {
    id: stored.id,
    receivedAt: stored.receivedAt,
    from: parsed.from?.address ? `${parsed.from.name} <${parsed.from.address}>`.trim() : stored.from,
    to: stored.to,
    subject,
    text,
    html: parsed.html ?? null,
    messageId: parsed.messageId ?? "",
    unsubscribeUrl: findUnsubscribeUrl(parsed.headers),
    code: findCode(subject) ?? findCode(text) ?? findCode(withoutTags(parsed.html ?? "")),
  };
};

/** Both headers must be present, and the first must contain a web URL. */
const findUnsubscribeUrl = (headers: readonly { readonly key: string; readonly value: string }[]): string | null => {
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value ?? "";
  if (headerOf("list-unsubscribe-post").trim() !== "List-Unsubscribe=One-Click") return null;
  return /<(https?:[^<>\s]+)>/.exec(headerOf("list-unsubscribe").replace(/\s+/g, ""))?.[1] ?? null;
};

const findCode = (text: string): string | null => /(?<![\d#])\d{6}(?!\d)/.exec(text)?.[0] ?? null;

/** Only for finding a code: style and colour values must not be taken for one. */
const withoutTags = (markup: string): string =>
  markup.replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
