import { seedSigner } from "./keypair.ts";
import type { ChainSigner, Keys } from "./port.ts";

const opened = new WeakMap<Pick<Keys, "mac">, Promise<ChainSigner>>();

/**
 * Signs the statements about people that wallet frames trust (`handle-statement.ts`). Its key is derived from the one that
 * authenticates the wallets' records: only a process with that key has this one, and there is no second key to store.
 */
export const attestationSigner = (keys: Pick<Keys, "mac">): Promise<ChainSigner> => {
  const found =
    opened.get(keys) ?? seedSigner(Buffer.from(keys.mac("wallet-record", "attestation-key:v1"), "base64url"));
  opened.set(keys, found);
  return found;
};
