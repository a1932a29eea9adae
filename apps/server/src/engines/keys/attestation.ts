import { seedSigner } from "./keypair.ts";
import type { ChainSigner, Keys } from "./port.ts";

const opened = new WeakMap<Pick<Keys, "mac">, Promise<ChainSigner>>();

/**
 * Signs what the wallets' frames believe of people (`handle-statement.ts`). Its key is made of the one that wallets' records stand
 * under: whoever opens that opens this, nobody else does, and there is no second one to keep.
 */
export const attestationSigner = (keys: Pick<Keys, "mac">): Promise<ChainSigner> => {
  const found =
    opened.get(keys) ?? seedSigner(Buffer.from(keys.mac("wallet-record", "attestation-key:v1"), "base64url"));
  opened.set(keys, found);
  return found;
};
