import { spawn, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@tus/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "../../testing/free-port.ts";
import { openFolder } from "./folder.ts";
import type { Files } from "./port.ts";
import { openS3, redirectSeconds } from "./s3.ts";

let folder: string;
const ends: (() => void)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-files-test-"));
});
afterAll(async () => {
  for (const end of ends.reverse()) end();
  await rm(folder, { recursive: true, force: true });
});

/** versitygw, an independent S3 server: installed, or built with Go in the long test. Null when it is missing. */
const findGateway = (): string | null => {
  const installed = process.env.VERSITYGW ?? spawnSync("which", ["versitygw"]).stdout?.toString().trim();
  if (installed) return installed;
  const cached = new URL("../../../../../node_modules/.cache/versitygw", import.meta.url).pathname;
  if (existsSync(cached)) return cached;
  if (process.env.TRIBE_LONG !== "1" || spawnSync("go", ["version"]).status !== 0) return null;
  const built = spawnSync("go", ["install", "github.com/versity/versitygw/cmd/versitygw@v1.8.0"], {
    env: { ...process.env, GOBIN: join(cached, "..") },
  });
  return built.status === 0 ? cached : null;
};

const gateway = findGateway();
if (!gateway)
  console.warn("SKIPPED: files in S3. There is no versitygw: set VERSITYGW, or run with TRIBE_LONG=1 where Go is.");

const openGateway = async (program: string): Promise<Files> => {
  const port = await freePort();
  const [buckets, sidecar] = [join(folder, "buckets"), join(folder, "sidecar")];
  await mkdir(buckets);
  await mkdir(sidecar);
  const address = `127.0.0.1:${port}`;
  const args = [
    "--access",
    "tribe",
    "--secret",
    "tribe-secret",
    "--port",
    address,
    "posix",
    "--sidecar",
    sidecar,
    buckets,
  ];
  const server = spawn(program, args, { stdio: "ignore" });
  ends.push(() => server.kill());
  const settings = {
    bucket: "files",
    endpoint: `http://${address}`,
    region: "us-east-1",
    accessKeyId: "tribe",
    secretAccessKey: "tribe-secret",
  };
  const client = new S3Client({ ...settings, forcePathStyle: true, credentials: settings });
  const create = () => client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  await vi.waitFor(create, { timeout: 20_000, interval: 100 });
  client.destroy();
  return openS3(settings);
};

const engines: readonly { name: string; isThere: boolean; open: () => Promise<Files> }[] = [
  { name: "a folder", isThere: true, open: () => openFolder(join(folder, "folder")) },
  { name: "S3", isThere: gateway !== null, open: () => openGateway(gateway ?? "") },
];

describe.each(engines)("files in $name", ({ isThere, open }) => {
  if (!isThere) return test.skip("this storage is not available here", () => undefined);
  let files: Files;
  beforeAll(async () => {
    files = await open();
    ends.push(() => files.close());
  });
  const headers = { contentType: "image/webp", contentDisposition: 'inline; filename="a.webp"' };
  const write = (id: string, offset: number, bytes: Buffer) => files.uploads.write(Readable.from([bytes]), id, offset);

  test("an upload in parts is complete at its end, and is gone after its removal", async () => {
    const id = randomUUID();
    // S3 stores the larger write as parts; the remainder waits in an incomplete part.
    const bytes = randomBytes(9_000_000);
    await files.uploads.create(new Upload({ id, size: bytes.length, offset: 0, metadata: {} }));
    expect(await write(id, 0, bytes.subarray(0, 8_900_000))).toBe(8_900_000);
    expect((await files.uploads.getUpload(id)).offset).toBe(8_900_000);
    expect(await write(id, 8_900_000, bytes.subarray(8_900_000))).toBe(bytes.length);
    await files.inWorkFolder(async (work) => {
      expect((await readFile(await files.localUpload(id, work))).equals(bytes)).toBe(true);
    });
    await files.removeUpload(id);
    await files.removeUpload(id);
    await expect(files.uploads.getUpload(id)).rejects.toThrow();
  });

  test("a stored file is served with its headers and by ranges, and is replaced and removed completely", async () => {
    const id = randomUUID();
    const source = join(folder, id);
    for (const words of ["first", "a picture"]) {
      await writeFile(source, words);
      await files.store(`${id}/full`, source, "image/webp");
      await rm(source);
    }
    await files.inWorkFolder(async (work) => {
      expect(await readFile(await files.localFile(`${id}/full`, work), "utf8")).toBe("a picture");
    });
    const delivery = await files.deliver(`${id}/full`, headers);
    if (delivery.kind === "file") expect(await readFile(join(delivery.root, delivery.path), "utf8")).toBe("a picture");
    else {
      expect(Number(new URL(delivery.url).searchParams.get("X-Amz-Expires"))).toBeLessThanOrEqual(redirectSeconds);
      const answer = await fetch(delivery.url, { headers: { range: "bytes=2-4" } });
      expect(answer.status).toBe(206);
      expect(await answer.text()).toBe("pic");
      expect(answer.headers.get("content-type")).toBe(headers.contentType);
      expect(answer.headers.get("content-disposition")).toBe(headers.contentDisposition);
      const other = new URL(delivery.url);
      other.pathname = other.pathname.replace("full", "other");
      expect((await fetch(other)).status).toBe(403);
    }
    await files.remove(id);
    await files.remove(id);
    await files.inWorkFolder((work) =>
      expect(files.localFile(`${id}/full`, work).then((path) => readFile(path))).rejects.toThrow(),
    );
  });

  test("what is no id removes nothing, whatever a job names", async () => {
    const id = randomUUID();
    const source = join(folder, id);
    await writeFile(source, "a picture");
    await files.store(`${id}/full`, source, "image/webp");
    for (const wrong of [`../media/${id}`, "../../keys", `${id}/full`, "..", ".", ""]) {
      await expect(files.remove(wrong)).rejects.toThrow("no file has such an id");
      await expect(files.removeUpload(wrong)).rejects.toThrow("no file has such an id");
    }
    await files.inWorkFolder(async (work) => {
      expect(await readFile(await files.localFile(`${id}/full`, work), "utf8")).toBe("a picture");
    });
  });
});
