import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { chmod, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readOrMakeFile } from "./key-file.ts";
import { chainSigner, makeKeypairFile } from "./keypair.ts";
import type { EnvelopePurpose, Keys } from "./port.ts";

const formatVersion = 1;
const ivBytes = 12;
const tagBytes = 16;

/**
 * Keys in files of mode 0600 below the data folder, made at the first start. The two Solana keypairs have the format of
 * Solana's own tools. Whoever reads this folder can co-sign and open shares: a backup of it is as secret as it is.
 */
export const openFileKeys = async (dataDir: string): Promise<Keys> => {
  const folder = join(dataDir, "keys");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const secret = async (name: string): Promise<Buffer> => {
    const file = join(folder, `${name}.key`);
    await readOrMakeFile(file, () => randomBytes(32).toString("base64"));
    const key = Buffer.from(await readFile(file, "utf8"), "base64");
    if (key.length !== 32) throw new Error(`${file} is damaged: it does not hold 32 bytes`);
    return key;
  };
  const envelope: Record<EnvelopePurpose, Buffer> = {
    "session-secret": await secret("session-secret"),
    "server-share": await secret("server-share"),
    "recovery-share": await secret("recovery-share"),
    oauth: await secret("oauth"),
    mail: await secret("mail"),
  };
  const macKey = await secret("mac");
  return {
    admin: await chainSigner(await makeKeypairFile(join(folder, "admin.json"))),
    superAdmin: await chainSigner(await makeKeypairFile(join(folder, "super-admin.json"))),
    seal: async (purpose, context, plain) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", envelope[purpose], iv).setAAD(boundTo(purpose, context));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(formatVersion), iv, cipher.getAuthTag(), body]);
    },
    open: async (purpose, context, sealed) => {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== formatVersion || bytes.length < 1 + ivBytes + tagBytes) throw new Error("not a sealed value");
      const decipher = createDecipheriv("aes-256-gcm", envelope[purpose], bytes.subarray(1, 1 + ivBytes))
        .setAAD(boundTo(purpose, context))
        .setAuthTag(bytes.subarray(1 + ivBytes, 1 + ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(1 + ivBytes + tagBytes)), decipher.final()]);
    },
    mac: (purpose, text) => createHmac("sha256", macKey).update(`${purpose}\0${text}`).digest("base64url"),
  };
};

const boundTo = (purpose: EnvelopePurpose, context: string): Buffer => Buffer.from(`tribe:${purpose}\0${context}`);
