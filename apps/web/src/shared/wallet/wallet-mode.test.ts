import { expect, test } from "vitest";
import { walletMode } from "./wallet-mode.ts";
import type { Safety } from "./wallet-safety.ts";

const now = 1_800_000_000_000;
const hour = 3_600_000;
const kit = { number: "7XQ2M0AB", triedAt: now };
const passkey = (from = now, until: number | null = null) =>
  ({ kind: "passkey", id: `id-${from}-${until}`, name: "Passkey", addedAt: now, from, triedAt: now, until }) as const;
const safety = (change: Partial<Safety>): Safety => ({
  waits: [],
  kit: null,
  recovery: "mail_link",
  ways: [],
  ...change,
});

test.each([
  ["with nothing of their own", {}, "If you lose this device: by e-mail only", "passkeyAndKit"],
  ["with a passkey", { ways: [passkey()] }, "If you lose this device: by a passkey or e-mail", "kit"],
  ["with a kit", { kit }, "If you lose this device: by a kit or e-mail", "passkey"],
  [
    "with a passkey that ends",
    { ways: [passkey(now, now + hour)] },
    "If you lose this device: by e-mail only",
    "passkeyAndKit",
  ],
  [
    "with two ways",
    { recovery: "passkey", ways: [passkey()], kit },
    "If you lose this device: by a passkey or a kit",
    null,
  ],
  [
    "with two passkeys",
    { recovery: "passkey", ways: [passkey(), passkey(now - 1)] },
    "If you lose this device: by 2 passkeys only",
    null,
  ],
] as const)("the wallet of somebody %s says so, and what is missing", (_who, change, line, missing) => {
  const { ways } = { ways: [], ...change };
  const mode = walletMode(safety({ ...change, ways: [...ways] }), now);
  expect(mode).toEqual({ line, missing, isByMail: change !== undefined && !("recovery" in change) });
});

test("a passkey that waits brings nothing back yet, and nobody is asked for another", () => {
  const mode = walletMode(safety({ ways: [passkey(now + hour)] }), now);
  expect(mode?.line).toMatch(/^If you lose this device: by e-mail only\. A new passkey counts from /);
  expect(mode?.missing).toBe("kit");
});

test("nothing is said of no wallet", () => {
  expect(walletMode({ waits: [], kit: null }, now)).toBeNull();
});
