import type { TransactionSignature } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { explorerLink } from "../../../shared/links/explorer.ts";
import type { Config } from "../../../shared/queries/config.ts";

/** 'View on Explorer' as the action of a toast. */
export const explorerAction = (config: Config, signature: TransactionSignature) => ({
  label: texts.viewOnExplorer,
  onClick: () => void window.open(explorerLink(config, "tx", signature), "_blank", "noreferrer"),
});
