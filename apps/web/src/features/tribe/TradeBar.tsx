import type { TokenProfile } from "@tribe/contract";
import { isClosed } from "@tribe/domain/curve";
import { Button } from "@tribe/ui";
import type { TradeDirection } from "../../shared/dialogs/names.ts";
import { openTrade } from "../../shared/flow/openers.ts";
import { curveOf, dialogTokenOf } from "../../shared/tokens/token-facts.ts";
import { MovingNotice } from "./MovingNotice.tsx";

/** Sell and Buy, always visible. To a Chief, who needs no seat, neither is the main thing to do. */
export const TradeBar = ({
  token,
  className,
  isPlain = false,
  onTrade = (direction) => openTrade(dialogTokenOf(token), direction),
}: {
  token: TokenProfile;
  className: string;
  /** Whether another button is the screen's primary one. */
  isPlain?: boolean;
  onTrade?: (direction: TradeDirection) => void;
}) => (
  <section aria-label="Trade" className={className}>
    {token.newMint === null && isClosed(curveOf(token)) ? (
      <MovingNotice />
    ) : (
      <>
        <Button className="flex-1" onClick={() => onTrade("sell")}>
          Sell
        </Button>
        <Button
          variant={isPlain || token.subscribeState === "chief" ? "secondary" : "primary"}
          className="gives-way flex-1"
          onClick={() => onTrade("buy")}
        >
          Buy
        </Button>
      </>
    )}
  </section>
);
