import { shortenAddress } from "@tribe/domain/money";
import { texts } from "@tribe/domain/words";
import { ExternalLink } from "@tribe/ui/icons";
import { explorerLink } from "../links/explorer.ts";
import { useConfig } from "../queries/config.ts";

/** 'View on Explorer' at the end of a line about a transaction or a token. */
export const ExplorerIconLink = (shown: { readonly signature: string } | { readonly token: string }) => {
  const config = useConfig();
  if (!config) return null;
  const isToken = "token" in shown;
  return (
    <a
      href={isToken ? explorerLink(config, "address", shown.token) : explorerLink(config, "tx", shown.signature)}
      target="_blank"
      rel="noreferrer"
      aria-label={isToken ? `${texts.viewOnExplorer}: token ${shortenAddress(shown.token)}` : texts.viewOnExplorer}
      className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-raised"
    >
      <ExternalLink aria-hidden size={14} />
    </a>
  );
};
