import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

// TypeScript can't say who may import a function, so the sources are read: a flow that signs past the judgement fails here.

const sources = fileURLToPath(new URL("..", import.meta.url));

const files = (readdirSync(sources, { recursive: true, encoding: "utf8" }) as string[]).filter(
  (file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !file.startsWith("testing/"),
);
/** The files that mention a name, without those that only define it. */
const mentioning = (name: string): string[] =>
  files.filter((file) => new RegExp(`\\b${name}\\b`).test(readFileSync(join(sources, file), "utf8"))).sort();

describe("a key of the wallet", () => {
  it("signs transactions and messages only through a permit", () => {
    expect(mentioning("signBytes")).toEqual(["keys/ed25519.ts", "outflow/permit.ts"]);
    // Only keys that can't be exported sign, and they are made in one file.
    expect(mentioning("privateKey").filter((file) => !file.startsWith("approvals/"))).toEqual([
      "keys/device.ts",
      "keys/ed25519.ts",
      "storage/account-record.ts",
    ]);
  });

  it("is permitted where something was declared, judged and confirmed, and for a move between a person's own wallets", () => {
    expect(mentioning("permitOf")).toEqual(["outflow/permit.ts", "signing/flows.ts"]);
    expect(mentioning("permitOwnMove")).toEqual(["moves/move-assets.ts", "outflow/permit.ts"]);
  });

  it("is asked for by the flows that declare: the app's requests lead to nothing else that signs", () => {
    expect(mentioning("confirmInWallet")).toEqual([
      "airdrops/airdrop-flow.ts",
      "airdrops/end-flow.ts",
      "signing/claims.ts",
      "signing/flows.ts",
    ]);
    // `unlock` of the frame answers an address; `flows.ts` counts what leaves before it gets the key.
    expect(mentioning("unlockKey")).toEqual(["signer.ts", "signing/flows.ts", "wallet/ensure-wallet.ts"]);
  });
});

it("reads the sources that it means to", () => {
  expect(files.length).toBeGreaterThan(100);
  expect(relative(sources, join(sources, "outflow/permit.ts"))).toBe("outflow/permit.ts");
});
