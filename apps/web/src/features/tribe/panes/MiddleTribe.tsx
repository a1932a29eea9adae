import type { TokenProfile } from "@tribe/contract";
import { IconButton } from "@tribe/ui";
import { PanelRightClose, PanelRightOpen } from "@tribe/ui/icons";
import { type KeyboardEvent, useState } from "react";
import { useIsRoomFailed } from "../../../shared/queries/room-failed.ts";
import { NextStepButton } from "../NextStepButton.tsx";
import { isNextStepButton } from "../next-step.ts";
import { Room } from "../Room.tsx";
import { TribeHeader } from "../TribeHeader.tsx";
import { TribesDrawer } from "../TribesList.tsx";
import type { TribePlace } from "../tribe-place.ts";
import { useAwaitedSeat, useNextStep } from "../use-next-step.ts";
import { type PanelName, SidePanel } from "./SidePanel.tsx";

interface Panel {
  readonly place: TribePlace;
  readonly name: PanelName;
  readonly isOpen: boolean;
}

const panelAt = (place: TribePlace): Panel =>
  place === "market" ? { place, name: "chart", isOpen: true } : { place, name: "members", isOpen: false };

/** The layout for tablets: the chat, with My Tribes in a drawer at the left and the panel as a sheet at the right. */
export const MiddleTribe = ({ token, place }: { token: TokenProfile; place: TribePlace }) => {
  const [panel, setPanel] = useState(() => panelAt(place));
  // Another route of the same Tribe was opened, such as its market from the chat.
  if (panel.place !== place) setPanel(panelAt(place));
  const show = (name: PanelName) => setPanel({ place, name, isOpen: true });
  const awaited = useAwaitedSeat(token);
  const step = useNextStep(token, awaited);
  const isRoomFailed = useIsRoomFailed(token.mint);
  const { isOpen } = panel;
  const toggle = () => setPanel({ ...panel, isOpen: !isOpen });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) setPanel({ ...panel, isOpen: false });
  };
  const Icon = isOpen ? PanelRightClose : PanelRightOpen;
  return (
    <div className="one-main flex h-full min-h-0 flex-col">
      <TribeHeader
        token={token}
        isWide
        before={<TribesDrawer />}
        after={
          <IconButton label="Market and members" aria-expanded={isOpen} onClick={toggle}>
            <Icon aria-hidden size={20} />
          </IconButton>
        }
      />
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <Room
            token={token}
            awaited={awaited}
            onMembers={() => show("members")}
            // While the trade panel is open, its "Next" is the primary button.
            action={<NextStepButton token={token} step={step} isPlain={isOpen && panel.name === "trade"} />}
            isAside={isOpen && panel.name === "trade"}
          />
        </div>
        {isOpen ? (
          <aside
            aria-label="Tribe"
            onKeyDown={onKeyDown}
            className="absolute inset-y-0 right-0 z-20 flex w-100 max-w-full flex-col border-t border-l border-line bg-bg shadow-lift"
          >
            <SidePanel
              token={token}
              shown={panel.name}
              onShow={show}
              isAside={isNextStepButton(step) || isRoomFailed}
            />
          </aside>
        ) : null}
      </div>
    </div>
  );
};
