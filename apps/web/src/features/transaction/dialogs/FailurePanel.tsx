import type { FailureWords } from "@tribe/domain/words";
import { ErrorPanel } from "@tribe/ui";
import type { ReactNode } from "react";

/** What happened, why and what became of the money, what to do, the fold with the code, and OK. */
export const FailurePanel = ({
  failure,
  onAction,
  footer,
}: {
  failure: FailureWords;
  onAction: () => void;
  footer: ReactNode;
}) => <ErrorPanel {...failure} fills onAction={onAction} footer={footer} />;
