import { type Html, html } from "../http/html.ts";
import type { MailMessage } from "./message.ts";

const time = (message: MailMessage): Html => {
  const iso = new Date(message.receivedAt).toISOString();
  return html`<time class="quiet small" datetime="${iso}">${iso.slice(0, 19).replace("T", " ")} UTC</time>`;
};

/** The list of mails. */
export const inboxPage = (messages: readonly MailMessage[], to: string): Html => html`
<h1>Mail</h1>
<p class="quiet">Every mail that Tribe sends on this machine ends here.${to ? html` Showing mail to <strong>${to}</strong>. <a href="/mail">Show all</a>` : null}</p>
<div id="refresh" role="log" aria-label="Mails, newest first">${
  messages.length === 0
    ? html`<div class="card"><p>No mail yet. Ask for a sign-in code: it appears here by itself.</p></div>`
    : html`<ul class="rows">${messages.map(
        (message) =>
          html`<li><a class="row" href="/mail/messages/${message.id}"><span class="subject">${message.subject || "(no subject)"}</span><span class="code-small">${message.code}</span><span class="quiet small">to ${message.to.join(", ")}</span>${time(message)}</a></li>`,
      )}</ul>`
}</div>`;

/** One mail, as text if it has any. HTML is shown only in a frame that can neither run scripts nor load anything. */
export const mailPage = (message: MailMessage): Html => html`
<p><a href="/mail">All mail</a></p>
<h1>${message.subject || "(no subject)"}</h1>
<p class="quiet small">from ${message.from || "(nobody)"} to ${message.to.join(", ")} ${time(message)}</p>
${
  message.code
    ? html`<section class="card" aria-label="Code"><span class="code" id="code">${message.code}</span><button class="main" type="button" data-copy="${message.code}">Copy code</button> <span role="status" id="copied"></span></section>`
    : null
}
${message.text ? html`<section class="card" aria-label="Text"><pre>${message.text}</pre></section>` : null}
${message.html && !message.text ? htmlFrame(message) : null}
${message.html && message.text ? html`<p><a href="/mail/messages/${message.id}/view">Show as HTML</a></p>` : null}
${actions(message)}`;

/** Actions of people and providers on mails. */
const actions = ({ id, unsubscribeUrl }: MailMessage): Html => html`
<section class="card" aria-label="What a mailbox does">
${unsubscribeUrl ? button(id, "unsubscribe", "Unsubscribe") : null}
${button(id, "bounce", "Let it come back")}
${button(id, "complain", "Report as spam")}
</section>`;

const button = (id: string, act: string, label: string): Html =>
  html`<form method="post" action="/mail/messages/${id}/${act}"><button type="submit">${label}</button></form>`;

/** Shown for a mail that is no longer stored. */
export const gonePage: Html = html`
<h1>No such mail</h1>
<p>It may have been removed: only the newest 300 are kept. <a href="/mail">All mail</a></p>`;

/** A mail's HTML on a page of its own. */
export const mailFramePage = (message: MailMessage): Html => html`
<p><a href="/mail/messages/${message.id}">As text</a></p>
<h1>${message.subject || "(no subject)"}</h1>
${htmlFrame(message)}`;

const htmlFrame = (message: MailMessage): Html =>
  html`<iframe title="The mail as HTML" sandbox src="/mail/messages/${message.id}/html"></iframe>`;

/** Refreshes the list and copies codes. Served as a file, since the pages allow no inline script. */
export const mailScript = `
const list = document.getElementById("refresh");
if (list) {
  const refresh = async () => {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("refresh");
    const focused = document.activeElement instanceof HTMLAnchorElement ? document.activeElement.getAttribute("href") : null;
    if (!fresh || fresh.innerHTML === list.innerHTML) return;
    list.replaceChildren(...fresh.childNodes);
    if (focused && document.activeElement === document.body) list.querySelector('a[href="' + CSS.escape(focused) + '"]')?.focus();
  };
  const events = new EventSource("/mail/api/events");
  events.addEventListener("open", refresh);
  events.addEventListener("mail", refresh);
}
for (const button of document.querySelectorAll("[data-copy]"))
  button.addEventListener("click", async () => {
    const status = document.getElementById("copied");
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      status.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(document.getElementById("code"));
      status.textContent = "Selected: copy it with your keyboard";
    }
  });
`;
