import { Link } from "@tanstack/react-router";
import type { TokenProfile } from "@tribe/contract";
import { formatAmount } from "@tribe/domain";
import { Button, buttonClasses } from "@tribe/ui";
import { MessagesSquare } from "lucide-react";
import { openJoin, openTrade } from "../../shared/openers.ts";
import { dialogTokenOf } from "../../shared/token-facts.ts";

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

/** Buy, sell, and the door to the chat. */
export const TokenActions = ({ token }: { token: TokenProfile }) => {
  const isInside = token.subscribeState === "active" || token.subscribeState === "chief";
  const isMigrated = token.newMint !== null;
  const input = dialogTokenOf(token);
  return (
    <section aria-label="Actions" className="flex flex-col gap-3">
      {isMigrated ? (
        <p className="rounded-card bg-ember-soft p-3 text-sm">
          This token has migrated to its liquidity pool. Swaps are not available here yet.
        </p>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <Button look={isInside ? "plain" : "main"} onClick={() => openTrade(input, "buy")}>
            Buy
          </Button>
          <Button onClick={() => openTrade(input, "sell")}>Sell</Button>
        </div>
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
