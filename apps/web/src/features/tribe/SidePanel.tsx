import type { TokenProfile } from "@tribe/contract";
import { Tabs } from "@tribe/ui/tabs";
import { MembersList } from "../chat/index.ts";
import { AboutTribe, Market } from "../token/index.ts";
import { SeatCard } from "./SeatCard.tsx";
import { TradeBar } from "./TradeBar.tsx";

const panels = [
  { value: "members", label: "Members" },
  { value: "trade", label: "Trade" },
  { value: "chart", label: "Chart" },
  { value: "about", label: "About" },
] as const;
export type PanelName = (typeof panels)[number]["value"];

/** Members, Trade, Chart and About beside the room. */
export const SidePanel = ({
  token,
  shown,
  onShow,
}: {
  token: TokenProfile;
  shown: PanelName;
  onShow: (name: PanelName) => void;
}) => (
  <>
    <Tabs
      label="Tribe"
      value={shown}
      onChange={onShow}
      options={panels}
      className="flex min-h-0 flex-1 flex-col"
      listClassName="min-h-16 shrink-0 items-center border-b border-line px-3"
      panelClassName="min-h-0 flex-1 overflow-y-auto"
    >
      <Shown token={token} name={shown} />
    </Tabs>
    <TradeBar token={token} className="flex shrink-0 gap-2 border-t border-line px-5 py-3" />
  </>
);

const Shown = ({ token, name }: { token: TokenProfile; name: PanelName }) => {
  switch (name) {
    case "members":
      return (
        <div className="p-3">
          <MembersList mint={token.mint} />
        </div>
      );
    case "trade":
      return (
        <div className="flex flex-col gap-4 p-5">
          <SeatCard token={token} action={null} />
        </div>
      );
    case "chart":
      return <Market token={token} seat={<SeatCard token={token} action={null} />} />;
    case "about":
      return (
        <div className="p-5">
          <AboutTribe token={token} />
        </div>
      );
  }
};
