import { useQuery } from "@tanstack/react-query";
import type { Mint, TokenProfile, Uid } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { classes, Spinner, useMediaQuery } from "@tribe/ui";
import { type ReactNode, useEffect, useRef } from "react";
import { LiveBars } from "../../../shared/live/LiveBars.tsx";
import { subscribersQuery } from "../../../shared/queries/token.ts";
import { useStore } from "../../../shared/state/store.ts";
import { liveSession } from "../session/live-session.ts";
import { type LiveHere, liveState } from "../session/live-state.ts";
import { soundOnly, useTakesPictures } from "../session/sound-only.ts";
import { watchingWords } from "../words.ts";
import { Flying } from "./Flying.tsx";
import { gridOf } from "./grid.ts";
import { LiveControls } from "./LiveControls.tsx";
import { Picture } from "./Picture.tsx";
import { type Face, Name, Speaker } from "./Speaker.tsx";

/** With more people on the stage, all videos are too small for the larger layer to make a difference. */
const mostLarge = 4;

/** Names and pictures by id, because the live session only has people's ids. */
const useFaces = (mint: Mint): ((uid: Uid) => Face) => {
  const { data: members } = useQuery(subscribersQuery(mint));
  return (uid) => {
    const member = members?.find((each) => each.uid === uid);
    return { name: member?.displayName ?? "Somebody", pfp: member?.pfp ?? null };
  };
};

