import { ChevronDown } from "@tribe/ui/icons";
import type { ReactNode } from "react";

interface SecurityFactProps {
  /** A heading, one level below its section's. */
  readonly title: string;
  /** The summary in a sentence. */
  readonly sentence: ReactNode;
  /** The details, which a press on the sentence shows. */
  readonly children: ReactNode;
}

/** A fact about security: a heading and a sentence, with collapsed details. */
export const SecurityFact = ({ title, sentence, children }: SecurityFactProps) => (
  <details className="group border-t border-line py-1 text-sm">
    <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-control py-1 [&::-webkit-details-marker]:hidden">
      <span className="min-w-0 flex-1">
        <h3 className="font-medium">{title}</h3>
        <span className="block text-pretty wrap-anywhere text-muted">{sentence}</span>
      </span>
      <ChevronDown aria-hidden size={16} className="shrink-0 text-muted transition-transform group-open:rotate-180" />
    </summary>
    <div className="flex flex-col gap-2 pr-7 pb-2 text-pretty">{children}</div>
  </details>
);
