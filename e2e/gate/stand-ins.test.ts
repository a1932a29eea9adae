import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Devkit, startDevkit } from "@tribe/devkit";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { desktop, newVisitor, openBrowser } from "../support/page/browser.ts";

const appUrl = "http://localhost:3000";
const card = { publishableKey: "pk_test", secretKey: "card-secret", webhookKey: "card-webhooks" };
let dataDir: string;
let devkit: Devkit;
let browser: Browser;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tribe-stand-ins-"));
  devkit = await startDevkit({
    port: 0,
    host: "127.0.0.1",
    dataDir,
    rpcUrl: "http://127.0.0.1:1",
    appUrl,
    x: { clientId: "tribe", clientSecret: "secret" },
    google: { clientId: "tribe", clientSecret: "secret" },
    card: { ...card, webhookUrl: "http://127.0.0.1:1/" },
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await devkit?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends a mail to the inbox by SMTP, as any mail program does. */
const sendMail = async (subject: string): Promise<void> => {
  const socket = connect(devkit.smtpPort, "127.0.0.1").setEncoding("utf8");
  const lines = ["EHLO test", "MAIL FROM:<tribe@example.com>", "RCPT TO:<ada@example.com>", "DATA"];
  const mail = `Subject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nYour code is 123456.\r\n.`;
  for await (const answer of socket) {
    if (/^\d{3}-/m.test(String(answer)) && !/^\d{3} /m.test(String(answer))) continue;
    const next = lines.shift() ?? (String(answer).startsWith("354") ? mail : "QUIT");
    if (next === "QUIT") break;
    socket.write(`${next}\r\n`);
  }
  socket.end("QUIT\r\n");
};

it("shows a new mail in an open inbox and copies its code", async () => {
  const { page, close } = await newVisitor(browser, desktop);
  await page.goto(devkit.mailUrl);
  await sendMail("654321 is your Tribe code");
  await page.getByRole("link", { name: /654321 is your Tribe code/ }).click();
  await page.getByRole("button", { name: "Copy code" }).click();
  await page.getByText(/Copied|Selected/).waitFor();
  expect(await page.locator("#code").textContent()).toBe("654321");
  await close();
});
