import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { connect as connectSocket, type Socket } from "node:net";
import { join } from "node:path";
import { connect } from "@nats-io/transport-node";
import { createTransport } from "nodemailer";
import { isPrivateHost } from "../../settings/encrypted-links.ts";
import type { Environment } from "../../settings/environment.ts";
import { s3Of } from "../../start/final-config.ts";
import { answerMs, type Check } from "./check.ts";

/** Where an address leads, without its password. */
const placeOf = (url: string): string => new URL(url).host || new URL(url).pathname;
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What others serve: mail, NATS, the storage of files, the scanner. */
export const serviceChecks = (environment: Environment): readonly Check[] => [
  {
    name: "mail",
    run: async () => {
      const { SMTP_URL, TRIBE_MODE, TRIBE_PRIVATE_HOSTS } = environment;
      if (SMTP_URL === undefined) return null;
      const requireTLS = TRIBE_MODE === "production" && !isPrivateHost(new URL(SMTP_URL).hostname, TRIBE_PRIVATE_HOSTS);
      const timeouts = { connectionTimeout: answerMs, greetingTimeout: answerMs, socketTimeout: answerMs };
      const transport = createTransport({ url: SMTP_URL, requireTLS, ...timeouts });
      try {
        await transport.verify();
      } catch (error) {
        throw new Error(`${placeOf(SMTP_URL)}: ${reasonOf(error)}; is SMTP_URL right, with user and password?`);
      } finally {
        transport.close();
      }
      return `${placeOf(SMTP_URL)} greets${new URL(SMTP_URL).username ? " and knows us" : ""}`;
    },
  },
  {
    name: "NATS",
    run: async () => {
      const { NATS_URL } = environment;
      if (NATS_URL === undefined) return null;
      const connection = await connect({ servers: NATS_URL, timeout: answerMs, reconnect: false }).catch((error) => {
        throw new Error(`${placeOf(NATS_URL)}: ${reasonOf(error)}; start it, or correct NATS_URL`);
      });
      await connection.flush();
      await connection.close();
      return placeOf(NATS_URL);
    },
  },
  {
    name: "files",
    run: async () => {
      const s3 = s3Of(environment);
      if (s3 === null) {
        if (environment.TRIBE_MODE === "local") return null;
        return "in the data folder: that works while web and worker share it";
      }
      const { openS3 } = await import("../../engines/files/s3.ts");
      const files = await openS3(s3);
      const id = `check-${randomUUID()}`;
      try {
        await files.inWorkFolder(async (folder) => {
          const text = join(folder, "text");
          await writeFile(text, id);
          await files.store(`${id}/text`, text, "text/plain");
          const read = await readFile(await files.localFile(`${id}/text`, folder), "utf8");
          if (read !== id) throw new Error("what was stored came back differently");
          await files.remove(id);
        });
      } catch (error) {
        throw new Error(
          `${s3.endpoint ?? "Amazon's S3"}, bucket ${s3.bucket}: ${reasonOf(error)}; the key needs put, get, list and delete there`,
        );
      } finally {
        files.close();
      }
      return `bucket ${s3.bucket} takes, gives and deletes`;
    },
  },
  {
    name: "scanner",
    run: async () => {
      const { CLAMD_URL } = environment;
      if (CLAMD_URL === undefined) return null;
      const answer = await pingClamd(new URL(CLAMD_URL)).catch((error: unknown) => {
        throw new Error(`${placeOf(CLAMD_URL)}: ${reasonOf(error)}; is clamd running, and CLAMD_URL right?`);
      });
      if (answer !== "PONG") throw new Error(`${placeOf(CLAMD_URL)} is no clamd`);
      return placeOf(CLAMD_URL);
    },
  },
];

const pingClamd = (url: URL): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket: Socket =
      url.protocol === "unix:"
        ? connectSocket(url.pathname)
        : connectSocket({ host: url.hostname, port: Number(url.port || 3310) });
    let answer = "";
    socket.setTimeout(answerMs, () => socket.destroy(new Error("it is silent")));
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text;
    });
    socket.once("error", reject).once("close", () => resolve(answer.replace(/[\0\n]/g, "")));
    socket.once("connect", () => socket.write("zPING\0"));
  });
