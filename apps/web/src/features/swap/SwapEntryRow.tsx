import type { TokenProfile, TokenUnits } from "@tribe/contract";
import { formatExact, poolEntryOffer } from "@tribe/domain";
import { Button } from "@tribe/ui";

/** 'Buy min. to enter chat' in the pool, or what stands in its place. */
export const SwapEntryRow = ({
  token,
  holding,
  slippageBps,
  onPick,
  onJoin,
}: {
  token: TokenProfile;
  /** What counts for a seat. */
  holding: TokenUnits;
  slippageBps: number;
  onPick: (text: string) => void;
  onJoin: () => void;
}) => {
  const { pool, conversionRate: rate } = token;
  if (!pool || !rate) return null;
  const offer = poolEntryOffer({
    state: token.subscribeState,
    threshold: token.tradeInfo.entryThresholdTokens,
    holding,
    rate,
    pool,
    rates: pool,
    slippageBps,
  });
  switch (offer.kind) {
    case "none":
      return null;
    case "join":
      return (
        <p className="flex items-center justify-between gap-3 text-sm text-muted">
          You hold enough to enter the chat.
          <Button small onClick={onJoin}>
            Join
          </Button>
        </p>
      );
    case "buy":
      return (
        <Button small onClick={() => onPick(formatExact(offer.lamports))}>
          Buy min. to enter chat
        </Button>
      );
    case "outOfReach":
      return (
        <p className="text-sm text-muted">
          At this slippage no amount is sure to bring enough tokens for the chat. Lower it.
        </p>
      );
  }
};
