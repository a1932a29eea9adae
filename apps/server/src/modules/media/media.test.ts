import { rm, stat, symlink, writeFile } from "node:fs/promises";
import { type MessageId, type Mint, mediaUrlSeconds, signMediaUrl, uploadLimits, uploadPath } from "@tribe/contract";
import { eq, ne, sql } from "drizzle-orm";
import { WebMOutputFormat } from "mediabunny";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf } from "../../testing/code-of.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { messages } from "../chat/schema.ts";
import { appendMessages } from "../chat/sending/append-messages.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { blockMember, takeSeat } from "../membership/index.ts";
import { deleteFilesOf, lockUnsentFiles, markFilesSent } from "./index.ts";
import { uploads } from "./schema.ts";
import { contain } from "./testing/contain.ts";
import {
  beginUpload,
  breakOff,
  fetchMedia,
  idOf,
  metadataHeader,
  sendBytes,
  settled,
  tusCall,
  uploadFile,
} from "./testing/upload.ts";

let app: TestApp;
let chief: IndexedPerson;
let member: IndexedPerson;
let stranger: IndexedPerson;
let mint: Mint;
beforeAll(async () => {
  app = await startTestApp({ withWorkers: true });
  [chief, member, stranger] = [await newIndexedPerson(app), await newIndexedPerson(app), await newIndexedPerson(app)];
  mint = await newIndexedTribe(app, chief.person.address);
  await indexHolding(app.ctx, mint, member.person.address, 20n);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, member.person));
});
afterAll(() => app.stop());

const picture = (width = 1_600, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: "#e07a3f" } });
/** What the chat does with a file when a message with it is sent. */
const send = async (id: string): Promise<MessageId> => {
  const messageId = crypto.randomUUID() as string as MessageId;
  await app.ctx.db.transaction(async (tx) => {
    expect((await lockUnsentFiles(tx, [id])).get(id)).toMatchObject({ uid: member.person.uid, mint });
    await markFilesSent(tx, [{ id, messageId }]);
    expect((await lockUnsentFiles(tx, [id])).size).toBe(0);
  });
  return messageId;
};

test("a picture is stored upright in three sizes with a placeholder, without its location", async () => {
  const bytes = await picture()
    .withExif({ IFD0: { Make: "Camera of mine" }, IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(bytes.includes("Camera of mine")).toBe(true);
  const attachment = await uploadFile(app, member, { mint, filename: "C:\\fakepath\\../me.jpg" }, bytes);
  expect(attachment).toMatchObject({ kind: "image", name: "me.jpg", width: 900, height: 1_600, isAnimated: false });
  if (typeof attachment === "string" || attachment.kind !== "image") throw new Error("no picture");
  expect(attachment.blur.length).toBeLessThan(600);
  for (const [form, side] of [
    ["full", 1_600],
    ["medium", 1_280],
    ["small", 400],
  ] as const) {
    const response = await fetchMedia(app, member, attachment.id, form);
    expect(response.headers.get("content-type")).toBe("image/webp");
    const { height, exif } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(height).toBe(side);
    expect(exif).toBeUndefined();
  }
});

test("a caption of nothing but invisible characters is none", async () => {
  const captions: string[] = [];
  for (const text of ["\u200B", " \u3164\n\u2800", "\u{E0020}", "seen"]) {
    const file = await uploadFile(app, member, { mint, filename: "a.txt" }, Buffer.from("a"));
    if (typeof file === "string") throw new Error(file);
    const clientId = crypto.randomUUID();
    await appendMessages(app.ctx, [
      { mint, uid: member.person.uid, sessionId: null, clientId, text, attachments: [file.id] },
    ]);
    const [row] = await app.ctx.db.select().from(messages).where(eq(messages.clientId, clientId));
    captions.push(row?.text ?? "not sent");
  }
  expect(captions).toEqual(["", "", "", "seen"]);
});

test("an unsent file is only for its sender, a sent one for readers of the chat, and losing the seat ends the access at once", async () => {
  const attachment = await uploadFile(app, member, { mint, filename: "a.png" }, await picture().png().toBuffer());
  if (typeof attachment === "string") throw new Error(attachment);
  const statusFor = async (who: IndexedPerson) => (await fetchMedia(app, who, attachment.id, "full")).status;
  expect([await statusFor(member), await statusFor(chief), await statusFor(stranger)]).toEqual([200, 404, 404]);
  await send(attachment.id);
  expect([await statusFor(member), await statusFor(chief), await statusFor(stranger)]).toEqual([200, 200, 403]);
  // A URL that was made for another person, or changed, is refused.
  const url = new URL((await fetchMedia(app, chief, attachment.id, "full")).url);
  url.searchParams.set("session", stranger.credentials.session?.sessionId ?? "");
  expect((await fetch(url)).status).toBe(401);
  // Sessions are looked up in one query: an id that the database cannot process does not fail the others.
  url.searchParams.set("session", "\u0000");
  const statusOfUrl = async () => (await fetch(url)).status;
  expect(await Promise.all([statusFor(chief), statusOfUrl(), statusFor(member)])).toEqual([200, 401, 200]);
  const leaver = await newIndexedPerson(app);
  await indexHolding(app.ctx, mint, leaver.person.address, 30n);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, leaver.person));
  expect(await statusFor(leaver)).toBe(200);
  await app.ctx.db.transaction((tx) => blockMember(tx, mint, leaver.person));
  expect(await statusFor(leaver)).toBe(403);
});

