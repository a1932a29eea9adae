import { type SignerConfig, signerConfigSchema } from "@tribe/contract";

/** Asks the signer's own host for whom it works. @throws Error when it does not answer as the contract says. */
export const loadConfig = async (): Promise<SignerConfig> => {
  const response = await fetch("/config.json", { cache: "no-store", credentials: "omit" });
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  return signerConfigSchema.parse(await response.json());
};
