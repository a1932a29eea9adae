import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:net";
import type { Mint } from "@tribe/contract";
import { type ClamdStandIn, eicar, startClamd } from "@tribe/devkit";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freePort } from "../../testing/free-port.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { type IndexedPerson, newIndexedPerson, newIndexedTribe } from "../indexer/testing/indexed-tribe.ts";
import { beginUpload, fetchMedia, idOf, sendBytes, settled, uploadFile } from "./testing/upload.ts";

let app: TestApp;
let chief: IndexedPerson;
let mint: Mint;
let port: number;
let clamd: ClamdStandIn | null = null;
beforeAll(async () => {
  port = await freePort();
  app = await startTestApp({ withWorkers: true, config: { clamdUrl: `tcp://127.0.0.1:${port}` } });
  chief = await newIndexedPerson(app);
  mint = await newIndexedTribe(app, chief.person.address);
});
afterEach(async () => {
  await clamd?.stop();
  clamd = null;
});
afterAll(() => app.stop());

const start = async (options: Parameters<typeof startClamd>[0] = {}): Promise<ClamdStandIn> => {
  clamd = await startClamd({ ...options, at: port });
  return clamd;
};
const upload = (bytes: Buffer, filename = "notes.txt") => uploadFile(app, chief, { mint, filename }, bytes);

test("a file with a virus is refused and not served even to its sender, and a clean one is served", async () => {
  const { scanned } = await start();
  const bytes = Buffer.from(`before ${eicar} after`);
  const path = await beginUpload(app, chief, { mint, filename: "invoice.pdf" }, bytes.length);
  await sendBytes(app, chief, path, 0, bytes);
  expect(await settled(chief, idOf(path))).toEqual({ state: "refused", code: "file_infected" });
  expect((await fetchMedia(app, chief, idOf(path), "full")).status).toBe(404);
  const clean = Buffer.from("nothing to be found");
  const attachment = await upload(clean);
  if (typeof attachment === "string") throw new Error(attachment);
  expect(await (await fetchMedia(app, chief, attachment.id, "full")).text()).toBe(clean.toString());
  expect(scanned).toEqual([bytes.length, clean.length]);
});

test("a picture's original bytes are scanned before anything decodes it", async () => {
  const { scanned } = await start();
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#e07a3f" } })
    .png()
    .toBuffer();
  expect(await upload(picture, "a.png")).toMatchObject({ kind: "image" });
  expect(await upload(Buffer.concat([picture, Buffer.from(eicar)]), "b.png")).toBe("file_infected");
  expect(scanned).toEqual([picture.length, picture.length + eicar.length]);
});

test("a large file is scanned completely, in parts, and a virus across two of them is found", async () => {
  const { scanned } = await start();
  const bytes = randomBytes(30_000_000);
  expect(await upload(bytes)).toMatchObject({ kind: "file", size: bytes.length });
  bytes.write(eicar, 65_536 * 300 - 30, "latin1");
  expect(await upload(bytes)).toBe("file_infected");
  expect(scanned).toEqual([bytes.length, bytes.length]);
});

test("while the scanner is down a file is refused with that reason, and is accepted when it is back", async () => {
  const bytes = Buffer.from("may be tried again");
  expect(await upload(bytes)).toBe("unavailable");
  await start();
  expect(await upload(bytes)).toMatchObject({ kind: "file" });
});

test("a file that is too large for the scanner does not count as clean", async () => {
  await start({ streamMaxLength: 1_000_000 });
  expect(await upload(randomBytes(20_000_000))).toBe("unavailable");
  expect(await upload(randomBytes(1_000_000))).toMatchObject({ kind: "file" });
});

test.each([
  ["hangs up", ""],
  ["hangs up in the middle of its answer", "stream: OK"],
  ["says something else", "stream: OK, I think\0"],
  ["names another file", "other: OK\0"],
  ["goes on and on", "stream: OK".repeat(1_000)],
])("a scanner that %s does not count as a clean result", async (_what, answer) => {
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  try {
    expect(await upload(Buffer.from("is it clean?"))).toBe("unavailable");
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
