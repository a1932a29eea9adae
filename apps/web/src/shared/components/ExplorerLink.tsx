import { texts } from "@tribe/domain/words";
import { ExternalLink } from "@tribe/ui/icons";
import { explorerLink } from "../links/explorer.ts";
import { useConfig } from "../queries/config.ts";

/** 'View on Explorer' for a transaction; nothing until there is a signature. */
export const ExplorerLink = ({ signature }: { signature: string | null }) => {
  const config = useConfig();
  if (!config || !signature) return null;
  return (
    <a
      href={explorerLink(config, "tx", signature)}
      target="_blank"
      rel="noreferrer"
      className="mx-auto flex min-h-11 w-fit items-center gap-2 text-sm underline underline-offset-2"
    >
      {texts.viewOnExplorer}
      <ExternalLink aria-hidden size={14} />
    </a>
  );
};
