import { walletPageFragment } from "@tribe/contract";
import { ExternalLink } from "@tribe/ui/icons";
import { useConfig } from "../../../shared/queries/config.ts";

/** Opens the wallet's own page in a window of its own: no page of the app can see what the person does there. */
export const OwnPageLink = () => {
  const signerUrl = useConfig()?.signerUrl ?? null;
  if (signerUrl === null) return null;
  return (
    <a
      href={`${signerUrl}/${walletPageFragment}`}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-12 items-center gap-2 self-start rounded-control border border-line-strong px-4 text-sm font-medium"
    >
      Open your wallet's own page
      <ExternalLink aria-hidden size={16} />
    </a>
  );
};
