import PostalMime from "postal-mime";

/** A mail of the inbox. */
export interface MailMessage {
  readonly id: string;
  /** Milliseconds since 1970; strictly growing within an inbox, so that it orders mails. */
  readonly receivedAt: number;
  readonly from: string;
  /** Envelope recipients, lower case. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** As it came, with its angle brackets; empty where it has none. */
  readonly messageId: string;
  /** Where one click unsubscribes (RFC 8058); null for a mail that can't be unsubscribed from like this. */
  readonly unsubscribeUrl: string | null;
  /** The sign-in code in it: the first run of exactly six digits in the subject, else in the text. */
  readonly code: string | null;
}

/** What is kept on disk of a mail: the bytes as they came, and what only the SMTP envelope knows. */
export interface StoredMail {
  readonly id: string;
  readonly receivedAt: number;
  readonly from: string;
  readonly to: readonly string[];
  /** The mail's bytes in base64. */
  readonly raw: string;
}

/** Reads a stored mail. Broken MIME is shown as far as it can be read, never refused. */
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

/** Both headers must be there, and the first must name a web address. */
const findUnsubscribeUrl = (headers: readonly { readonly key: string; readonly value: string }[]): string | null => {
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value ?? "";
  if (headerOf("list-unsubscribe-post").trim() !== "List-Unsubscribe=One-Click") return null;
  return /<(https?:[^<>\s]+)>/.exec(headerOf("list-unsubscribe").replace(/\s+/g, ""))?.[1] ?? null;
};

const findCode = (text: string): string | null => /(?<![\d#])\d{6}(?!\d)/.exec(text)?.[0] ?? null;

/** Only to look for a code: style and colour values must not be taken for one. */
const withoutTags = (markup: string): string =>
  markup.replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
