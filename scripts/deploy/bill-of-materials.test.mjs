import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../lib/run.mjs";
import { billOfMaterials, crateComponents, npmComponents } from "./bill-of-materials.mjs";

it("lists the packages of production, with hashes, and none that only builds or tests it", () => {
  const packages = {
    "": { version: "0.1.0" },
    "packages/own": { version: "0.1.0" },
    "node_modules/@tribe/own": { link: true },
    "node_modules/@a/b": { version: "1.0.0", integrity: `sha512-${Buffer.from("ab").toString("base64")}` },
    "node_modules/@a/b/node_modules/c": { version: "2.0.0" },
    "node_modules/tests-only": { version: "3.0.0", dev: true },
  };
  expect(npmComponents({ packages })).toEqual([
    {
      type: "library",
      name: "@a/b",
      version: "1.0.0",
      purl: "pkg:npm/%40a/b@1.0.0",
      hashes: [{ alg: "SHA-512", content: "6162" }],
    },
    { type: "library", name: "c", version: "2.0.0", purl: "pkg:npm/c@2.0.0", hashes: [] },
  ]);
});

it("lists every crate from a registry, with its checksum", () => {
  const lock = readFileSync(`${root}/programs/Cargo.lock`, "utf8");
  expect(crateComponents(lock)).toHaveLength(lock.match(/^checksum = /gm)?.length ?? expect.unreachable());
});

it("lists each component once, including those for authentication and key sharing and those that are vendored", () => {
  const purls = billOfMaterials().components.map(({ purl }) => purl);
  expect(new Set(purls).size).toBe(purls.length);
  // The last one is vendored, and a tool of development besides.
  for (const name of ["openid-client", "shamir-secret-sharing", "fastify", "pg", "%40solana/kit", "lucide-react"])
    expect(purls.filter((purl) => purl.startsWith(`pkg:npm/${name}@`)).length).toBeGreaterThan(0);
  expect(purls.some((purl) => purl.startsWith("pkg:npm/vitest@"))).toBe(false);
});