/** The stage of the live session that this page has joined: the people on it, and the controls below. */
export const LiveStage = ({ token }: { token: TokenProfile }) => {
  const live = useStore(liveState);
  const faceOf = useFaces(token.mint);
  const section = useRef<HTMLElement>(null);
  const stage = live?.room?.stage ?? [];
  const isPresenting = stage.some(({ screen }) => screen);
  const first = stage.length <= mostLarge && !isPresenting ? stage.find(({ uid }) => uid !== live?.me)?.uid : undefined;
  const large = live?.pinned ?? first ?? null;
  const isIn = live?.phase === "in";
  const isSoundOnly = useStore(soundOnly);
  useEffect(() => {
    if (isIn) liveSession()?.showLarge(large);
  }, [isIn, large]);
  if (!live || live.mint !== token.mint) return null;
  const { room, phase } = live;
  const isChief = token.subscribeState === "chief";
  return (
    <section
      ref={section}
      aria-label="Live"
      className="relative flex shrink-0 flex-col border-b border-line"
      style={{ background: "var(--tribe-stage)" }}
    >
      <div className="flex min-h-10 items-center gap-2 px-4 pt-2 lg:px-5">
        <span className="inline-flex h-6 items-center gap-1.5 rounded-full bg-ember px-2.5 text-xs font-bold text-on-ember">
          <LiveBars />
          Live
        </span>
        <p className="min-w-0 flex-1 truncate text-sm font-semibold">{room?.title}</p>
        {room ? (
          <p className="shrink-0 text-xs text-muted">{watchingWords(room.stage.length + room.audience.length)}</p>
        ) : null}
      </div>
      <div
        className={classes(
          "relative p-3 lg:px-5 [section:fullscreen>&]:h-auto [section:fullscreen>&]:flex-1",
          stage.length > mostLarge || isPresenting || live.pinned ? "h-72 lg:h-80" : "h-56 lg:h-72",
        )}
      >
        {phase === "joining" || !room ? (
          <div className="flex size-full flex-col items-center justify-center gap-2 text-sm text-muted">
            <Spinner label="Joining the live" />
            Joining
          </div>
        ) : (
          <Pictures live={live} faceOf={faceOf} isManaged={isChief} />
        )}
        {phase === "reconnecting" ? (
          <Pill>
            <Spinner /> Connection lost. Coming back…
          </Pill>
        ) : isSoundOnly ? (
          <Pill>
            Sound only, as you chose
            <button
              type="button"
              onClick={() => liveSession()?.setSoundOnly(false)}
              className="-my-1.5 -mr-3 min-h-8 rounded-full px-3 font-medium text-ember-text hover:bg-hover pointer-coarse:min-h-11"
            >
              Show pictures
            </button>
          </Pill>
        ) : live.line === "sound" ? (
          <Pill>Your connection is weak: sound only for now</Pill>
        ) : live.uplink === "sound" && (live.own.camera || live.own.screen) ? (
          <Pill>Your connection is weak: others only hear you for now</Pill>
        ) : null}
        <Flying live={live} nameOf={(uid) => faceOf(uid).name} />
      </div>
      {isChief && room && room.hands.length > 0 ? (
        <ul aria-label="Raised hands" className="flex flex-col gap-1 px-4 pb-2 lg:px-5">
          {room.hands.slice(0, 3).map((uid) => (
            <li key={uid} className="flex items-center gap-2 rounded-control bg-surface py-1 pr-1 pl-3 text-sm">
              <span aria-hidden>✋</span>
              <span className="min-w-0 flex-1 truncate">
                <span className="font-semibold">{faceOf(uid).name}</span> asks for the stage
              </span>
              <button
                type="button"
                onClick={() => liveSession()?.act({ kind: "stage", uid, isOn: true })}
                className="min-h-9 rounded-control bg-ember px-3 text-sm font-medium text-on-ember pointer-coarse:min-h-11"
              >
                Bring on stage
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {room ? <LiveControls live={live} isChief={isChief} faceOf={faceOf} stage={section} /> : null}
    </section>
  );
};

/** A problem, shown over the videos. */
const Pill = ({ children }: { children: ReactNode }) => (
  <p
    role="status"
    className="absolute inset-x-3 top-3 mx-auto flex w-fit items-center gap-2 rounded-full bg-surface px-3 py-1.5 text-sm shadow-lift"
  >
    {children}
  </p>
);

/** The videos: all of the same size, or one large with the others beside or below it. */
const Pictures = ({ live, faceOf, isManaged }: { live: LiveHere; faceOf: (uid: Uid) => Face; isManaged: boolean }) => {
  const isWide = useMediaQuery("(min-width: 1024px)");
  const stage = live.room?.stage ?? [];
  const presenter = stage.find(({ screen }) => screen) ?? null;
  const incoming = useTakesPictures(live) ? (live.pictures.get("screen") ?? null) : null;
  const screen = presenter && (presenter.uid === live.me ? live.ownScreen : incoming);
  const pinned = screen ? null : (stage.find(({ uid }) => uid === live.pinned) ?? null);
  const others = stage.filter((speaker) => speaker !== pinned);
  const speakerOf = (speaker: (typeof stage)[number], isSmall: boolean) => (
    <Speaker speaker={speaker} live={live} face={faceOf(speaker.uid)} isManaged={isManaged} isSmall={isSmall} />
  );
  if (!screen && !pinned) {
    const { columns, rows } = gridOf(stage.length, isWide);
    const part = (count: number) => `calc((100% - ${count - 1} * 0.5rem) / ${count})`;
    return (
      <ul aria-label="On the stage" className="flex size-full flex-wrap content-start justify-center gap-2">
        {stage.map((speaker) => (
          <li key={speaker.uid} className="min-w-0" style={{ width: part(columns), height: part(rows) }}>
            {speakerOf(speaker, rows > 2)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className="flex size-full flex-col gap-2 lg:flex-row">
      <div
        className={classes(
          "relative min-h-0 min-w-0 flex-1 overflow-hidden rounded-card lg:flex-3",
          screen && "bg-black",
        )}
      >
        {screen && presenter ? (
          <>
            <Picture track={screen} label={`${faceOf(presenter.uid).name}'s screen`} isWhole />
            <Name>
              {presenter.uid === live.me ? "Your screen" : `${isolated(faceOf(presenter.uid).name)}'s screen`}
            </Name>
          </>
        ) : pinned ? (
          speakerOf(pinned, false)
        ) : null}
      </div>
      <ul
        aria-label="On the stage"
        className={classes(
          "flex h-16 min-w-0 shrink-0 gap-2 overflow-x-auto lg:grid lg:h-full lg:shrink lg:auto-rows-[minmax(4rem,1fr)] lg:overflow-y-auto",
          others.length > 3 ? "lg:flex-[1.6] lg:grid-cols-2" : "lg:flex-1 lg:grid-cols-1",
        )}
      >
        {others.map((speaker) => (
          <li key={speaker.uid} className="w-26 shrink-0 lg:w-auto">
            {speakerOf(speaker, true)}
          </li>
        ))}
      </ul>
    </div>
  );
};
