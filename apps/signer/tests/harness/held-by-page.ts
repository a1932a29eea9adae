import { getBase58Decoder } from "@solana/kit";
import type { CDPSession, Page } from "playwright-core";

/** A heap snapshot contains only the beginning of a long string, unless the browser runs with this flag. */
export const wholeStrings = "--js-flags=--heap-snapshot-string-limit=4194304";

/** All arrays that only contain bytes, in base64. Runs in the page. */
function listsOfBytes(this: unknown[][]): string[] {
  const isByte = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256;
  return this.filter((list) => list.length >= 8 && list.every(isByte)).map((list) =>
    btoa(String.fromCharCode(...list.map(Number))),
  );
}

/** Everything that the origin of the page has stored in this browser. Runs in the page. */
const storedByPage = async (): Promise<string> => {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const readable = (_name: string, value: unknown) =>
    ArrayBuffer.isView(value) || value instanceof ArrayBuffer
      ? [...new Uint8Array(ArrayBuffer.isView(value) ? value.buffer : value)].join(",")
      : value;
  const all: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name ?? ""));
    for (const store of database.objectStoreNames)
      all.push(await done(database.transaction(store).objectStore(store).getAll()));
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) all.push(request.url, await (await cache.match(request))?.text());
  }
  return JSON.stringify(all, readable);
};

const readLists = async (session: CDPSession): Promise<Buffer[]> => {
  const { result } = await session.send("Runtime.evaluate", { expression: "Array.prototype" });
  const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId: result.objectId ?? "" });
  const lists = await session.send("Runtime.callFunctionOn", {
    objectId: objects.objectId ?? "",
    functionDeclaration: listsOfBytes.toString(),
    returnByValue: true,
  });
  // As `listsOfBytes` returns it; the protocol's type is any.
  return (lists.result.value as string[]).map((each) => Buffer.from(each, "base64"));
};

/** Data found outside of the signer, as text and as bytes. */
export interface Held {
  readonly texts: readonly string[];
  readonly bytes: readonly Buffer[];
}

/**
 * A page's memory and storage; a frame in another process is not included. Heap snapshots don't contain the bytes of buffers: a
 * page can only get secrets there by a message or the network ({@link noteTraffic}).
 */
export const heldByPage = async (page: Page): Promise<Held> => {
  const session = await page.context().newCDPSession(page);
  try {
    const chunks: string[] = [];
    session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
    await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    // The protocol's own format.
    const { strings } = JSON.parse(chunks.join("")) as { strings: string[] };
    return { texts: [...strings, await page.evaluate(storedByPage)], bytes: await readLists(session) };
  } finally {
    await session.detach();
  }
};

/** Encodings of the secret's parts: finding any one in a text means that at least half of the bytes are in it. */
const waysToWrite = (secret: Uint8Array): string[] => {
  const part = (from: number, length: number) => Buffer.from(secret.subarray(from, from + length));
  const halves = [part(0, 16), part(16, 16)];
  return [
    getBase58Decoder().decode(secret),
    ...halves.map((half) => half.toString("hex")),
    ...[", ", ","].flatMap((between) => halves.map((half) => [...half.subarray(0, 8)].join(between))),
    // Base64 encodes three bytes as four characters: one of three offsets matches whatever precedes it.
    ...[0, 1, 2].flatMap((from) => (["base64", "base64url"] as const).map((form) => part(from, 15).toString(form))),
  ];
};

/** The names of the secrets that can be read from the data: whole, or eight consecutive bytes of them. */
export const foundIn = ({ texts, bytes }: Held, secrets: ReadonlyMap<string, Uint8Array>): string[] =>
  [...secrets].flatMap(([name, secret]) => {
    const written = waysToWrite(secret);
    const isInText = texts.some((each) => written.some((way) => each.includes(way)));
    const eights = [0, 8, 16, 24].map((from) => Buffer.from(secret.subarray(from, from + 8)));
    const isInBytes = bytes.some((each) => eights.some((eight) => each.includes(eight)));
    return [...(isInText ? [`${name} as text`] : []), ...(isInBytes ? [`${name} as bytes`] : [])];
  });

/** Records all messages between windows, and all network traffic of the page itself. */
export const noteTraffic = async (page: Page): Promise<{ readonly texts: string[] }> => {
  const texts: string[] = [];
  await page.context().exposeBinding("noteMessage", (_source, message: unknown) => {
    texts.push(String(message));
  });
  await page.addInitScript(() => {
    const { noteMessage } = globalThis as unknown as { noteMessage: (message: string) => void }; // the binding above
    const note = (data: unknown) =>
      noteMessage(
        JSON.stringify(data, (_name, value: unknown) =>
          ArrayBuffer.isView(value) || value instanceof ArrayBuffer
            ? [...new Uint8Array(ArrayBuffer.isView(value) ? value.buffer : value)].join(",")
            : value,
        ) ?? "",
      );
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...all: [unknown, never]) {
      note(all[0]);
      return post.apply(this, all);
    };
    globalThis.addEventListener("message", ({ data }) => note(data), { capture: true });
  });
  page.on("request", (request) => {
    if (request.frame() !== page.mainFrame()) return;
    texts.push([request.url(), JSON.stringify(request.headers()), request.postData() ?? ""].join("\n"));
  });
  page.on("response", async (response) => {
    if (response.frame() !== page.mainFrame()) return;
    // A page that navigates meanwhile has no body to return.
    texts.push(await response.text().catch(() => ""));
  });
  return { texts };
};
