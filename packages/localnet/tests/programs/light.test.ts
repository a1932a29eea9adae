import { fileURLToPath } from "node:url";
import { Connection, PublicKey } from "@solana/web3.js";
import { expect, test } from "vitest";
import { BadFileError } from "../../src/bad-file-error.ts";
import { startLocalnet } from "../../src/index.ts";
import { ensureLight } from "../../src/light/ensure-light.ts";
import { readLight } from "../../src/light/light.ts";
import { temporaryFolder } from "../support.ts";

const folder = fileURLToPath(new URL("../../../../node_modules/.cache/tribe-light", import.meta.url));
const isFetched = await ensureLight(folder).then(
  () => readLight(folder).programs.length === 3,
  (error: unknown) => {
    if (error instanceof BadFileError && error.message.includes("can't be fetched")) return false;
    throw error;
  },
);

test.skipIf(!isFetched)(
  "a chain without Light gets its programs and trees, and keeps them over a restart",
  async () => {
    const ledger = temporaryFolder();
    await (await startLocalnet({ ledger: ledger.path })).stop();
    for (const options of [{ light: folder }, {}]) {
      const localnet = await startLocalnet({ ledger: ledger.path, ...options });
      const connection = new Connection(localnet.rpcUrl, "processed");
      const read = async (address: string) => connection.getAccountInfo(new PublicKey(address));
      expect(await read("cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m")).toMatchObject({ executable: true });
      const queue = await read("oq5oh5ZR3yGomuQgFduNDzjtGvVWfDRGLuDVjv9a96P");
      expect(queue?.owner.toBase58()).toBe("compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq");
      expect(queue?.lamports).toBe(6_960 * (128 + 962_536));
      expect(queue?.data).toHaveLength(962_536);
      await localnet.stop();
    }
    ledger.remove();
  },
);
