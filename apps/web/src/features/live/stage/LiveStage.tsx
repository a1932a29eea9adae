import { useQuery } from "@tanstack/react-query";
import type { Mint, TokenProfile, Uid } from "@tribe/contract";
import type { LiveSpeaker } from "@tribe/contract/live";
import { classes, Spinner, useMediaQuery } from "@tribe/ui";
import { Crown, MicOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import type { MenuItem } from "../../../shared/dialogs/names.ts";
import { LiveBars } from "../../../shared/live/LiveBars.tsx";
import { subscribersQuery } from "../../../shared/queries/token.ts";
import { useStore } from "../../../shared/state/store.ts";
import { liveSession } from "../session/live-session.ts";
import { type LiveHere, liveState } from "../session/live-state.ts";
import { watchingWords } from "../words.ts";
import { columnsOf } from "./grid.ts";
import { LiveControls } from "./LiveControls.tsx";
import { Picture } from "./Picture.tsx";

interface Face {
  readonly name: string;
  readonly pfp: string | null;
}

/** How somebody is called: the live itself knows people by their ids alone. */
const useFaces = (mint: Mint): ((uid: Uid) => Face) => {
  const { data: members } = useQuery(subscribersQuery(mint));
  return (uid) => {
    const member = members?.find((each) => each.uid === uid);
    return { name: member?.displayName ?? "Somebody", pfp: member?.pfp ?? null };
  };
};

/** The stage of the live that this page is in: who can be seen and heard, and below it what one can do. */
export const LiveStage = ({ token }: { token: TokenProfile }) => {
  const live = useStore(liveState);
  const faceOf = useFaces(token.mint);
  const isWide = useMediaQuery("(min-width: 1024px)");
  const section = useRef<HTMLElement>(null);
  const presenter = live?.room?.stage.find(({ screen }) => screen) ?? null;
  const stage = live?.room?.stage ?? [];
  const large = presenter ? null : (stage.find(({ uid }) => uid !== live?.me)?.uid ?? null);
  const isIn = live?.phase === "in";
  useEffect(() => {
    // With more than two the pictures are small anyway.
    if (isIn) liveSession()?.act({ kind: "large", uid: stage.length <= 2 ? large : null });
  }, [isIn, large, stage.length]);
  if (!live || live.mint !== token.mint) return null;
  const { room, phase } = live;
  const screen = presenter && (presenter.uid === live.me ? live.ownScreen : (live.pictures.get("screen") ?? null));
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
      <div className="relative h-56 p-3 lg:h-72 lg:px-5 [section:fullscreen>&]:h-auto [section:fullscreen>&]:flex-1">
        {phase === "joining" || !room ? (
          <div className="flex size-full flex-col items-center justify-center gap-2 text-sm text-muted">
            <Spinner label="Joining the live" />
            Joining
          </div>
        ) : (
          <div className="flex size-full gap-2">
            {screen && presenter ? (
              <div className="relative min-w-0 flex-3 overflow-hidden rounded-card bg-black">
                <Picture track={screen} label={`${faceOf(presenter.uid).name}'s screen`} isWhole />
                <Name>{presenter.uid === live.me ? "Your screen" : `${faceOf(presenter.uid).name}'s screen`}</Name>
              </div>
            ) : null}
            <ul
              aria-label="On the stage"
              className="grid min-w-0 flex-1 auto-rows-fr gap-2"
              style={{
                gridTemplateColumns: `repeat(${screen ? 1 : columnsOf(stage.length, isWide)}, minmax(0, 1fr))`,
              }}
            >
              {stage.map((speaker) => (
                <Speaker
                  key={speaker.uid}
                  speaker={speaker}
                  live={live}
                  face={faceOf(speaker.uid)}
                  isManaged={isChief}
                />
              ))}
            </ul>
          </div>
        )}
        {phase === "reconnecting" ? (
          <p
            role="status"
            className="absolute inset-x-0 top-3 mx-auto flex w-fit items-center gap-2 rounded-full bg-surface px-3 py-1.5 text-sm shadow-lift"
          >
            <Spinner /> Connection lost. Coming back…
          </p>
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

const Name = ({ children }: { children: React.ReactNode }) => (
  <span className="absolute bottom-1.5 left-1.5 flex max-w-[calc(100%-12px)] items-center gap-1 rounded-full bg-bg/80 px-2 py-0.5 text-xs font-medium text-text">
    {children}
  </span>
);

/** Somebody on the stage: their picture, or their face; whoever speaks wears the speaking ring. */
const Speaker = ({
  speaker,
  live,
  face,
  isManaged,
}: {
  speaker: LiveSpeaker;
  live: LiveHere;
  face: Face;
  /** The Chief's page: a press offers what they can do with others. */
  isManaged: boolean;
}) => {
  const { uid } = speaker;
  const isMe = uid === live.me;
  const track = isMe ? live.ownCamera : speaker.camera ? (live.pictures.get(`v${speaker.place}`) ?? null) : null;
  const isSpeaking = live.speaking.has(uid) && (isMe ? live.own.microphone : speaker.microphone);
  const isMuted = isMe ? !live.own.microphone : !speaker.microphone;
  const said = `${isMe ? "You" : face.name}${speaker.isChief ? ", Chief" : ""}${isMuted ? ", muted" : ""}${isSpeaking ? ", speaking" : ""}`;
  const content = (
    <>
      {track ? (
        <Picture track={track} label={isMe ? "You" : face.name} isMirrored={isMe} />
      ) : (
        <span className="flex size-full items-center justify-center">
          <span
            className={classes(
              "rounded-full transition-shadow",
              isSpeaking && "shadow-[0_0_0_3px_var(--tribe-bg),0_0_0_6px_var(--tribe-ember)]",
            )}
          >
            <PersonAvatar seed={uid} src={face.pfp} name="" size={64} />
          </span>
        </span>
      )}
      <Name>
        {speaker.isChief ? <Crown aria-hidden size={12} className="shrink-0 text-ember-text" /> : null}
        <span className="truncate">{isMe ? "You" : face.name}</span>
        {isMuted ? <MicOff aria-hidden size={12} className="shrink-0 text-down" /> : null}
      </Name>
    </>
  );
  const look = classes(
    "relative block size-full overflow-hidden rounded-card bg-raised/70",
    isSpeaking && "outline-3 -outline-offset-3 outline-ember",
  );
  return (
    <li className="min-h-0 min-w-0">
      {isManaged && !isMe ? (
        <button
          type="button"
          aria-label={`${said}: what you can do`}
          aria-haspopup="dialog"
          onClick={() => dialogs.open("menu", { title: face.name, items: chiefItems(speaker), onReact: null })}
          className={look}
        >
          {content}
        </button>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: no fields to group
        <div role="group" aria-label={said} className={look}>
          {content}
        </div>
      )}
    </li>
  );
};

/** What a Chief can do with somebody on the stage. */
const chiefItems = ({ uid, microphone, camera }: LiveSpeaker): readonly MenuItem[] => {
  const command = (kind: "switchOffMic" | "switchOffCamera") => () =>
    liveSession()?.act({ kind: "command", command: { kind, uid } });
  return [
    ...(microphone
      ? [{ key: "mic", label: "Switch off microphone", isDanger: false, run: command("switchOffMic") }]
      : []),
    ...(camera
      ? [{ key: "camera", label: "Switch off camera", isDanger: false, run: command("switchOffCamera") }]
      : []),
    {
      key: "off",
      label: "Take off the stage",
      isDanger: true,
      run: () => liveSession()?.act({ kind: "stage", uid, isOn: false }),
    },
  ];
};

/** Reactions on their way up. Where nothing may move they stand for a moment. */
const Flying = ({ live, nameOf }: { live: LiveHere; nameOf: (uid: Uid) => string }) => (
  <div aria-hidden className="pointer-events-none absolute inset-x-4 bottom-2 h-full overflow-hidden">
    {live.reactions.map(({ id, emoji, uid }) => (
      <span
        key={id}
        className="absolute bottom-0 flex animate-fly flex-col items-center text-xl"
        style={{ left: `${8 + ((id * 37) % 84)}%` }}
      >
        {emoji}
        <span className="rounded-full bg-bg/80 px-1.5 text-xs">{uid === live.me ? "You" : nameOf(uid)}</span>
      </span>
    ))}
  </div>
);
