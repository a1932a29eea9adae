import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "../files.ts";
import { type MailMessage, readMail, type StoredMail } from "./message.ts";

/** Maximum number of stored mails; the oldest are deleted first. */
const capacity = 300;

/** Mails on disk under one folder, newest first in memory. */
export class Inbox {
  readonly #folder: string;
  #messages: MailMessage[] = [];
  readonly #events = new EventEmitter<{ mail: [] }>().setMaxListeners(0);
  /** Serialises writes, so that order and capacity hold. */
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens the folder, and creates it if missing; files that are not mails are ignored. */
  static async open(folder: string): Promise<Inbox> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const inbox = new Inbox(folder);
    const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
    const read = await Promise.all(names.map((name) => readStored(join(folder, name))));
    inbox.#messages = read.filter((message) => message !== null).sort((a, b) => b.receivedAt - a.receivedAt);
    return inbox;
  }

  /** Newest first; with `to` only mails to that address. */
  list(to?: string): readonly MailMessage[] {
    const address = to?.trim().toLowerCase();
    return address ? this.#messages.filter((message) => message.to.includes(address)) : this.#messages;
  }

  find(id: string): MailMessage | null {
    return this.#messages.find((message) => message.id === id) ?? null;
  }

  /** Stores a mail; it is on disk when this returns. */
  add(mail: { from: string; to: readonly string[]; raw: Uint8Array }): Promise<MailMessage> {
    const added = this.#queue.then(() => this.#store(mail));
    this.#queue = added.catch(() => undefined);
    return added;
  }

  /** Calls back for each new mail until the returned function is called. */
  onMail(listener: () => void): () => void {
    this.#events.on("mail", listener);
    return () => this.#events.off("mail", listener);
  }

  /** Resolves at the next mail. @throws AbortError when the signal aborts */
  async nextMail(signal: AbortSignal): Promise<void> {
    await once(this.#events, "mail", { signal });
  }

  async #store(mail: { from: string; to: readonly string[]; raw: Uint8Array }): Promise<MailMessage> {
    const id = randomUUID();
    const stored: StoredMail = {
      id,
      receivedAt: Math.max(Date.now(), (this.#messages[0]?.receivedAt ?? 0) + 1),
      from: mail.from,
      to: mail.to.map((address) => address.toLowerCase()),
      raw: Buffer.from(mail.raw).toString("base64"),
    };
    const message = await readMail(stored);
    await writeFileAtomically(this.#path(id), JSON.stringify(stored));
    this.#messages = [message, ...this.#messages];
    const surplus = this.#messages.splice(capacity);
    await Promise.all(surplus.map((old) => rm(this.#path(old.id), { force: true })));
    this.#events.emit("mail");
    return message;
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

const readStored = async (path: string): Promise<MailMessage | null> => {
  try {
    // Our own file; a foreign or truncated one fails below and is skipped.
    return await readMail(JSON.parse(await readFile(path, "utf8")) as StoredMail);
  } catch {
    return null;
  }
};
