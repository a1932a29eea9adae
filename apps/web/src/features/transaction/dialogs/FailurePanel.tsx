import type { FailureWords } from "@tribe/domain/words";
import { ErrorPanel } from "@tribe/ui";
import type { ReactNode } from "react";

/** The failure, its cause and the money, the next step, the fold with the code, and OK. */
export const FailurePanel = ({
  failure,
  onAction,
  footer,
}: {
  failure: FailureWords;
  onAction: () => void;
  footer: ReactNode;
}) => <ErrorPanel {...failure} fills onAction={onAction} footer={footer} />;
