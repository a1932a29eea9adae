import { Spinner } from "@tribe/ui";
import { ExplorerLink } from "../components/ExplorerLink.tsx";

/** A spinner with the current step, and the explorer's link once a signature exists. */
export const TransactionStatus = ({ text, signature = null }: { text: string; signature?: string | null }) => (
  <div className="my-auto flex min-h-48 flex-col items-center justify-center gap-4 py-8 text-center">
    <span className="text-ember-text">
      <Spinner size={32} />
    </span>
    <p role="status">{text}</p>
    <ExplorerLink signature={signature} />
  </div>
);
