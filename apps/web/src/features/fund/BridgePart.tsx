import { useQuery } from "@tanstack/react-query";
import { type Address, routes } from "@tribe/contract";
import { fundTexts } from "@tribe/domain/words";
import { Button, buttonClasses } from "@tribe/ui";
import { ExternalLink } from "@tribe/ui/icons";
import { api } from "../../shared/api/api.ts";
import { useConfig } from "../../shared/queries/config.ts";

/** A link to a bridge's page, which swaps assets on other chains to SOL. Renders nothing without a configured bridge. */
export const BridgePart = ({ address }: { address: Address }) => {
  const config = useConfig();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["bridgePage", address],
    queryFn: ({ signal }) => api(routes.fund.bridgePage, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: config?.hasBridge === true,
  });
  // Rendered before the link is loaded, to avoid a layout shift.
  if (!config?.hasBridge || data?.url === null) return null;
  const hasFailed = error !== null && !isFetching;
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4" aria-labelledby="bridge-heading">
      <h3 id="bridge-heading" className="text-sm font-medium">
        From another chain
      </h3>
      {data ? (
        <a href={data.url} target="_blank" rel="noopener noreferrer" className={`${buttonClasses("secondary")} w-full`}>
          Open deBridge
          <ExternalLink aria-hidden size={16} />
          <span className="sr-only">(in a new tab)</span>
        </a>
      ) : (
        <Button busy={!hasFailed} onClick={() => void refetch()}>
          {hasFailed ? "Try again" : "Open deBridge"}
        </Button>
      )}
      {hasFailed ? (
        <p role="alert" className="text-xs text-muted">
          {fundTexts.bridgeFailed}
        </p>
      ) : (
        <p className="text-xs text-muted">
          Swap ETH, USDC and others into SOL. Before you confirm there, check that the recipient ends in{" "}
          <strong className="font-mono text-text">{address.slice(-4)}</strong>.
        </p>
      )}
    </section>
  );
};
