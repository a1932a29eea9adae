import { texts } from "@tribe/domain";
import { ExternalLink } from "lucide-react";
import { explorerLink } from "../explorer.ts";
import { useConfig } from "../queries/config.ts";

/** 'View on Explorer' at the end of a line that tells of a transaction. */
export const ExplorerIconLink = ({ signature }: { signature: string }) => {
  const config = useConfig();
  if (!config) return null;
  return (
    <a
      href={explorerLink(config, "tx", signature)}
      target="_blank"
      rel="noreferrer"
      aria-label={texts.viewOnExplorer}
      className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-raised"
    >
      <ExternalLink aria-hidden size={14} />
    </a>
  );
};