test("an address is valid for two days of a clock that may be a minute fast, and no longer", async () => {
  const attachment = await uploadFile(app, member, { mint, filename: "a.png" }, await picture().png().toBuffer());
  const { session } = member.credentials;
  if (typeof attachment === "string" || !session) throw new Error("no picture");
  const statusWith = async (secondsLeft: number) => {
    const until = Math.floor(Date.now() / 1_000) + secondsLeft;
    const claim = { id: attachment.id, form: "full", sessionId: session.sessionId, until } as const;
    return (await fetch(await signMediaUrl(app.origin, session.sessionSecret, claim))).status;
  };
  // The last minute of a day in UTC, on a device whose clock is in the next one.
  expect(await statusWith(mediaUrlSeconds + 45)).toBe(200);
  expect(await statusWith(mediaUrlSeconds)).toBe(200);
  expect(await statusWith(mediaUrlSeconds + 3_600)).toBe(401);
  expect(await statusWith(-1)).toBe(401);
});

test("a name of which nothing is visible becomes one that is", async () => {
  for (const filename of ["...", ". . .", "   ", "\u200b", "\u3164\u2800.\u00ad", "a/..", "\u202e"]) {
    const made = await uploadFile(app, member, { mint, filename }, Buffer.from("text"));
    expect([filename, typeof made === "string" ? made : made.name]).toEqual([filename, "file"]);
  }
  for (const filename of [".env", "a", "…", "é.txt", "👨‍👩‍👧.txt"]) {
    const made = await uploadFile(app, member, { mint, filename }, Buffer.from("text"));
    expect(typeof made === "string" ? made : made.name).toBe(filename);
  }
});

test("two files of one name and the same bytes are two files", async () => {
  const bytes = Buffer.from("twice");
  const [one, other] = [
    await uploadFile(app, member, { mint, filename: "a.txt" }, bytes),
    await uploadFile(app, member, { mint, filename: "a.txt" }, bytes),
  ];
  expect([one, other]).toMatchObject([{ name: "a.txt" }, { name: "a.txt" }]);
  if (typeof one === "string" || typeof other === "string") throw new Error("refused");
  expect(one.id).not.toBe(other.id);
});

