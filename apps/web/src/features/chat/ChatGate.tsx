import type { TokenProfile } from "@tribe/contract";
import { formatAmount } from "@tribe/domain";
import { Button, EmptyState } from "@tribe/ui";
import { Ban, DoorClosed, Flame } from "lucide-react";
import { openEntry, openJoin, openTrade } from "../../shared/openers.ts";
import { useSeatHolding } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { dialogTokenOf } from "../../shared/token-facts.ts";

/** What stands instead of the messages for somebody who has no seat: why, and the one thing to do. */
export const ChatGate = ({ token }: { token: TokenProfile }) => {
  const user = useLocalUser();
  const holding = useSeatHolding(user?.address ?? null, token) ?? 0n;
  const threshold = token.tradeInfo.entryThresholdTokens;
  const needed = `${formatAmount(threshold)} ${token.symbol}`;
  const input = dialogTokenOf(token);
  if (token.subscribeState === "banned")
    return (
      <EmptyState
        icon={<Ban size={24} />}
        title="The Chief has blocked you from this chat"
        message="Your tokens stay yours: you can sell them whenever you like."
      >
        <Button onClick={() => openTrade(input, "sell")}>Sell</Button>
      </EmptyState>
    );
  const isBooted = token.subscribeState === "expired";
  const isEnough = holding >= token.tradeInfo.entryThresholdTokensForCompare;
  return (
    <EmptyState
      icon={isBooted ? <DoorClosed size={24} /> : <Flame size={24} />}
      title={isBooted ? "Booted" : "A private room"}
      message={
        isEnough ? (
          "You hold enough to take a seat."
        ) : isBooted ? (
          <>
            Your seat went to somebody who holds more, or you hold less than it takes. {needed} bring it back; you hold{" "}
            {formatAmount(holding)}.
          </>
        ) : (
          <>
            Hold {needed} to enter the chat{user ? `; you hold ${formatAmount(holding)}` : ""}.
          </>
        )
      }
    >
      {isEnough ? (
        <Button look="main" onClick={() => openJoin(input)}>
          Join
        </Button>
      ) : (
        <Button look="main" onClick={() => openEntry(input)}>
          Buy min. to enter chat
        </Button>
      )}
    </EmptyState>
  );
};
