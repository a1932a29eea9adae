import type { TokenProfile } from "@tribe/contract";
import { useMediaQuery } from "@tribe/ui";
import { useState } from "react";
import { useIsRoomFailed } from "../../../shared/queries/room-failed.ts";
import { NextStepButton } from "../NextStepButton.tsx";
import { isNextStepButton } from "../next-step.ts";
import { Room } from "../Room.tsx";
import { TribeHeader } from "../TribeHeader.tsx";
import { TribesDrawer, TribesList } from "../TribesList.tsx";
import type { TribePlace } from "../tribe-place.ts";
import { useAwaitedSeat, useNextStep } from "../use-next-step.ts";
import { type PanelName, SidePanel } from "./SidePanel.tsx";

/** The layout for desktops: My Tribes, the chat, and a side panel. */
export const WideTribe = ({ token, place }: { token: TokenProfile; place: TribePlace }) => {
  const hasList = useMediaQuery("(min-width: 1280px)");
  const first: PanelName = place === "market" ? "chart" : "members";
  const [panel, setPanel] = useState<{ readonly place: TribePlace; readonly name: PanelName }>({ place, name: first });
  // Another route of the same Tribe was opened, such as its market from the chat.
  if (panel.place !== place) setPanel({ place, name: first });
  const show = (name: PanelName) => setPanel({ place, name });
  const awaited = useAwaitedSeat(token);
  const step = useNextStep(token, awaited);
  const isRoomFailed = useIsRoomFailed(token.mint);
  return (
    <div className="one-main flex h-full min-h-0">
      {hasList ? (
        <nav aria-label="My Tribes" className="flex w-66 shrink-0 flex-col border-r border-line">
          <TribesList />
        </nav>
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col">
        <TribeHeader token={token} isWide before={hasList ? undefined : <TribesDrawer />} />
        <Room
          token={token}
          awaited={awaited}
          onMembers={() => show("members")}
          // While the trade panel is shown, its "Next" is the primary button.
          action={<NextStepButton token={token} step={step} isPlain={panel.name === "trade"} />}
          isAside={panel.name === "trade"}
        />
      </div>
      <aside aria-label="Tribe" className="flex w-80 shrink-0 flex-col border-l border-line xl:w-90">
        <SidePanel token={token} shown={panel.name} onShow={show} isAside={isNextStepButton(step) || isRoomFailed} />
      </aside>
    </div>
  );
};
