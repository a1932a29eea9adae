import { setTimeout as wait } from "node:timers/promises";
import { catchMail } from "../../apps/server/src/testing/catch-mail.ts";

/** An SMTP server with a configurable delay per mail. */
export interface MailServer {
  readonly url: string;
  /** Sets the delay from now on. */
  setDelay(milliseconds: number): void;
  /** The code of the newest mail to an address; waits for it. @throws Error after a minute */
  codeFor(email: string): Promise<string>;
  stop(): Promise<void>;
}

export const startMailServer = async (): Promise<MailServer> => {
  let delayMs = 0;
  const mails = await catchMail(() => wait(delayMs));
  const codes = new Map<string, string>();
  let read = 0;
  const codeTo = (email: string): string | undefined => {
    for (const mail of mails.texts().slice(read)) {
      const to = /^To: (.*)$/m.exec(mail)?.[1]?.trim();
      const code = /^[0-9]{6}\r?$/m.exec(mail)?.[0].trim();
      if (to && code) codes.set(to, code);
      read += 1;
    }
    return codes.get(email);
  };
  return {
    url: mails.url,
    setDelay: (milliseconds) => {
      delayMs = milliseconds;
    },
    codeFor: async (email) => {
      const deadline = performance.now() + 60_000;
      for (;;) {
        const code = codeTo(email);
        if (code) return code;
        if (performance.now() > deadline) throw new Error(`no code came for ${email}`);
        await wait(2);
      }
    },
    stop: () => mails.stop(),
  };
};
