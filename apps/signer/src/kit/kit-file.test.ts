import { generateKeyPairSync } from "node:crypto";
import { getBase58Decoder, getBase58Encoder } from "@solana/kit";
import { describe, expect, it } from "vitest";
import { fromBase58, toBase58 } from "./encoding.ts";
import { keypairBytes, makeKit, openKit } from "./kit-file.ts";
import { kitAlphabet, newPassphrase, readPassphrase } from "./passphrase.ts";

const newWallet = () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const seed = new Uint8Array(privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32));
  const bytes = new Uint8Array(publicKey.export({ format: "der", type: "spki" }).subarray(-32));
  return { seed, address: getBase58Decoder().decode(bytes) };
};

const newKit = async () => {
  const wallet = newWallet();
  const passphrase = newPassphrase();
  const madeAt = new Date("2026-11-23T06:00:00Z");
  return { ...wallet, passphrase, kit: await makeKit({ ...wallet, passphrase, madeAt }) };
};

describe("a recovery kit", () => {
  it("gives the key for its passphrase, in whatever form that is typed", async () => {
    const { seed, address, passphrase, kit } = await newKit();
    const typed = [
      passphrase,
      passphrase.toLowerCase().replaceAll("-", " "),
      `  ${passphrase.replaceAll("-", "").replaceAll("1", "l").replaceAll("0", "O")}\n`,
    ];
    for (const each of typed)
      expect(await openKit(kit.text, each)).toEqual({
        seed,
        address,
        number: kit.number,
        madeAt: "2026-11-23T06:00:00.000Z",
      });
  });

  it("holds no byte of the key in clear, and no two kits of a wallet are alike", async () => {
    const { seed, address, passphrase, kit } = await newKit();
    const other = await makeKit({ seed, address, passphrase, madeAt: new Date() });
    expect(other.text).not.toBe(kit.text);
    for (const form of ["base64", "hex"] as const)
      expect(kit.text).not.toContain(Buffer.from(seed).toString(form).slice(0, 16));
    expect(kit.text).not.toContain(passphrase.slice(0, 9));
  });

  it("tells a wrong passphrase from a mistyped one", async () => {
    const { kit, passphrase } = await newKit();
    expect(await openKit(kit.text, newPassphrase())).toEqual({ fault: "wrongPassphrase" });
    for (const typed of ["", "hunter2", passphrase.slice(1), `${passphrase}0`, passphrase.replace(/^./, "U")])
      expect(await openKit(kit.text, typed)).toEqual({ fault: "mistypedPassphrase" });
  });

  it("detects each single damage of its file before it checks the passphrase", async () => {
    const { kit, passphrase } = await newKit();
    const file: Record<string, unknown> = JSON.parse(kit.text);
    for (const name of ["address", "number", "madeAt", "salt", "iv", "sealed", "checksum"]) {
      const value = String(file[name]);
      const changed = value.replace(/.$/, (last) => (last === "2" ? "3" : "2"));
      for (const damaged of [
        { ...file, [name]: changed },
        { ...file, [name]: 7 },
        { ...file, [name]: undefined },
      ])
        expect(await openKit(JSON.stringify(damaged), passphrase), name).toEqual({ fault: "damagedKit" });
    }
    for (const cut of [kit.text.slice(0, -20), kit.text.slice(5)])
      expect(await openKit(cut, passphrase)).toEqual({ fault: "notAKit" });
  });

  it("says when a file is not a kit, or of a later version", async () => {
    const { kit, passphrase } = await newKit();
    const later = { ...JSON.parse(kit.text), tribeRecoveryKit: 2 };
    expect(await openKit(JSON.stringify(later), passphrase)).toEqual({ fault: "newerKit" });
    for (const text of ["", "null", "[]", "{}", '{"tribeRecoveryKit":"1"}', '{"tribeRecoveryKit":0}'])
      expect(await openKit(text, passphrase)).toEqual({ fault: "notAKit" });
  });

  it("gives the key in the format of Solana's tools", async () => {
    const { seed, address } = newWallet();
    const bytes = keypairBytes(seed, address);
    expect([...(bytes ?? [])]).toEqual([...seed, ...getBase58Encoder().encode(address)]);
    expect(keypairBytes(seed, "no address")).toBeNull();
  });
});

describe("a kit's passphrase", () => {
  it("has 130 random bits in seven groups of four", () => {
    const made = new Set(Array.from({ length: 200 }, newPassphrase));
    expect(made.size).toBe(200);
    const signs = new Set([...made].flatMap((each) => [...each]));
    expect(signs).toEqual(new Set([...kitAlphabet, "-"]));
    for (const each of made) expect(each).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){6}$/);
  });

  it("is rejected with any one character changed, or with two neighbours swapped", () => {
    const plain = newPassphrase().replaceAll("-", "");
    expect(readPassphrase(plain)).toBe(plain.slice(0, 26));
    for (let at = 0; at < plain.length; at += 1) {
      for (const sign of kitAlphabet)
        if (sign !== plain[at]) expect(readPassphrase(plain.slice(0, at) + sign + plain.slice(at + 1))).toBeNull();
      const [a = "", b = ""] = [plain[at], plain[at + 1]];
      if (a !== b && b !== "") expect(readPassphrase(plain.slice(0, at) + b + a + plain.slice(at + 2))).toBeNull();
    }
  });
});

describe("base58", () => {
  it("is Solana's own", () => {
    for (const bytes of [
      new Uint8Array(32),
      Uint8Array.of(0, 0, 1, ...new Uint8Array(29)),
      crypto.getRandomValues(new Uint8Array(32)),
    ]) {
      const text = getBase58Decoder().decode(bytes);
      expect(toBase58(bytes)).toBe(text);
      expect(fromBase58(text, 32)).toEqual(bytes);
    }
    for (const wrong of ["", "0", "l", "1".repeat(31), "1".repeat(33), "z".repeat(44)])
      expect(fromBase58(wrong, 32)).toBeNull();
  });
});
