import type { FastifyInstance } from "fastify";
import { isForeignForm } from "../http/guard.ts";
import { type Html, html } from "../http/html.ts";
import { sendPage } from "../http/page.ts";
import type { Inbox } from "./inbox.ts";
import type { MailMessage } from "./message.ts";
import { gonePage, inboxPage, mailFramePage, mailPage, mailScript } from "./pages.ts";
import { type MailAccount, reportMailFailure, unsubscribeByOneClick } from "./provider.ts";

/** Longest wait of a tool for a mail in one call, in seconds. */
const maxWaitSeconds = 25;

interface MessagesQuery {
  /** Only mails to this address. */
  readonly to?: string;
  /** Only mails received later than this (milliseconds since 1970). */
  readonly after?: string;
  /** Seconds to wait until there is one. */
  readonly wait?: string;
}

/** The inbox: pages for people, JSON for tools. */
export const addMailRoutes = (
  app: FastifyInstance,
  inbox: Inbox,
  { appUrl, provider }: { readonly appUrl: string; readonly provider: MailAccount | null },
): void => {
  const ending = new AbortController();
  app.addHook("preClose", async () => ending.abort());

  app.get<{ Querystring: { to?: string } }>("/mail", (request, reply) => {
    const to = String(request.query.to ?? "");
    return sendPage(reply, { title: "Mail", body: inboxPage(inbox.list(to), to), script: "/mail/inbox.js" });
  });

  const addMessagePage = (path: string, show: (message: MailMessage) => Html) =>
    app.get<{ Params: { id: string } }>(path, (request, reply) => {
      const message = inbox.find(request.params.id);
      if (message)
        return sendPage(reply, { title: message.subject || "Mail", body: show(message), script: "/mail/inbox.js" });
      return sendPage(reply, { title: "No such mail", status: 404, body: gonePage });
    });
  addMessagePage("/mail/messages/:id", mailPage);
  addMessagePage("/mail/messages/:id/view", mailFramePage);

  /** Actions of a person, or of the mail provider, on a mail. */
  const acts: Record<string, (message: MailMessage) => Promise<string>> = {
    unsubscribe: async ({ unsubscribeUrl }) => {
      // Only the app's own URL is called: anybody can send mails to the inbox.
      if (!unsubscribeUrl || new URL(unsubscribeUrl).origin !== new URL(appUrl).origin)
        throw new Error("This mail can't be unsubscribed from by one click");
      await unsubscribeByOneClick(unsubscribeUrl);
      return "Unsubscribed, as a mailbox's own button does.";
    },
    bounce: async (message) => {
      if (!provider) throw new Error("No webhooks are sent here");
      await reportMailFailure(provider, message, "bounced");
      return "The app was told that this mail came back.";
    },
    complain: async (message) => {
      if (!provider) throw new Error("No webhooks are sent here");
      await reportMailFailure(provider, message, "complained");
      return "The app was told that this mail was reported as spam.";
    },
  };
  app.post<{ Params: { id: string; act: string } }>("/mail/messages/:id/:act", async (request, reply) => {
    const message = inbox.find(request.params.id);
    const act = Object.hasOwn(acts, request.params.act) ? acts[request.params.act] : undefined;
    if (!message || !act) return sendPage(reply, { title: "No such mail", status: 404, body: gonePage });
    if (isForeignForm(request.headers)) return reply.code(403).send({ error: "foreign_form" });
    const back = html`<p><a href="/mail/messages/${message.id}">The mail</a></p>`;
    try {
      const result = await act(message);
      return sendPage(reply, { title: "Done", body: html`<h1>Done</h1><p>${result}</p>${back}` });
    } catch (error) {
      const reason = error instanceof Error ? error.message : "It failed";
      return sendPage(reply, { title: "Not done", status: 502, body: html`<h1>Not done</h1><p>${reason}</p>${back}` });
    }
  });

  app.get<{ Params: { id: string } }>("/mail/messages/:id/html", (request, reply) => {
    const markup = inbox.find(request.params.id)?.html;
    return reply
      .code(markup ? 200 : 404)
      .header(
        "content-security-policy",
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      )
      .type("text/html; charset=utf-8")
      .send(markup ?? "");
  });

  app.get("/mail/inbox.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(mailScript));

  app.get<{ Querystring: MessagesQuery }>("/mail/api/messages", async (request) => {
    const { to, after, wait } = request.query;
    const since = Number(after ?? -1);
    const seconds = Math.min(Math.max(Number(wait ?? 0) || 0, 0), maxWaitSeconds);
    const found = () => inbox.list(to).filter((message) => !(message.receivedAt <= since));
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(seconds * 1_000)]);
    while (seconds > 0 && found().length === 0 && !signal.aborted) await inbox.nextMail(signal).catch(() => undefined);
    return { messages: found() };
  });

  app.get("/mail/api/events", (request, reply) => {
    reply.hijack();
    const stream = reply.raw;
    stream.on("error", () => stream.destroy());
    // Silent until a mail arrives.
    stream.setTimeout(0);
    stream.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    stream.write("retry: 1000\n\n");
    const stopListening = inbox.onMail(() => {
      // A client that reads nothing gets no further notification.
      if (!stream.writableEnded && !stream.writableNeedDrain) stream.write("event: mail\ndata: {}\n\n");
    });
    const end = () => stream.end();
    ending.signal.addEventListener("abort", end);
    request.raw.once("close", () => {
      stopListening();
      ending.signal.removeEventListener("abort", end);
    });
  });
};
