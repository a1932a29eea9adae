import type { Config } from "../queries/config.ts";

/** Link to a transaction or a token in the public explorer, with the cluster outside of mainnet. */
export const explorerLink = (
  config: Pick<Config, "cluster" | "explorerUrl" | "rpcUrl">,
  kind: "tx" | "address",
  id: string,
): string => {
  const url = new URL(`${config.explorerUrl.replace(/\/$/, "")}/${kind}/${id}`);
  if (config.cluster !== "mainnet-beta") url.searchParams.set("cluster", config.cluster);
  if (config.cluster === "custom") url.searchParams.set("customUrl", config.rpcUrl);
  return url.href;
};
