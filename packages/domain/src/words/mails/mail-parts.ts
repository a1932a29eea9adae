/** A mail with a code, in parts: the code is alone in a line, so that phones offer to fill it in. */
export interface CodeMail {
  readonly subject: string;
  readonly intro: string;
  readonly code: string;
  /** What the code does, and what to do if it was not requested; one line each. */
  readonly notes: readonly string[];
}

/** A mail with a link, in parts: the link is alone in a line. */
export interface LinkMail {
  readonly subject: string;
  readonly intro: string;
  readonly link: string;
  /** Label of the link's button, for mails with buttons. */
  readonly action: string;
  readonly notes: readonly string[];
}

/** A mail that only informs, and says where to look. */
export interface NoticeMail {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
}

/** A minute as a mail names it, in UTC. */
export const minuteInUtc = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});
