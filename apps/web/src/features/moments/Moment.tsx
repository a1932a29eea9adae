import type { TransactionSignature } from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { type ReactNode, useEffect, useRef } from "react";
import { ExplorerLink } from "../../shared/components/ExplorerLink.tsx";

/**
 * The end of something that a person has done, as what it means to them: a picture, a sentence, and one button within the thumb's
 * reach. Below it, small, the specification's words and the explorer's link, if it was a transaction.
 */
export const Moment = ({
  picture,
  title,
  signature = null,
  action,
  children,
}: {
  readonly picture: ReactNode;
  readonly title: ReactNode;
  readonly signature?: TransactionSignature | null;
  readonly action: ReactNode;
  readonly children?: ReactNode;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus, the wallet's box or a button, is gone: a screen reader continues here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex grow animate-appear flex-col gap-4 pt-1 text-center">
      {picture}
      <div role="status" className="flex flex-col items-center gap-1.5">
        <h3
          ref={heading}
          tabIndex={-1}
          className="font-display text-xl font-bold text-balance wrap-anywhere outline-none"
        >
          {title}
        </h3>
        {children}
      </div>
      <div className="mt-auto flex flex-col gap-1">
        {signature === null ? null : (
          <div className="flex flex-wrap items-center justify-center gap-x-3 text-xs text-muted *:mx-0 *:text-xs">
            <span>{texts.transactionConfirmed}</span>
            <ExplorerLink signature={signature} />
          </div>
        )}
        {action}
      </div>
    </div>
  );
};
