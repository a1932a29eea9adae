import { useEffect, useState } from "react";
import { classes } from "./classes.ts";
import { Check, Copy } from "./icons/index.ts";

export interface AddressChipProps {
  address: string;
  /** The text shown: three characters of each side, or the whole address. */
  shown: string;
  /** Called after the address was copied, to say 'Address copied to clipboard'. */
  onCopied: () => void;
  /** Called when the browser refused access to the clipboard. */
  onFailed: () => void;
  className?: string;
}

/** An address that copies itself when pressed. */
export const AddressChip = ({ address, shown, onCopied, onFailed, className }: AddressChipProps) => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      aria-label={`Copy address ${shown}`}
      title={address}
      onClick={() => {
        navigator.clipboard.writeText(address).then(() => {
          setCopied(true);
          onCopied();
        }, onFailed);
      }}
      className={classes(
        "inline-flex min-h-9 max-w-full items-center gap-2 rounded-control bg-raised px-3 py-1.5 text-left text-sm tabular-nums hover:bg-line pointer-coarse:min-h-11",
        // The short form must not break.
        shown === address ? "break-all" : "shrink-0 whitespace-nowrap",
        className,
      )}
    >
      {shown}
      {copied ? (
        <Check aria-hidden size={14} className="shrink-0 text-up" />
      ) : (
        <Copy aria-hidden size={14} className="shrink-0 text-muted" />
      )}
    </button>
  );
};
