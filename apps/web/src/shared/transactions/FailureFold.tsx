import { useQuery } from "@tanstack/react-query";
import type { TransactionSignature } from "@tribe/contract";
import {
  detailsAsText,
  detailsCopyTexts,
  detailsOfCode,
  type FailureDetails,
  type FailureWords,
} from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import { Copy } from "@tribe/ui/icons";
import { useState } from "react";
import { toast } from "../notices/toast.ts";
import { useConfig } from "../queries/config.ts";
import { failureOfSignature } from "./failure-of-signature.ts";

/**
 * The failure's code, the request's name in the server's log, and the messages of program and node, in a fold under the catalogue's words. If it failed on chain and the
 * server followed it, the logs are loaded when the fold is opened.
 */
export const FailureFold = ({
  failure,
  signature,
}: {
  failure: FailureWords;
  signature: TransactionSignature | null;
}) => {
  const [isOpen, setOpen] = useState(false);
  const config = useConfig();
  const known = failure.details ?? detailsOfCode(failure);
  const asks = known !== null && known.logs.length === 0 && signature !== null && config !== null;
  const chain = useQuery({
    queryKey: ["failure", signature],
    queryFn: () => (config && signature ? failureOfSignature(config, signature) : null),
    enabled: isOpen && asks,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <details
      className="mx-auto w-full max-w-md px-4 text-start text-sm"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="mx-auto flex min-h-11 w-fit cursor-pointer items-center text-muted underline underline-offset-2">
        Details
      </summary>
      {isOpen ? <DetailLines failure={failure} details={chain.data ?? known} isAsking={chain.isLoading} /> : null}
    </details>
  );
};

const DetailLines = ({
  failure: { code, requestId },
  details,
  isAsking,
}: {
  failure: FailureWords;
  details: FailureDetails | null;
  isAsking: boolean;
}) => {
  const facts = [
    ["Code", code],
    ["Request", requestId ?? null],
    ["Program", details?.program ?? null],
    ["Error Code", details?.errorCode ?? null],
    ["Error Number", details?.errorNumber ?? null],
    ["Error Message", details?.errorMessage ?? null],
  ] as const;
  const logs = details?.logs ?? [];
  const copy = () => {
    navigator.clipboard.writeText(detailsAsText(code, details, requestId)).then(
      () => toast.success(detailsCopyTexts.copied),
      () => toast.error(detailsCopyTexts.notCopied),
    );
  };
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-col gap-2">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ),
        )}
      </dl>
      {isAsking ? <p role="status">Loading logs from the chain…</p> : null}
      {logs.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section aria-label="Logs" tabIndex={0} className="max-h-48 overflow-auto rounded-control bg-raised p-3">
          <pre className="text-xs break-all whitespace-pre-wrap">{logs.join("\n")}</pre>
        </section>
      ) : null}
      <Button small icon={<Copy aria-hidden size={14} />} onClick={copy} className="self-start">
        Copy details
      </Button>
    </div>
  );
};
