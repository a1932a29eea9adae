import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Devkit, startDevkit } from "@tribe/devkit";

/** Where the stand-ins believe the app to be: no app runs beside them. */
export const appUrl = "http://localhost:3000";
export const card = { publishableKey: "pk_test", secretKey: "card-secret", webhookKey: "card-webhooks" };

/** The stand-ins alone, in a folder of their own that goes when they stop. */
export const startStandIns = async (): Promise<Devkit> => {
  const dataDir = await mkdtemp(join(tmpdir(), "tribe-stand-ins-"));
  const devkit = await startDevkit({
    port: 0,
    host: "127.0.0.1",
    dataDir,
    rpcUrl: "http://127.0.0.1:1",
    appUrl,
    x: { clientId: "tribe", clientSecret: "secret" },
    google: { clientId: "tribe", clientSecret: "secret" },
    card: { ...card, webhookUrl: "http://127.0.0.1:1/" },
  });
  const stop = async () => {
    await devkit.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...devkit, stop };
};

/** Sends a mail to the inbox by SMTP, as any mail program does. */
export const sendMail = async (devkit: Devkit, subject: string): Promise<void> => {
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
