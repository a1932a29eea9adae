import { Link, useRouterState } from "@tanstack/react-router";
import type { Mint } from "@tribe/contract";
import { buttonClasses, IconButton } from "@tribe/ui";
import { LogOut, Mic, MicOff } from "@tribe/ui/icons";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { LiveBars } from "../../shared/live/LiveBars.tsx";
import { useToken } from "../../shared/queries/token.ts";
import { useHasPanes } from "../../shared/state/panes.ts";
import { useStore } from "../../shared/state/store.ts";
import { liveSession } from "./session/live-session.ts";
import { isOnStage, liveState } from "./session/live-state.ts";

/** Shown on other pages while the person is in a live session: a link back to it, and a button to leave it. */
export const LiveElsewhere = ({ mint }: { mint: Mint }) => {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const hasPanes = useHasPanes();
  const live = useStore(liveState);
  const { data: token } = useToken(mint);
  // These pages show its stage.
  if (!live || path === `/chat/${mint}` || (hasPanes && path === `/token/${mint}`)) return null;
  return (
    <aside aria-label="Your live" className="flex min-h-12 shrink-0 items-center gap-2 bg-ember-soft px-4 text-sm">
      <span className="text-ember-text">
        <LiveBars />
      </span>
      <p className="min-w-0 flex-1 truncate">
        You're live in <span className="font-semibold">{token?.name ?? "a Tribe"}</span>
      </p>
      {isOnStage(live) ? (
        <IconButton
          label={live.own.microphone ? "Mute" : "Unmute"}
          onClick={() => void liveSession()?.setMicrophone(!live.own.microphone)}
        >
          {live.own.microphone ? <Mic aria-hidden size={20} /> : <MicOff aria-hidden size={20} />}
        </IconButton>
      ) : null}
      <Link to="/chat/$mint" params={{ mint }} className={buttonClasses("secondary", true)}>
        Back
      </Link>
      <IconButton
        label="Leave live"
        onClick={() => dialogs.open("chatLiveLeave", { mint, isChief: token?.subscribeState === "chief" })}
      >
        <LogOut aria-hidden size={20} />
      </IconButton>
    </aside>
  );
};
