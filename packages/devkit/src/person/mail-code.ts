import type { MailMessage } from "../mail/message.ts";

/** Arrival time of the newest mail to an address; 0 when there is none. */
export const newestMailTime = async (mailUrl: string, to: string): Promise<number> =>
  (await readMessages(mailUrl, { to }))[0]?.receivedAt ?? 0;

/** Waits for a mail with a code that arrived later than `after`. @throws Error when none came within `limitMs` */
export const readMailCode = async (mailUrl: string, to: string, after: number, timeoutMs: number): Promise<string> => {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    const seconds = Math.max(1, Math.min(20, Math.ceil((end - Date.now()) / 1_000)));
    const messages = await readMessages(mailUrl, { to, after: String(after), wait: String(seconds) });
    const code = messages.find((message) => message.code !== null)?.code;
    if (code) return code;
  }
  throw new Error(`No code came to ${to}`);
};

const readMessages = async (mailUrl: string, query: Record<string, string>): Promise<readonly MailMessage[]> => {
  const response = await fetch(`${mailUrl}/api/messages?${new URLSearchParams(query)}`);
  if (!response.ok) throw new Error(`The inbox answered ${response.status}`);
  const { messages } = (await response.json()) as { messages: MailMessage[] }; // our own inbox
  return messages;
};
