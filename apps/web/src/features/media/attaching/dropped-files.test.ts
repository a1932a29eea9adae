import { expect, test } from "vitest";
import { droppedFiles } from "./dropped-files.ts";

const file = (name: string, size = 3) => new File([new Uint8Array(size)], name);

/** The parts of a browser's item that are read. */
const itemOf = (given: File | null, entry?: { readonly isDirectory: boolean } | null): DataTransferItem => {
  const item: unknown = {
    kind: "file",
    getAsFile: () => given,
    ...(entry === undefined ? {} : { webkitGetAsEntry: () => entry }),
  };
  return item as DataTransferItem; // nothing else of it is used
};
const text: unknown = { kind: "string", getAsFile: () => null };
const dropOf = (items: readonly unknown[], files: readonly File[] = []) => {
  const transfer: unknown = { items, files };
  return droppedFiles(transfer as Pick<DataTransfer, "items" | "files">); // both are only iterated
};
const folder = itemOf(file("a-folder", 4_096), { isDirectory: true });
const [one, other] = [file("one.png"), file("one.png")];
const oneItem = itemOf(one, { isDirectory: false });

test.each([
  ["a folder alone", [folder], [], true],
  ["several folders", [folder, folder], [], true],
  ["a folder between files", [oneItem, folder, itemOf(other, { isDirectory: false })], [one, other], true],
  ["files that have no entry, such as a pasted picture", [itemOf(one, null)], [one], false],
  ["files in a browser that tells nothing of folders", [itemOf(one)], [one], false],
  ["a picture of another page, with its address", [text, oneItem, text], [one], false],
  ["an address alone", [text, text], [], false],
  ["a file that the other program takes back", [itemOf(null, null)], [], false],
] as const)("%s: the files are taken, and folders are told", (_what, items, files, hasFolder) => {
  const dropped = dropOf(items, [file("never asked")].slice(items.some((item) => item !== text) ? 0 : 1));
  expect(dropped.hasFolder).toBe(hasFolder);
  expect(dropped.files).toHaveLength(files.length);
  for (const [at, each] of files.entries()) expect(dropped.files[at]).toBe(each);
});

test("a browser without items gives its list of files", () => {
  expect(dropOf([], [one, other])).toEqual({ files: [one, other], hasFolder: false });
});
