import { useQuery } from "@tanstack/react-query";
import type { Mint } from "@tribe/contract";
import { formatBps, inviterBps } from "@tribe/domain/money";
import { shareTexts } from "@tribe/domain/words";
import { Button, buttonClasses, Loading, Skeleton } from "@tribe/ui";
import { Copy, Download, Link2, Share2 } from "@tribe/ui/icons";
import { useEffect, useState } from "react";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { copyLink } from "../../shared/links/share-link.ts";
import { toast } from "../../shared/notices/toast.ts";
import { keys } from "../../shared/queries/keys.ts";
import { useToken } from "../../shared/queries/token.ts";
import { fetchShareImage, postOnFarcaster, postOnX } from "./share-image.ts";

/** Narrower padding for the longest label, so that it fits on one line where a phone shows two buttons side by side. */
const farcasterClasses = `${buttonClasses("secondary")} px-2! text-center`;

/** A picture with buttons to copy, save, share and post it. */
export const ShareImageDialog = ({ title, request, text, link, fileName }: DialogPropsByName["shareImage"]) => {
  const image = useQuery({
    queryKey: keys.shareImage(request),
    queryFn: ({ signal }) => fetchShareImage(request, signal),
    staleTime: 60_000,
    gcTime: 60_000,
  });
  const blob = image.data ?? null;
  const url = useObjectUrl(blob);
  const file = blob && new File([blob], fileName, { type: "image/png" });
  const canShare = file !== null && navigator.canShare?.({ files: [file] }) === true;
  return (
    <DialogFrame title={title}>
      <div className="mb-4 flex flex-col gap-2">
        <Button
          variant="primary"
          className="min-h-12"
          icon={<Link2 aria-hidden size={18} />}
          onClick={() => void copyLink(link)}
        >
          Copy link
        </Button>
        <InviterShare mint={request.mint} link={link} />
      </div>
      {image.error ? (
        <QueryError error={image.error} onRetry={() => void image.refetch()} />
      ) : url === null ? (
        <Loading label="Drawing the picture">
          <Skeleton className="aspect-[1200/630] w-full rounded-card" />
        </Loading>
      ) : (
        <img
          src={url}
          alt={text}
          width={1_200}
          height={630}
          className="h-auto w-full rounded-card border border-line"
        />
      )}
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button icon={<Copy aria-hidden size={18} />} disabled={blob === null} onClick={() => blob && void copy(blob)}>
          Copy picture
        </Button>
        {url === null ? (
          <Button icon={<Download aria-hidden size={18} />} disabled>
            Save
          </Button>
        ) : (
          <a href={url} download={fileName} className={buttonClasses("secondary")}>
            <Download aria-hidden size={18} /> Save
          </a>
        )}
        <a href={postOnX(text, link)} target="_blank" rel="noreferrer" className={buttonClasses("secondary")}>
          Post on X
        </a>
        <a href={postOnFarcaster(text, link)} target="_blank" rel="noreferrer" className={farcasterClasses}>
          Post on Farcaster
        </a>
        {canShare ? (
          <Button
            className="col-span-2"
            icon={<Share2 aria-hidden size={18} />}
            onClick={() => void share(file, text, link)}
          >
            Share
          </Button>
        ) : null}
      </div>
    </DialogFrame>
  );
};

/** What the link earns for whoever shares it; nothing for a visitor, whose link names nobody. */
const InviterShare = ({ mint, link }: { mint: Mint; link: string }) => {
  const { data: token } = useToken(mint);
  if (!token || !new URL(link).searchParams.has("invite")) return null;
  return (
    <p className="text-center text-sm text-muted text-pretty">
      You earn {formatBps(inviterBps(token.fees))} of what people who join through it trade, and it costs them nothing.
    </p>
  );
};

const useObjectUrl = (blob: Blob | null): string | null => {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
};

const copy = async (blob: Blob): Promise<void> => {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    toast.success(shareTexts.copied);
  } catch {
    toast.error(shareTexts.notCopied);
  }
};

const share = async (file: File, text: string, url: string): Promise<void> => {
  try {
    await navigator.share({ files: [file], text, url });
  } catch (error) {
    // Closing the device's share sheet is no failure.
    if (!(error instanceof DOMException && error.name === "AbortError")) toast.error(shareTexts.notShared);
  }
};
