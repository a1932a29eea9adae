import type { TokenProfile } from "@tribe/contract";
import { entryOffer, formatAmount, formatInputUp } from "@tribe/domain";
import { Button } from "@tribe/ui";
import { curveOf } from "../../shared/token-facts.ts";

/** 'Buy min. to enter chat', or what stands in its place. */
export const EntryRow = ({
  token,
  holding,
  onPick,
  onJoin,
}: {
  token: TokenProfile;
  holding: TokenProfile["supply"];
  onPick: (text: string) => void;
  onJoin: () => void;
}) => {
  const offer = entryOffer({
    state: token.subscribeState,
    threshold: token.tradeInfo.entryThresholdTokens,
    holding,
    curve: curveOf(token),
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
        <Button small onClick={() => onPick(formatInputUp(offer.tokens))}>
          Buy min. to enter chat
        </Button>
      );
    case "outOfReach":
      return (
        <p className="text-sm text-muted">
          The chat takes {formatAmount(offer.tokens)} {token.symbol} more, and the curve has fewer left.
        </p>
      );
  }
};
