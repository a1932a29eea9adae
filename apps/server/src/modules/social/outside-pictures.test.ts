import { createServer, type Server } from "node:http";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { sweepPictures } from "./outside-pictures.ts";
import { pictureBytes, proxiedPicture } from "./picture-proxy.ts";
import { outsidePictures } from "./schema.ts";

let app: TestApp;
let host: Server;
let hostUrl: string;
const files = new Map<string, Buffer>();
const asked = new Map<string, number>();
/** While set, the host answers nothing. */
let gate: Promise<void> | null = null;
beforeAll(async () => {
  host = createServer(async (request, response) => {
    const path = request.url ?? "";
    asked.set(path, (asked.get(path) ?? 0) + 1);
    await gate;
    const bytes = files.get(path);
    response.writeHead(bytes ? 200 : 404, { "content-type": "image/png" }).end(bytes);
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const address = host.address();
  hostUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  // Of all addresses inside our network only the one of X's stand-in is fetched.
  app = await startTestApp({
    config: { x: { clientId: "id", clientSecret: "secret", authorizeUrl: `${hostUrl}/a`, apiUrl: hostUrl } },
  });
});
afterAll(async () => {
  await app.stop();
  host.close();
});

const get = async (path: string) => {
  const answer = await fetch(`${app.origin}${proxiedPicture(app.ctx, `${hostUrl}${path}`)}`);
  return {
    status: answer.status,
    type: answer.headers.get("content-type"),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
};
const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 80, b: 40, alpha: 0.5 } } });

/** A PNG of any size in few bytes. */
const pngOf = (width: number, height: number): Buffer => {
  const part = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    ...[part("IHDR", header), part("IDAT", rows), part("IEND", Buffer.alloc(0))],
  ]);
};

