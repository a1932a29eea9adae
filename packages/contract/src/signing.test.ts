import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalQuery, canonicalRequest, fromBase64Url, newNonce, signRequest, toBase64Url } from "./signing.ts";

interface VectorRequest {
  accessToken: string;
  timestamp: number;
  nonce: string;
  method: string;
  path: string;
  query: [string, string][];
  payload: string;
}
interface Vectors {
  cases: { name: string; secret: string; request: VectorRequest; canonical: string; signature: string }[];
  differs: { name: string; secret: string; first: VectorRequest; second: VectorRequest }[];
  refused: { name: string; secret: string; request: VectorRequest; signature: string }[];
}
const vectors: Vectors = JSON.parse(readFileSync(new URL("../../../interop/signing.json", import.meta.url), "utf8"));
const partsOf = (request: VectorRequest) => ({ ...request, payload: new TextEncoder().encode(request.payload) });

describe("shared vectors", () => {
  test("are at least 40, including negative ones", () => {
    const { cases, differs, refused } = vectors;
    expect(cases.length + differs.length + refused.length).toBeGreaterThanOrEqual(40);
    expect(Math.min(differs.length, refused.length)).toBeGreaterThan(9);
  });

  test.each(vectors.cases)("sign: $name", async ({ secret, request, canonical, signature }) => {
    expect(await canonicalRequest(partsOf(request))).toBe(canonical);
    expect(await signRequest(secret, partsOf(request))).toBe(signature);
  });

  test.each(vectors.differs)("tell apart: $name", async ({ secret, first, second }) => {
    expect(await signRequest(secret, partsOf(first))).not.toBe(await signRequest(secret, partsOf(second)));
  });

  test.each(vectors.refused)("refuse a signature: $name", async ({ secret, request, signature }) => {
    expect(await signRequest(secret, partsOf(request))).not.toBe(signature);
  });
});

const anyQuery = fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })), { maxLength: 8 });

test("the order of a query's parameters never matters", () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      expect(canonicalQuery([...query].reverse())).toBe(canonicalQuery(query));
    }),
  );
});

test("a canonical query decodes to its parameters", () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const decoded = canonicalQuery(query)
        .split("&")
        .filter((pair) => pair !== "")
        .map((pair) => pair.split("=").map(decodeURIComponent).join("\u0000"));
      expect(decoded.sort()).toEqual(query.map(([key, value]) => `${key}\u0000${value}`).sort());
    }),
  );
});

test("bytes survive base64url, with and without padding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const text = toBase64Url(Uint8Array.from(bytes));
      expect(text).toMatch(/^[A-Za-z0-9_-]*$/);
      expect([...fromBase64Url(text)]).toEqual([...bytes]);
    }),
  );
});

test("a nonce is 128 random bits and is never repeated", () => {
  const nonces = Array.from({ length: 100 }, newNonce);
  expect(new Set(nonces).size).toBe(100);
  for (const nonce of nonces) expect(fromBase64Url(nonce).length).toBe(16);
});
