import type { TokenProfile } from "@tribe/contract";
import { amountsOf, neededFormat } from "@tribe/domain/money";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { TokenAddress } from "../../shared/components/TokenAddress.tsx";
import { ChiefLine } from "./ChiefLine.tsx";
import { Fact } from "./Fact.tsx";

/** The Tribe's Chief, its seats with their threshold, and the address of its token. */
export const AboutTribe = ({ token }: { token: TokenProfile }) => (
  <section aria-label="About" className="flex flex-col gap-4">
    <ChiefLine token={token} />
    <p className="text-sm text-muted">
      The top {token.groupSize} holders sit in this chat. Hold more than the last of them and their seat is yours; hold
      less and it goes to someone else. Your tokens stay yours.
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
  </section>
);
