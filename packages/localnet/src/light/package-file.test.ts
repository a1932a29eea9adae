import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BadFileError } from "../bad-file-error.ts";
import { archiveName, fetchPackage, filesOf, hasPackage, readPackage } from "./package-file.ts";

/** One file in ustar, as npm writes them. */
const entry = (path: string, content: Buffer, type = "0"): Buffer => {
  const head = Buffer.alloc(512);
  head.write(path, 0);
  head.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
  head.write(type, 156);
  head.write("ustar\x0000", 257);
  const padded = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  content.copy(padded);
  return Buffer.concat([head, padded]);
};
const archiveOf = (...entries: Buffer[]) => gzipSync(Buffer.concat([...entries, Buffer.alloc(1_024)]));
const [small, large] = [Buffer.from("a"), Buffer.alloc(1_500, 7)];
const archive = archiveOf(
  entry("package/a", small),
  entry("package/b", large),
  entry("package/empty", Buffer.alloc(0)),
);
const pinned = {
  name: "@tribe/no-such-package",
  version: "1.2.3",
  sha512: createHash("sha512").update(archive).digest("base64"),
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "localnet-light-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("reads every plain file of an archive, and nothing else", () => {
  const files = filesOf("x.tgz", archive);
  expect([...files].map(([path, bytes]) => [path, bytes.length])).toEqual([
    ["package/a", 1],
    ["package/b", 1_500],
    ["package/empty", 0],
  ]);
  expect(files.get("package/b")?.equals(large)).toBe(true);
  expect([...filesOf("x.tgz", archiveOf(entry("package", Buffer.alloc(0), "5"), entry("link", small, "2")))]).toEqual(
    [],
  );
});

test.each([
  ["no archive", Buffer.from("plain text")],
  ["an archive that is cut", gzipSync(entry("package/b", large).subarray(0, 1_000))],
  ["something else that is compressed", gzipSync(Buffer.alloc(2_000, 65))],
  ["an archive whose compressed bytes are cut", archive.subarray(0, archive.length - 20)],
])("refuses %s by name", (_what, bytes) => {
  expect(() => filesOf("x.tgz", bytes)).toThrow(BadFileError);
  expect(() => filesOf("x.tgz", bytes)).toThrow(/^x\.tgz is /);
});

test("accepts an existing package only with the pinned hash", () => {
  expect(archiveName(pinned)).toBe("tribe-no-such-package-1.2.3.tgz");
  expect(hasPackage(folder, pinned)).toBe(false);
  expect(() => readPackage(folder, pinned)).toThrow(/is not there$/);
  writeFileSync(join(folder, archiveName(pinned)), archive);
  expect(hasPackage(folder, pinned)).toBe(true);
  expect(readPackage(folder, pinned).equals(archive)).toBe(true);
  writeFileSync(join(folder, archiveName(pinned)), Buffer.concat([archive, Buffer.of(0)]));
  expect(() => readPackage(folder, pinned)).toThrow(/is not @tribe\/no-such-package 1\.2\.3 as it was published/);
});

test("reports a package that cannot be downloaded, and leaves no files behind", async () => {
  const before = process.env.npm_config_registry;
  process.env.npm_config_registry = "http://127.0.0.1:9";
  try {
    await expect(fetchPackage(join(folder, "new"), pinned)).rejects.toThrow(
      /^tribe-no-such-package-1\.2\.3\.tgz can't be fetched through npm: /,
    );
  } finally {
    if (before === undefined) delete process.env.npm_config_registry;
    else process.env.npm_config_registry = before;
  }
  expect(readdirSync(join(folder, "new"))).toEqual([]);
});
