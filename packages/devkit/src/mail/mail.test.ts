import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Devkit } from "../index.ts";
import { startTestDevkit } from "../testing/devkit.ts";
import type { MailMessage } from "./message.ts";

let devkit: Devkit;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tribe-devkit-"));
  devkit = await startTestDevkit({ dataDir });
});
afterAll(async () => {
  await devkit.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Mail {
  readonly to: string;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
}

const send = (mail: Mail) =>
  createTransport({ host: "127.0.0.1", port: devkit.smtpPort, secure: false }).sendMail({
    from: "Tribe <a@b.example>",
    ...mail,
  });

const read = async (query: Record<string, string>): Promise<readonly MailMessage[]> => {
  const response = await fetch(`${devkit.mailUrl}/api/messages?${new URLSearchParams(query)}`);
  return ((await response.json()) as { messages: MailMessage[] }).messages;
};

const newest = async (to: string): Promise<MailMessage> => {
  const [message] = await read({ to });
  if (!message) throw new Error(`no mail to ${to}`);
  return message;
};

describe("the inbox", () => {
  it("stores a mail and finds its code, whatever the case of the address", async () => {
    await send({ to: "Ada@Example.com", subject: "123456 is your Tribe code", text: "Call 5551234567 for nothing." });
    expect(await newest("ada@EXAMPLE.com")).toMatchObject({
      to: ["ada@example.com"],
      subject: "123456 is your Tribe code",
      code: "123456",
    });
  });

  it("does not take a colour or a longer number for a code", async () => {
    await send({ to: "b@example.com", subject: "1234567", html: '<p style="color:#123456">Hello</p>' });
    expect((await newest("b@example.com")).code).toBeNull();
  });

  it("lets a tool wait for the next mail and see only what is newer", async () => {
    await send({ to: "c@example.com", subject: "first" });
    const after = String((await newest("c@example.com")).receivedAt);
    const waiting = read({ to: "c@example.com", after, wait: "20" });
    await send({ to: "other@example.com", subject: "not for c" });
    await send({ to: "c@example.com", subject: "second" });
    expect((await waiting).map((message) => message.subject)).toEqual(["second"]);
  });

  it("keeps its mails across a restart, newest first", async () => {
    await send({ to: "d@example.com", subject: "one" });
    await send({ to: "d@example.com", subject: "two" });
    await devkit.stop();
    devkit = await startTestDevkit({ dataDir });
    expect((await read({ to: "d@example.com" })).map((message) => message.subject)).toEqual(["two", "one"]);
  });

  it("refuses a mail that is too large and keeps working", async () => {
    await expect(send({ to: "e@example.com", text: "x".repeat(2_000_000) })).rejects.toThrow(/larger|size|exceed/i);
    await send({ to: "e@example.com", subject: "small" });
    expect((await newest("e@example.com")).subject).toBe("small");
  });
});

describe("the pages", () => {
  const hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'";

  it("show strangers' content as text", async () => {
    await send({ to: "f@example.com", subject: hostile, text: hostile });
    const { id } = await newest("f@example.com");
    for (const url of [
      devkit.mailUrl,
      `${devkit.mailUrl}?to=${encodeURIComponent(hostile)}`,
      `${devkit.mailUrl}/messages/${id}`,
    ]) {
      const response = await fetch(url);
      const text = await response.text();
      expect(text).not.toContain("<img");
      expect(text).not.toContain("<script>");
      expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
    }
  });

  it("show HTML only in a sandboxed frame that may load and run nothing", async () => {
    await send({ to: "g@example.com", subject: "html", html: `<b>Hi</b>${hostile}` });
    const { id } = await newest("g@example.com");
    const page = await (await fetch(`${devkit.mailUrl}/messages/${id}/view`)).text();
    expect(page).toMatch(/<iframe [^>]*sandbox /);
    const frame = await fetch(`${devkit.mailUrl}/messages/${id}/html`);
    const policy = frame.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^sandbox; default-src 'none'/);
    expect(policy).not.toContain("script-src");
    expect(policy).not.toContain("allow-scripts");
  });

  it("say when a mail is gone", async () => {
    expect((await fetch(`${devkit.mailUrl}/messages/none`)).status).toBe(404);
  });

  it("tell an open page of a new mail", async () => {
    const abort = new AbortController();
    const stream = await fetch(`${devkit.mailUrl}/api/events`, { signal: abort.signal });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    await send({ to: "h@example.com", subject: "live" });
    expect((await reader?.read())?.value).toContain("event: mail");
    abort.abort();
  });
});
