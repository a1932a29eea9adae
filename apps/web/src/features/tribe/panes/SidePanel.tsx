import type { TokenProfile } from "@tribe/contract";
import { isClosed } from "@tribe/domain/curve";
import { Loading, Skeleton } from "@tribe/ui";
import { Tabs } from "@tribe/ui/tabs";
import { Suspense, useState } from "react";
import { useIsSignedIn } from "../../../shared/api/access.ts";
import type { TradeDirection } from "../../../shared/dialogs/names.ts";
import { isRefusedByPause, openTrade } from "../../../shared/flow/openers.ts";
import { MembersLoading } from "../../../shared/loading/MembersLoading.tsx";
import { isAwaited } from "../../../shared/queries/is-awaited.ts";
import { useToken } from "../../../shared/queries/token.ts";
import { curveOf, dialogTokenOf } from "../../../shared/tokens/token-facts.ts";
import { MembersList } from "../../chat/index.ts";
import { PoolPanel } from "../../swap/index.ts";
import { Market } from "../../token/index.ts";
import { CurvePanel } from "../../trade/index.ts";
import { About } from "../About.tsx";
import { MovingNotice } from "../MovingNotice.tsx";
import { SeatCard } from "../SeatCard.tsx";
import { TradeBar } from "../TradeBar.tsx";

const panels = [
  { value: "members", label: "Members" },
  { value: "trade", label: "Trade" },
  { value: "chart", label: "Chart" },
  { value: "about", label: "About" },
] as const;
export type PanelName = (typeof panels)[number]["value"];

/** The panel beside the chat: Members, Trade, Chart and About. */
export const SidePanel = ({
  token,
  shown,
  onShow,
  isAside,
}: {
  token: TokenProfile;
  /** Whether the chat has the screen's primary button. */
  isAside: boolean;
  shown: PanelName;
  onShow: (name: PanelName) => void;
}) => {
  const [direction, setDirection] = useState<TradeDirection>("buy");
  const isSignedIn = useIsSignedIn();
  const trade = (wanted: TradeDirection) => {
    // A visitor signs in first and returns to the trade.
    if (!isSignedIn) return openTrade(dialogTokenOf(token), wanted);
    if (isRefusedByPause()) return;
    setDirection(wanted);
    onShow("trade");
  };
  return (
    <>
      <Tabs
        label="Tribe"
        value={shown}
        onChange={onShow}
        options={panels}
        className="flex min-h-0 flex-1 flex-col"
        listClassName="min-h-16 shrink-0 flex-wrap items-center border-b border-line px-3"
        panelClassName="min-h-0 flex-1 overflow-y-auto"
      >
        <Shown token={token} name={shown} direction={direction} onDirection={setDirection} />
      </Tabs>
      {shown === "trade" ? null : (
        <TradeBar
          token={token}
          className="flex shrink-0 gap-2 border-t border-line px-5 py-3"
          isPlain={isAside}
          onTrade={trade}
        />
      )}
    </>
  );
};

const tradeLoading = (
  <Loading label="Loading">
    <Skeleton className="h-80" />
  </Loading>
);

const Shown = ({
  token,
  name,
  ...trade
}: {
  token: TokenProfile;
  name: PanelName;
  direction: TradeDirection;
  onDirection: (direction: TradeDirection) => void;
}) => {
  const isAsked = isAwaited(useToken(token.mint));
  switch (name) {
    case "members":
      return (
        <div className="p-3">
          <Suspense fallback={<MembersLoading />}>
            <MembersList mint={token.mint} />
          </Suspense>
        </div>
      );
    case "trade":
      return (
        <div className="p-5">
          <Suspense fallback={tradeLoading}>
            {isAsked ? (
              // The cached token may have moved from its curve to a pool since.
              tradeLoading
            ) : token.newMint !== null ? (
              <PoolPanel token={dialogTokenOf(token)} {...trade} />
            ) : isClosed(curveOf(token)) ? (
              <MovingNotice />
            ) : (
              <CurvePanel token={dialogTokenOf(token)} {...trade} />
            )}
          </Suspense>
        </div>
      );
    case "chart":
      return <Market token={token} seat={<SeatCard token={token} action={null} />} />;
    case "about":
      return (
        <div className="p-5">
          <About token={token} />
        </div>
      );
  }
};