test("a picture is drawn anew: small enough, upright, and without whatever else was in the file", async () => {
  const secret = Buffer.from("<script>SECRET</script>");
  const exif = { IFD0: { Make: "SECRET" }, IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" } };
  const jpeg = await plain(1_600, 400).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  files.set("/large.jpg", Buffer.concat([jpeg, secret]));
  files.set("/clear.png", Buffer.concat([await plain(1_000, 1_000, 4).png().toBuffer(), secret]));
  files.set("/small.webp", await plain(40, 30).withExif(exif).webp().toBuffer());
  files.set(
    "/moving.gif",
    await sharp([await plain(400, 200).png().toBuffer(), await plain(400, 200).negate().png().toBuffer()], {
      join: { animated: true },
    })
      .gif()
      .toBuffer(),
  );
  files.set(
    "/moving.webp",
    await sharp([await plain(400, 200).png().toBuffer(), await plain(400, 200).negate().png().toBuffer()], {
      join: { animated: true },
    })
      .webp()
      .toBuffer(),
  );
  for (const [path, expected] of [
    ["/large.jpg", { format: "jpeg", width: 160, height: 640 }],
    ["/clear.png", { format: "webp", width: 640, height: 640, hasAlpha: true }],
    ["/small.webp", { format: "jpeg", width: 40, height: 30 }],
    ["/moving.gif", { format: "jpeg", width: 168, height: 84 }],
    ["/moving.webp", { format: "jpeg", width: 400, height: 200 }],
  ] as const) {
    const { status, type, bytes } = await get(path);
    expect([path, status, type]).toEqual([path, 200, `image/${expected.format}`]);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject(expected);
    expect([metadata.exif, metadata.pages ?? 1, bytes.includes("SECRET")]).toEqual([undefined, 1, false]);
  }
});

test("a bomb, a drawing with scripts and half a picture are not served, and their addresses rest for five minutes", async () => {
  files.set("/bomb.png", pngOf(16_000, 16_000));
  files.set("/wide.png", pngOf(30_000_000, 1));
  files.set("/drawing.svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
  files.set("/half.jpg", (await plain(600, 600).jpeg().toBuffer()).subarray(0, 300));
  files.set("/only-a-head.png", Buffer.from("89504e470d0a1a0a", "hex"));
  files.set("/only-a-head.gif", Buffer.from("GIF89a"));
  expect(files.get("/bomb.png")?.length).toBeLessThan(1_000_000);
  const paths = [
    "/bomb.png",
    "/wide.png",
    "/drawing.svg",
    "/half.jpg",
    "/only-a-head.png",
    "/only-a-head.gif",
    "/missing.png",
  ];
  for (const path of paths) {
    expect([path, (await get(path)).status, (await get(path)).status]).toEqual([path, 404, 404]);
    expect([path, asked.get(path)]).toEqual([path, 1]);
  }
  app.clock.offset += 301_000;
  files.set("/missing.png", await plain(10, 10).png().toBuffer());
  expect((await get("/missing.png")).status).toBe(200);
});

test("any number of callers share one fetch, and the picture is kept for a week", async () => {
  files.set("/shared.png", await plain(300, 300).png().toBuffer());
  let open = (): void => undefined;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const answers = Array.from({ length: 50 }, () => get("/shared.png"));
  await expect.poll(() => asked.get("/shared.png")).toBe(1);
  open();
  gate = null;
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  files.delete("/shared.png");
  app.clock.offset += 6 * 86_400_000;
  expect((await get("/shared.png")).status).toBe(200);
  // A card that is drawn takes the same one.
  expect(
    (await sharp(await pictureBytes(app.ctx, proxiedPicture(app.ctx, `${hostUrl}/shared.png`))).metadata()).width,
  ).toBe(300);
  expect(asked.get("/shared.png")).toBe(1);
  app.clock.offset += 2 * 86_400_000;
  expect((await get("/shared.png")).status).toBe(404);
  expect(asked.get("/shared.png")).toBe(2);
});

test("a picture whose bytes were lost is fetched again", async () => {
  files.set("/lost.png", await plain(20, 20).png().toBuffer());
  await get("/lost.png");
  for (const { fileId } of await app.ctx.db.select().from(outsidePictures))
    if (fileId) await app.ctx.files.remove(fileId);
  expect((await get("/lost.png")).status).toBe(200);
  expect(asked.get("/lost.png")).toBe(2);
});

test("of a crowd of addresses a few are fetched at once, the others wait, and what is too much is refused", async () => {
  let open = (): void => undefined;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const small = await plain(10, 10).png().toBuffer();
  for (let index = 0; index < 300; index += 1) files.set(`/crowd-${index}.png`, small);
  const crowd = () => [...asked.keys()].filter((path) => path.startsWith("/crowd-")).length;
  const refusals: number[] = [];
  const answers = Array.from({ length: 300 }, async (_, index) => {
    const answer = await get(`/crowd-${index}.png`);
    if (answer.status !== 200) refusals.push(answer.status);
    return answer;
  });
  await expect.poll(crowd).toBe(32);
  // All have arrived: who comes after the first are done would be let in.
  await expect.poll(() => refusals).toEqual(Array.from({ length: 12 }, () => 503));
  expect(crowd()).toBe(32);
  open();
  gate = null;
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect([statuses.filter((status) => status === 200).length, crowd()]).toEqual([288, 288]);
});

test("old pictures, ended failures and the oldest of too many are deleted with their bytes", async () => {
  await app.ctx.db.delete(outsidePictures);
  const rows = () => app.ctx.db.select().from(outsidePictures).orderBy(outsidePictures.fetchedAt);
  for (let index = 0; index < 5; index += 1) {
    files.set(`/swept-${index}.png`, await plain(10, 10).png().toBuffer());
    app.clock.offset += 1_000;
    await get(`/swept-${index}.png`);
  }
  await get("/nothing.png");
  const before = await rows();
  expect(before).toHaveLength(6);
  await sweepPictures(app.ctx, 4);
  const left = await rows();
  expect(left).toEqual(before.slice(2));
  const bytesOf = (id: string | null | undefined) =>
    app.ctx.files.inWorkFolder(async (folder) =>
      sharp(await app.ctx.files.localFile(`${id}/picture`, folder)).metadata(),
    );
  await expect(bytesOf(before[0]?.fileId)).rejects.toThrow(/missing/);
  expect((await bytesOf(left[0]?.fileId)).width).toBe(10);
  app.clock.offset += 301_000;
  await sweepPictures(app.ctx);
  expect((await rows()).map(({ fileId }) => fileId !== null)).toEqual([true, true, true]);
  app.clock.offset += 7 * 86_400_000;
  await sweepPictures(app.ctx);
  expect(await rows()).toEqual([]);
});
