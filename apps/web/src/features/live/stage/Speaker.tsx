import type { LiveSpeaker } from "@tribe/contract/live";
import { classes } from "@tribe/ui";
import { Crown, MicOff } from "@tribe/ui/icons";
import type { ReactNode } from "react";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import type { MenuItem } from "../../../shared/dialogs/names.ts";
import { liveSession } from "../session/live-session.ts";
import type { LiveHere } from "../session/live-state.ts";
import { useTakesPictures } from "../session/sound-only.ts";
import { Picture } from "./Picture.tsx";

/** The name and the picture of a person on the stage, for when there is no video. */
export interface Face {
  readonly name: string;
  readonly pfp: string | null;
}

/** The name on a video. */
export const Name = ({ children }: { children: ReactNode }) => (
  <span className="absolute bottom-1.5 left-1.5 flex max-w-[calc(100%-12px)] items-center gap-1 rounded-full bg-bg/80 px-2 py-0.5 text-xs font-medium text-text">
    {children}
  </span>
);

/** A person on the stage: their video or picture, with a ring while they speak. */
export const Speaker = ({
  speaker,
  live,
  face,
  isManaged,
  isSmall = false,
}: {
  speaker: LiveSpeaker;
  live: LiveHere;
  face: Face;
  /** On the Chief's page: a press opens the actions for this person. */
  isManaged: boolean;
  /** One of many, or beside a large video. */
  isSmall?: boolean;
}) => {
  const { uid } = speaker;
  const isMe = uid === live.me;
  const takesPictures = useTakesPictures(live);
  const comes = speaker.camera && takesPictures ? (live.pictures.get(`v${speaker.place}`) ?? null) : null;
  const track = isMe ? live.ownCamera : comes;
  const isSpeaking = live.speaking.has(uid) && (isMe ? live.own.microphone : speaker.microphone);
  const isMuted = isMe ? !live.own.microphone : !speaker.microphone;
  const isPinned = live.pinned === uid;
  const said = `${isMe ? "You" : face.name}${speaker.isChief ? ", Chief" : ""}${isMuted ? ", muted" : ""}${isSpeaking ? ", speaking" : ""}`;
  const content = (
    <>
      {track ? (
        <Picture
          track={track}
          label={isMe ? "You" : face.name}
          isMirrored={isMe && looksAtOneself(track)}
          isWhole={isPinned}
        />
      ) : (
        <span className={classes("flex size-full items-center justify-center", isSmall && "pb-4")}>
          <span
            className={classes(
              "rounded-full transition-shadow",
              isSpeaking && "shadow-[0_0_0_3px_var(--tribe-bg),0_0_0_6px_var(--tribe-ember)]",
            )}
          >
            <PersonAvatar seed={uid} src={face.pfp} name="" size={isSmall ? 32 : 64} />
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
  const isAlone = live.room?.stage.length === 1;
  const pin = () => liveSession()?.pin(isPinned ? null : uid);
  if (isMe || (isAlone && !isManaged))
    return (
      // biome-ignore lint/a11y/useSemanticElements: no fields to group
      <div role="group" aria-label={said} className={look}>
        {content}
      </div>
    );
  return isManaged ? (
    <button
      type="button"
      aria-label={`${said}: what you can do`}
      aria-haspopup="dialog"
      onClick={() =>
        dialogs.open("menu", { title: face.name, items: chiefItems(speaker, isPinned, pin), onReact: null })
      }
      className={look}
    >
      {content}
    </button>
  ) : (
    <button type="button" aria-label={`${said}: show large`} aria-pressed={isPinned} onClick={pin} className={look}>
      {content}
    </button>
  );
};

/** Whether a camera faces the person, so that its video is mirrored; that of a phone's rear camera is not. */
const looksAtOneself = (camera: MediaStreamTrack): boolean => camera.getSettings().facingMode !== "environment";

/** A Chief's actions for a person on the stage. */
const chiefItems = (
  { uid, microphone, camera }: LiveSpeaker,
  isPinned: boolean,
  pin: () => void,
): readonly MenuItem[] => {
  const command = (kind: "switchOffMic" | "switchOffCamera") => () =>
    liveSession()?.act({ kind: "command", command: { kind, uid } });
  return [
    { key: "pin", label: isPinned ? "Show all the same size" : "Show large", isDanger: false, run: pin },
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
