import { Link } from "@tanstack/react-router";
import type { TokenProfile } from "@tribe/contract";
import { formatAmount, isClosed } from "@tribe/domain";
import { Button, buttonClasses, Spinner } from "@tribe/ui";
import { MessagesSquare } from "lucide-react";
import { openJoin, openTrade } from "../../shared/openers.ts";
import { curveOf, dialogTokenOf } from "../../shared/token-facts.ts";

/** What stands between this person and the chat, in one sentence. */
const standing = (token: TokenProfile): string => {
  const threshold = `${formatAmount(token.tradeInfo.entryThresholdTokens)} ${token.symbol}`;
  switch (token.subscribeState) {
    case "active":
      return "You have a seat in this Tribe.";
    case "chief":
      return "This is your Tribe.";
    case "expired":
      return `Booted: hold ${threshold} and your seat comes back.`;
    case "banned":
      return "The Chief has blocked you from this chat.";
    case "none":
      return `Hold ${threshold} to enter the chat.`;
  }
};

/** Buy and sell, on the curve or in the pool, and the door to the chat. */
export const TokenActions = ({ token }: { token: TokenProfile }) => {
  const isInside = token.subscribeState === "active" || token.subscribeState === "chief";
  const isMoving = token.newMint === null && isClosed(curveOf(token));
  const input = dialogTokenOf(token);
  return (
    <section aria-label="Actions" className="flex flex-col gap-3">
      {isMoving ? (
        <p role="status" className="flex items-center gap-2 rounded-card bg-ember-soft p-3 text-sm">
          <Spinner size={16} />
          The curve is full. The token is moving to its liquidity pool; swaps begin here by themselves.
        </p>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <Button look={isInside ? "plain" : "main"} onClick={() => openTrade(input, "buy")}>
            Buy
          </Button>
          <Button onClick={() => openTrade(input, "sell")}>Sell</Button>
        </div>
      )}
      {token.newMint === null ? null : (
        <p className="text-sm text-muted">Migrated: it is swapped in its liquidity pool.</p>
      )}
      {isInside ? (
        <Link to="/chat/$mint" params={{ mint: token.mint }} className={buttonClasses("main")}>
          <MessagesSquare aria-hidden size={18} />
          Open chat
        </Link>
      ) : token.subscribeState === "banned" ? null : (
        <Button icon={<MessagesSquare aria-hidden size={18} />} onClick={() => openJoin(input)}>
          Join
        </Button>
      )}
      <p className="text-sm text-muted">{standing(token)}</p>
    </section>
  );
};
