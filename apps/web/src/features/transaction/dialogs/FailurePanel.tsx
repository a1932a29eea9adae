import type { Mint } from "@tribe/contract";
import { formatAmount, pricesOf } from "@tribe/domain/money";
import { apiCodeOf, apiFailure, type FailureWords, stepFailure } from "@tribe/domain/words";
import { ErrorPanel } from "@tribe/ui";
import { type ReactNode, useEffect } from "react";
import { useToken } from "../../../shared/queries/token.ts";

/** The same order once more, at the price that the token has by then. */
export interface OrderAgain {
  readonly mint: Mint;
  /** Goes on to the wallet's box by itself. */
  readonly act: () => void;
}

interface FailurePanelProps {
  readonly failure: FailureWords;
  readonly onAction: () => void;
  readonly footer: ReactNode;
  readonly again: OrderAgain | null;
}

const isOfPrice = (failure: FailureWords): boolean =>
  failure.code === stepFailure("slippage").code ||
  failure.code === apiFailure("slippage_exceeded").code ||
  apiCodeOf(failure) === "slippage_exceeded";

/** The failure, its cause and the money, the next step, the fold with the code, and OK; for a moved price the order again. */
export const FailurePanel = ({ again, ...panel }: FailurePanelProps) =>
  again && isOfPrice(panel.failure) ? (
    <MovedPricePanel {...panel} again={again} />
  ) : (
    <ErrorPanel {...panel.failure} fills onAction={panel.onAction} footer={panel.footer} />
  );

const MovedPricePanel = ({ failure, onAction, footer, again }: FailurePanelProps & { readonly again: OrderAgain }) => {
  const { data: token, refetch, isFetching } = useToken(again.mint);
  useEffect(() => void refetch(), [refetch]);
  const { shown, per } = pricesOf(token ?? {});
  return (
    <ErrorPanel
      {...failure}
      fills
      action={token ? `Try again at ${formatAmount(shown(token.price))} SOL ${per}`.trim() : "Try again"}
      busy={isFetching}
      onAction={again.act}
      onLeave={onAction}
      footer={footer}
    />
  );
};
