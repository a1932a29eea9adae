import { ApiError } from "@tribe/contract";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import type { Mail } from "./port.ts";

/** Milliseconds. A job waits for its mail: a server that hangs must not block it forever. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** Mail through an SMTP server: a real one, or the devkit's inbox in local mode. */
export const openSmtpMail = (options: {
  readonly url: string;
  readonly from: string;
  readonly log: Logger;
  /**
   * Whether to refuse a server without TLS (`smtps:`, or STARTTLS on `smtp:`): an attacker on the network could remove its
   * offer of STARTTLS.
   */
  readonly mustEncrypt?: boolean;
}): Mail => {
  const transport = createTransport(
    { url: options.url, requireTLS: options.mustEncrypt === true, ...timeouts },
    { from: options.from },
  );
  return {
    send: async (message) => {
      try {
        await transport.sendMail(message);
      } catch (cause) {
        options.log.error({ err: cause }, "the mail server did not take a mail");
        throw new ApiError("unavailable", { message: "The mail server did not take a mail", cause });
      }
    },
    close: () => transport.close(),
  };
};
