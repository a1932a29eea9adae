import { chatTexts } from "@tribe/domain/words";
import { Check, Copy } from "@tribe/ui/icons";
import { useEffect, useState } from "react";
import { toast } from "../../../../shared/notices/toast.ts";

/** Lines of code, which scroll by themselves, and a button that copies them. */
export const CodeBlock = ({ code }: { code: string }) => {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => toast.error(chatTexts.codeNotCopied),
    );
  };
  return (
    <div className="relative my-1 rounded-control bg-surface first:mt-0 last:mb-0" dir="ltr">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        className="overflow-x-auto overscroll-x-contain py-2.5 ps-3 pe-11 font-mono text-[13px] leading-5 whitespace-pre [overflow-wrap:normal]"
      >
        <code>{code}</code>
      </pre>
      <button
        type="button"
        aria-label={isCopied ? "Copied" : "Copy code"}
        title="Copy code"
        onClick={copy}
        className="absolute end-0 top-0 flex size-10 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
      >
        {isCopied ? <Check aria-hidden size={16} className="text-up" /> : <Copy aria-hidden size={16} />}
      </button>
    </div>
  );
};
