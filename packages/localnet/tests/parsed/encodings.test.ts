import { decompress } from "fzstd";
import { afterAll, describe, expect, it } from "vitest";
import { client, field } from "../support.ts";
import { a, accountViewer, b, c, packed } from "./support.ts";

const SYSTEM = "11111111111111111111111111111111";
const TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const short = Buffer.from("0102030405", "hex");
const long = Buffer.alloc(300_000, 7);
long.set(short, 150_000);

const { chain, show, close } = accountViewer([
  { address: a, owner: SYSTEM, data: short },
  { address: b, owner: TOKEN, data: long },
  { address: c, owner: SYSTEM, data: packed([1, 4], [1, 4], a, b, 5000n) },
]);
afterAll(close);

const unpacked = (shown: unknown) => Buffer.from(decompress(Buffer.from(String(field(shown, 0)), "base64")));

describe("account data", () => {
  it("is base58 by default, as a plain string", () => {
    expect(show(a, {})).toBe("7bWpTW");
    expect(show(a, { encoding: "binary" })).toBe("7bWpTW");
    expect(show(a, { encoding: "base58" })).toEqual(["7bWpTW", "base58"]);
  });

  it("can be base64", () => {
    expect(show(a, { encoding: "base64" })).toEqual(["AQIDBAU=", "base64"]);
    expect(show(b, { encoding: "base64" })).toEqual([long.toString("base64"), "base64"]);
  });

  it("can be base64 of Zstandard, of any length", () => {
    expect(field(show(a, { encoding: "base64+zstd" }), 1)).toBe("base64+zstd");
    expect(unpacked(show(a, { encoding: "base64+zstd" }))).toEqual(short);
    expect(unpacked(show(b, { encoding: "base64+zstd" })).equals(long)).toBe(true);
  });

  const slices: [number, number, string][] = [
    [0, 5, "0102030405"],
    [1, 2, "0203"],
    [3, 100, "0405"],
    [5, 1, ""],
    [2 ** 53 - 1, 2 ** 53 - 1, ""],
    [1, 0, ""],
  ];
  it.each(slices)("is cut from %i, %i bytes long, in every encoding of bytes", (offset, length, hex) => {
    const dataSlice = { offset, length };
    const bytes = Buffer.from(hex, "hex");
    expect(show(a, { encoding: "base64", dataSlice })).toEqual([bytes.toString("base64"), "base64"]);
    expect(unpacked(show(a, { encoding: "base64+zstd", dataSlice }))).toEqual(bytes);
    expect(show(a, { encoding: "jsonParsed", dataSlice })).toEqual([bytes.toString("base64"), "base64"]);
    expect(show(a, { encoding: "base58", dataSlice })).toEqual([expect.any(String), "base58"]);
  });

  it("has its whole size beside a slice", () => {
    const config = { encoding: "base64", dataSlice: { offset: 0, length: 1 }, commitment: "processed" };
    expect(field(chain.request("getAccountInfo", a.toBase58(), config), "value", "space")).toBe(5);
  });

  it("is not sliced when it is parsed, nor when a token program's account cannot be parsed", () => {
    const dataSlice = { offset: 1, length: 2 };
    expect(show(c, { encoding: "jsonParsed", dataSlice })).toMatchObject({ program: "nonce", space: 80 });
    expect(show(b, { encoding: "jsonParsed", dataSlice })).toEqual([long.toString("base64"), "base64"]);
  });

  it("of more than 128 bytes is refused in base58, but a slice of it is not", () => {
    const words = "Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.";
    for (const encoding of ["base58", "binary"]) {
      const refused = expect.objectContaining({ code: -32600, message: words });
      expect(() => show(b, { encoding })).toThrow(refused);
      expect(() => show(b, { encoding, dataSlice: { offset: 0, length: 129 } })).toThrow(refused);
      expect(show(b, { encoding, dataSlice: { offset: 0, length: 128 } })).toBeDefined();
    }
  });

  it("is refused in an unknown encoding, or with an incomplete slice", () => {
    expect(() => show(a, { encoding: "hex" })).toThrow(expect.objectContaining({ code: -32602 }));
    for (const dataSlice of [{ offset: 1 }, { length: 1 }, { offset: -1, length: 1 }, { offset: "0", length: 1 }, 5]) {
      expect(() => show(a, { encoding: "base64", dataSlice })).toThrow(expect.objectContaining({ code: -32602 }));
    }
  });

  it("of one account is the same in every method", () => {
    const wanted = { encoding: "base64+zstd", commitment: "processed" };
    const many = chain.request("getMultipleAccounts", [a.toBase58()], wanted);
    expect(field(many, "value", 0, "data")).toEqual(show(a, wanted));
    const owned = chain.request("getProgramAccounts", TOKEN, wanted);
    expect(field(owned, 0, "account", "data")).toEqual(show(b, wanted));
    expect(client(chain).balance(a)).toBe(1_000_000_000);
  });
});
