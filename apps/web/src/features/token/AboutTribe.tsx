import type { TokenProfile } from "@tribe/contract";
import { amountsOf, neededFormat } from "@tribe/domain/money";
import { lazy, Suspense } from "react";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { TokenAddress } from "../../shared/components/TokenAddress.tsx";
import { part } from "../../shared/navigation/part.ts";
import { ChiefLine } from "./ChiefLine.tsx";
import { Fact } from "./Fact.tsx";
import { KnownInside } from "./KnownInside.tsx";

/** Not needed before all the rest stands. */
const LazyInsideLately = lazy(part(() => import("./InsideLately.tsx").then((m) => ({ default: m.InsideLately }))));

/** Who is the Chief and what they say of themselves, who is inside, the seats with their threshold, and the token's address. */
export const AboutTribe = ({ token }: { token: TokenProfile }) => {
  const { creatorBio = "", creatorHandle, creatorFarcaster = null } = token;
  return (
    <div className="flex flex-col gap-4">
      <ChiefLine token={token} />
      {creatorBio === "" ? null : (
        <p dir="auto" className="text-base whitespace-pre-line text-pretty wrap-anywhere">
          {creatorBio}
        </p>
      )}
      {creatorHandle || creatorFarcaster ? (
        <ul aria-label="Elsewhere" className="flex flex-wrap gap-x-4 text-sm">
          {creatorHandle ? <Elsewhere href={`https://x.com/${creatorHandle}`} on="X" handle={creatorHandle} /> : null}
          {creatorFarcaster ? (
            <Elsewhere href={`https://farcaster.xyz/${creatorFarcaster}`} on="Farcaster" handle={creatorFarcaster} />
          ) : null}
        </ul>
      ) : null}
      <KnownInside mint={token.mint} />
      <p className="text-sm text-muted">
        The top {token.groupSize} holders sit in this chat. Hold more than the last of them and their seat is yours;
        hold less and it goes to someone else. Your tokens stay yours.
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm">
        <Fact name="Seats">
          {token.memberCount} of {token.groupSize} seats
        </Fact>
        <Fact name="A seat takes">{amountsOf(token).named(token.tradeInfo.entryThresholdTokens, neededFormat)}</Fact>
        <Fact name="Created">
          <TimeAgo at={token.createdAt} />
        </Fact>
        <Fact name="Token address">
          <TokenAddress mint={token.mint} />
        </Fact>
      </dl>
      {/* Last, so that nothing moves when it comes. */}
      <Suspense>
        <LazyInsideLately mint={token.mint} />
      </Suspense>
    </div>
  );
};

const Elsewhere = ({ href, on, handle }: { href: string; on: string; handle: string }) => (
  <li>
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="flex min-h-8 items-center gap-1 text-muted underline-offset-2 hover:text-text hover:underline pointer-coarse:min-h-11"
    >
      {on} <bdi>@{handle}</bdi>
    </a>
  </li>
);