test("a file is served as a download, also in ranges, with headers that keep a browser from running it", async () => {
  const bytes = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  const attachment = await uploadFile(app, member, { mint, filename: "drawing «é».svg" }, bytes);
  if (typeof attachment === "string") throw new Error(attachment);
  expect(attachment).toMatchObject({ kind: "file", size: bytes.length });
  const response = await fetchMedia(app, member, attachment.id, "full", { headers: { range: "bytes=1-3" } });
  expect(response.status).toBe(206);
  expect(await response.text()).toBe("svg");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="drawing ___.svg"; filename*=UTF-8''drawing%20%C2%AB%C3%A9%C2%BB.svg`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "content-range": `bytes 1-3/${bytes.length}`,
    "accept-ranges": "bytes",
  });
  expect((await fetchMedia(app, member, attachment.id, "small")).status).toBe(404);
});

test("an interrupted upload can be resumed, only by its own person", async () => {
  const bytes = Buffer.alloc(300_000, "tribe");
  const path = await beginUpload(app, member, { mint, filename: "notes.txt" }, bytes.length);
  expect(await sendBytes(app, member, path, 0, bytes.subarray(0, 297_000))).toBe(297_000);
  expect(await codeOf(sendBytes(app, member, path, 100, bytes.subarray(100, 200)))).toBe("conflict");
  expect((await tusCall(app, stranger, "HEAD", path, {})).status).toBe(404);
  expect(await codeOf(sendBytes(app, stranger, path, 297_000, bytes.subarray(297_000)))).toBe("not_found");
  const head = await tusCall(app, member, "HEAD", path, {});
  expect(head.headers.get("upload-offset")).toBe("297000");
  await sendBytes(app, member, path, 297_000, bytes.subarray(297_000));
  const answer = await settled(member, idOf(path));
  if (answer.state !== "ready") throw new Error(answer.state);
  const back = await fetchMedia(app, member, answer.attachment.id, "full");
  expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
  // The last answer was lost: a repeated request reports a complete upload.
  expect((await tusCall(app, member, "HEAD", path, {})).headers.get("upload-offset")).toBe("300000");
});

test("a large video whose upload broke off after 99 percent is resumed and plays", {
  timeout: 300_000,
}, async () => {
  // Two hundred megabytes in the long run, just below the limit for videos.
  const video = await contain(new WebMOutputFormat(), true, process.env.TRIBE_LONG === "1" ? 3_990_000 : 6_000);
  const path = await beginUpload(app, member, { mint, filename: "evening.webm" }, video.length);
  const file = await app.ctx.files.localUpload(idOf(path), "");
  const cutAt = Math.floor(video.length * 0.99);
  await breakOff(app, member, path, video, { cutAt, written: async () => (await stat(file)).size });
  const head = await tusCall(app, member, "HEAD", path, {});
  expect(head.headers.get("upload-offset")).toBe(String(cutAt));
  expect(await sendBytes(app, member, path, cutAt, video.subarray(cutAt))).toBe(video.length);
  const answer = await settled(member, idOf(path));
  if (answer.state !== "ready") throw new Error(answer.state);
  expect(answer.attachment).toMatchObject({ kind: "video", width: 320, height: 240, durationMs: 980 });
  const back = await fetchMedia(app, member, answer.attachment.id, "full", { headers: { range: "bytes=-1000" } });
  expect([back.status, (await back.arrayBuffer()).byteLength]).toEqual([206, 1_000]);
});

test("on a full disk a new upload is refused, a running one reports it, and continues when there is space again", async () => {
  const { files } = app.ctx;
  const { freeBytes } = files;
  const bytes = Buffer.from("what there is no room for");
  const path = await beginUpload(app, member, { mint, filename: "x" }, bytes.length);
  const local = await files.localUpload(idOf(path), "");
  try {
    Object.assign(files, { freeBytes: async () => 1_000 });
    expect(await codeOf(beginUpload(app, member, { mint, filename: "y" }, 10))).toBe("storage_full");
    // The kernel's own error for a write to a full disk.
    await rm(local);
    await symlink("/dev/full", local);
    expect(await codeOf(sendBytes(app, member, path, 0, bytes))).toBe("storage_full");
  } finally {
    Object.assign(files, { freeBytes });
    await rm(local);
    await writeFile(local, "");
  }
  expect(await sendBytes(app, member, path, 0, bytes)).toBe(bytes.length);
  expect((await settled(member, idOf(path))).state).toBe("ready");
});

test("an upload that is too large, empty, a stranger's or unsigned is refused at its creation", async () => {
  const begin = (who: IndexedPerson, size: number, of: Mint = mint) =>
    codeOf(beginUpload(app, who, { mint: of, filename: "x" }, size));
  expect(await begin(member, 2_000_000_000)).toBe("too_large");
  expect(await begin(member, uploadLimits.maxBytes + 1)).toBe("too_large");
  expect(await begin(member, 0)).toBe("invalid_field");
  expect(await begin(stranger, 10)).toBe("not_a_member");
  expect(await begin(member, 10, "So11111111111111111111111111111111111111112" as Mint)).toBe("not_found");
  const unsigned = await fetch(`${app.origin}/upload`, { method: "POST", headers: { "upload-length": "5" } });
  expect(unsigned.status).toBe(401);
});

test("what our uploads don't do is refused without an error of ours, and leaves nothing behind", async () => {
  const ordinary = {
    "upload-length": "5",
    "upload-metadata": metadataHeader({ mint, filename: "x" }),
  };
  const length = (value: string) => ({ ...ordinary, "upload-length": value });
  const body = { "content-type": "application/offset+octet-stream" };
  const wrong: readonly (readonly [Record<string, string>, Uint8Array<ArrayBuffer>?])[] = [
    [{ ...ordinary, "upload-concat": "final;/upload/a /upload/b" }],
    [{ ...ordinary, "upload-concat": "final;" }],
    [{ ...ordinary, "upload-concat": "partial" }],
    [{ ...ordinary, "upload-concat": "neither" }],
    [{ ...ordinary, "upload-defer-length": "1" }],
    [{ "upload-metadata": ordinary["upload-metadata"], "upload-defer-length": "1" }],
    [{ ...ordinary, "upload-checksum": "sha1 AAAA" }],
    [{ ...ordinary, "upload-checksum": "nothing" }],
    [{ ...ordinary, "upload-expires": "tomorrow" }],
    [{ ...ordinary, "upload-made-up": "1" }],
    [{ ...ordinary, "tus-resumable": "0.2.2" }],
    [{ ...ordinary, "tus-resumable": "" }],
    [{ ...ordinary, "tus-version": "9" }],
    [{ ...ordinary, "upload-offset": "-1" }],
    [{ ...ordinary, "upload-offset": "1e3" }],
    [{ ...ordinary, "x-forwarded-proto": "gopher" }],
    [length("5.5")],
    [length("0x10")],
    [length("-5")],
    [{ ...ordinary, ...body }, Buffer.from("more than five")],
  ];
  const before = app.logs.length;
  const made = await app.ctx.db.$count(uploads, ne(uploads.state, "deleted"));
  for (const [headers, bytes] of wrong) {
    const { status } = await tusCall(app, member, "POST", uploadPath, headers, bytes);
    expect([headers, status >= 400 && status < 500, status]).toEqual([headers, true, status]);
  }
  // What tus itself refuses is deleted right after its answer.
  await expect.poll(() => app.ctx.db.$count(uploads, ne(uploads.state, "deleted"))).toBe(made);
  expect(app.logs.slice(before).filter((line) => JSON.parse(line).level > 40)).toEqual([]);
  const path = await beginUpload(app, member, { mint, filename: "x" }, 5);
  for (const name of ["upload-concat", "upload-defer-length", "upload-checksum", "upload-made-up"]) {
    const { status } = await tusCall(
      app,
      member,
      "PATCH",
      path,
      { ...body, "upload-offset": "0", [name]: "1" },
      Buffer.from("12345"),
    );
    expect([name, status]).toEqual([name, 400]);
  }
  expect(await sendBytes(app, member, path, 0, Buffer.from("12345"))).toBe(5);
});

test("a withdrawn upload is deleted; a file that is not sent within a day is deleted automatically", async () => {
  const bytes = Buffer.from("soon gone");
  const path = await beginUpload(app, member, { mint, filename: "x" }, bytes.length);
  await sendBytes(app, member, path, 0, bytes);
  await settled(member, idOf(path));
  expect((await tusCall(app, stranger, "DELETE", path, {})).status).toBe(404);
  expect((await tusCall(app, member, "DELETE", path, {})).status).toBe(204);
  expect((await fetchMedia(app, member, idOf(path), "full")).status).toBe(404);
  const old = await uploadFile(app, member, { mint, filename: "y" }, bytes);
  if (typeof old === "string") throw new Error(old);
  await app.ctx.db
    .update(uploads)
    .set({ createdAt: new Date(Date.now() - uploadLimits.unsentSeconds * 1_000 - 1) })
    .where(eq(uploads.id, old.id));
  await app.ctx.jobs.add(app.ctx.db, "media.sweep", {});
  await expect
    .poll(async () => (await app.ctx.db.execute(sql`select from uploads where id = ${old.id}`)).rows.length)
    .toBe(0);
  await expect(
    app.ctx.files
      .localFile(`${old.id}/full`, "")
      .then((file) => import("node:fs/promises").then((fs) => fs.stat(file))),
  ).rejects.toThrow("ENOENT");
});

test("a deleted message's file is deleted, and a file removed by a moderator is refused from then on", async () => {
  const bytes = Buffer.from("what nobody wants to see");
  const sent = async () => {
    const attachment = await uploadFile(app, member, { mint, filename: "bad.txt" }, bytes);
    if (typeof attachment === "string") throw new Error(attachment);
    return { id: attachment.id, messageId: await send(attachment.id) };
  };
  const own = await sent();
  await app.ctx.db.transaction((tx) => deleteFilesOf(app.ctx, tx, [own.messageId], null));
  expect((await fetchMedia(app, member, own.id, "full")).status).toBe(404);
  const bad = await sent();
  await app.ctx.db.transaction((tx) => deleteFilesOf(app.ctx, tx, [bad.messageId], mint));
  expect(await uploadFile(app, member, { mint, filename: "again.txt" }, bytes)).toBe("file_blocked");
});
