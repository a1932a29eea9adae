import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TokenProfile } from "@tribe/contract";
import { amountsOf, neededFormat } from "@tribe/domain/money";
import { isolated } from "@tribe/domain/people";
import { hasSocial } from "@tribe/domain/trading";
import { Ladder } from "@tribe/ui/ladder";
import { RingedFace } from "@tribe/ui/seats";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { part } from "../../shared/navigation/part.ts";
import { useBalance, useSeatHolding } from "../../shared/queries/chain.ts";
import { keys } from "../../shared/queries/keys.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { subscribersQuery } from "../../shared/queries/token.ts";
import { useStore } from "../../shared/state/store.ts";
import { seatsOf } from "../../shared/tokens/tribe-seats.ts";
import { slippage } from "../../shared/trading/costs/slippage.ts";
import { seatPrice } from "../../shared/trading/seat/seat-entry.ts";
import { seatSentence } from "../../shared/trading/seat/seat-sentence.ts";
import { ChatPreview, LastRead } from "../chat/index.ts";
import { insideWords } from "./inside-words.ts";

/** Not needed by whoever has a seat, or all that one takes. */
const LazyWayIn = lazy(part(() => import("./WayIn.tsx").then((m) => ({ default: m.WayIn }))));

/** Shown instead of the messages to a person without a seat: the members, what a seat requires, and the next step. */
export const Door = ({ token, action }: { token: TokenProfile; action: ReactNode }) => {
  const user = useLocalUser();
  const cache = useQueryClient();
  // If the messages are still cached, the person has lost the seat during this visit.
  const [isBooted] = useState(
    () => token.subscribeState === "expired" && cache.getQueryData(keys.messages(token.mint)) !== undefined,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus, such as the field in which they wrote, is gone: a screen reader continues here.
  useEffect(() => {
    if (isBooted && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [isBooted]);
  const holding = useSeatHolding(user?.address ?? null, token) ?? 0n;
  const { data: balance } = useBalance(user?.address ?? null);
  const { data: members = [] } = useQuery(subscribersQuery(token.mint));
  const { chief, seated } = seatsOf(members, token.groupSize);
  const written = amountsOf(token);
  const { subscribeState: state, tradeInfo, groupSize } = token;
  const isEnough = holding >= tradeInfo.entryThresholdTokensForCompare;
  const needed = written.named(tradeInfo.entryThresholdTokens, neededFormat);
  const last = seated.length >= groupSize ? seated.at(-1) : undefined;
  const outlook = seatSentence({ token, holding, change: null });
  const missing = tradeInfo.entryThresholdTokens > holding ? tradeInfo.entryThresholdTokens - holding : 0n;
  // Something of what a seat takes is missing besides the tokens. While that is unknown, nothing is shown of it.
  const price = seatPrice(token, useStore(slippage));
  const isOnTheWay =
    state !== "banned" &&
    !isEnough &&
    price !== null &&
    (user === null || (user !== undefined && (!hasSocial(user) || (balance !== undefined && (balance ?? 0n) < price))));
  const held = user ? `you hold ${written.plain(holding)}` : null;
  // Sold or moved by themselves: nobody took it from them.
  const gaveUp = token.seatLoss && "gaveUp" in token.seatLoss ? token.seatLoss.gaveUp?.seat : undefined;
  const sitter = gaveUp ? seated[gaveUp - 1]?.member.displayName : undefined;
  const title =
    state === "banned"
      ? "The Chief has blocked you from this chat"
      : isEnough
        ? "You hold enough to take a seat"
        : state === "expired"
          ? gaveUp
            ? `You gave up seat ${gaveUp}`
            : last
              ? `${isolated(last.member.displayName)} holds more than you now`
              : `You're ${written.named(missing, neededFormat)} short of a seat`
          : insideWords(seated.length > 0 ? seated.map(({ member }) => member) : chief ? [chief.member] : []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section aria-label="The door" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-lg flex-col gap-4 px-4 py-5">
        {isBooted ? (
          <div className="h-40 overflow-hidden [mask-image:linear-gradient(to_bottom,black_35%,transparent)]">
            <Suspense>
              <LastRead mint={token.mint} />
            </Suspense>
          </div>
        ) : null}
        <div className="flex flex-col gap-2">
          {state === "expired" ? (
            <span className="self-start rounded-full bg-risk-soft px-2 text-xs leading-5 font-semibold text-risk">
              <span>{gaveUp ? "You left" : "You're out"}</span>
              {gaveUp ? null : <span className="font-normal"> Booted</span>}
              {token.seatLostAt ? (
                <>
                  {" · "}
                  <TimeAgo at={token.seatLostAt} />
                </>
              ) : null}
            </span>
          ) : null}
          <h2
            ref={heading}
            tabIndex={-1}
            className="font-display text-lg font-bold text-balance wrap-anywhere outline-none"
          >
            {title}
          </h2>
          <p className="text-base text-muted text-pretty">
            {state === "banned"
              ? holding > 0n
                ? "Your tokens stay yours: you can sell them whenever you like."
                : "What you wrote stays."
              : isEnough
                ? `${outlook.title}.`
                : state === "expired"
                  ? [
                      sitter && `${isolated(sitter)} sits there now.`,
                      holding > 0n
                        ? `You hold ${written.named(holding)}, a seat takes ${needed}.`
                        : `A seat takes ${needed}.`,
                      holding > 0n && !gaveUp
                        ? "Your tokens are still yours, and what you wrote stays."
                        : "What you wrote stays.",
                    ]
                      .filter(Boolean)
                      .join(" ")
                  : `The top ${groupSize} holders sit in this chat. Right now that takes ${needed}${held ? `; ${held}` : ""}.`}
          </p>
        </div>
        {state !== "banned" && state !== "expired" && last && !isEnough ? (
          <div className="flex items-center gap-3">
            <RingedFace size={44} margin={last.margin} isRisk={last.isRisk} mark={last.number}>
              <PersonAvatar seed={last.member.uid} src={last.member.pfp} name="" size={38} />
            </RingedFace>
            <p className="min-w-0 pl-2 text-sm">
              <span className="block font-semibold">Seat {last.number} is the one you'd take</span>
              <span className="text-muted">
                <bdi className="wrap-anywhere">{last.member.displayName}</bdi> holds{" "}
                {written.named(last.member.holding)}
              </span>
            </p>
          </div>
        ) : null}
        {isOnTheWay ? (
          // Its height is kept, so that nothing moves when it comes.
          <div className="min-h-12">
            <Suspense>
              <LazyWayIn token={token} />
            </Suspense>
          </div>
        ) : null}
        {/* Above the ladder: below it, the button would be outside a low window. */}
        {action ? <div className="flex flex-col gap-2">{action}</div> : null}
        {state === "expired" || (isEnough && state !== "banned") ? (
          <div className="rounded-card border border-line bg-surface p-4">
            <Ladder label={outlook.title} {...outlook.ladder} />
          </div>
        ) : null}
        {state === "banned" || isBooted ? null : (
          <Suspense>
            <ChatPreview mint={token.mint} />
          </Suspense>
        )}
      </div>
    </section>
  );
};
