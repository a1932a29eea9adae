import type { Uid } from "@tribe/contract";
import { liveTexts } from "@tribe/domain/words";
import { classes, useMediaQuery } from "@tribe/ui";
import {
  Camera,
  CameraOff,
  Ellipsis,
  Hand,
  Headphones,
  LogOut,
  Maximize,
  Mic,
  MicOff,
  MonitorUp,
  PictureInPicture2,
  Smile,
  SwitchCamera,
  UserMinus,
  Users,
} from "@tribe/ui/icons";
import { type ReactNode, type RefObject, useState } from "react";
import { dialogs } from "../../../shared/dialogs/dialogs.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { useStore } from "../../../shared/state/store.ts";
import { canShareScreen } from "../session/devices.ts";
import { liveSession } from "../session/live-session.ts";
import { isOnStage, type LiveHere } from "../session/live-state.ts";
import { soundOnly } from "../session/sound-only.ts";

const reactions = [
  { emoji: "🔥", name: "fire" },
  { emoji: "👏", name: "clapping hands" },
  { emoji: "❤️", name: "red heart" },
  { emoji: "😂", name: "face with tears of joy" },
  { emoji: "🙌", name: "raising hands" },
  { emoji: "💯", name: "hundred points" },
] as const;

/** A control for the own view of the live session. */
interface View {
  readonly label: string;
  readonly Icon: typeof Headphones;
  /** The state of a toggle. */
  readonly isOn?: boolean;
  /** The label that switches it off in a menu, which can't show a pressed state. */
  readonly offLabel?: string;
  readonly run: () => void;
}

/** A phone has a camera on each side, and no screen to share. */
const hasTwoCameras = (): boolean => matchMedia("(pointer: coarse)").matches;

/** The actions in a live session. */
export const LiveControls = ({
  live,
  isChief,
  faceOf,
  stage,
}: {
  live: LiveHere;
  isChief: boolean;
  faceOf: (uid: Uid) => { readonly name: string };
  stage: RefObject<HTMLElement | null>;
}) => {
  const [isReacting, setReacting] = useState(false);
  const { own, room, me } = live;
  const isOn = isOnStage(live);
  const isUp = room?.hands.includes(me) ?? false;
  const audience = room?.audience ?? [];
  const isTaken = room?.stage.some(({ uid, screen }) => screen && uid !== me) ?? false;
  // A phone's row has room for seven buttons.
  const isGathered = !useMediaQuery("(min-width: 640px)") && isOn;
  const isSoundOnly = useStore(soundOnly);
  const views: readonly View[] = [
    {
      label: "Sound only",
      offLabel: "Show pictures",
      Icon: Headphones,
      isOn: isSoundOnly,
      run: () => liveSession()?.setSoundOnly(!isSoundOnly),
    },
    ...(document.pictureInPictureEnabled
      ? [
          {
            label: "Picture in picture",
            Icon: PictureInPicture2,
            run: () => void togglePictureInPicture(stage.current),
          },
        ]
      : []),
    ...(document.fullscreenEnabled
      ? [{ label: "Full screen", Icon: Maximize, run: () => void toggleFullScreen(stage.current) }]
      : []),
  ];
  const bring = () =>
    dialogs.open("menu", {
      title: "Bring on stage",
      onReact: null,
      items: audience.map((uid) => ({
        key: uid,
        label: faceOf(uid).name,
        isDanger: false,
        run: () => liveSession()?.act({ kind: "stage", uid, isOn: true }),
      })),
    });
  return (
    <>
      {isReacting ? (
        // biome-ignore lint/a11y/useSemanticElements: no fields to group
        <div role="group" aria-label="React" className="flex justify-center gap-1 px-2">
          {reactions.map(({ emoji, name }) => (
            <button
              key={emoji}
              type="button"
              aria-label={name}
              onClick={() => liveSession()?.react(emoji)}
              className="flex size-11 items-center justify-center rounded-control text-lg hover:bg-raised"
            >
              {emoji}
            </button>
          ))}
        </div>
      ) : null}
      <div
        role="toolbar"
        aria-label="Live controls"
        className="flex flex-wrap items-center justify-center gap-1.5 px-1 pt-1 pb-3 sm:gap-2"
      >
        {isOn ? (
          <>
            <Control
              label={own.microphone ? "Mute" : "Unmute"}
              isOff={!own.microphone}
              onClick={() => void liveSession()?.setMicrophone(!own.microphone)}
            >
              {own.microphone ? <Mic aria-hidden size={20} /> : <MicOff aria-hidden size={20} />}
            </Control>
            <Control
              label={own.camera ? "Switch off camera" : "Switch on camera"}
              isOff={!own.camera}
              onClick={() => void liveSession()?.setCamera(!own.camera)}
            >
              {own.camera ? <Camera aria-hidden size={20} /> : <CameraOff aria-hidden size={20} />}
            </Control>
            {own.camera && hasTwoCameras() ? (
              <Control label="Flip camera" onClick={() => void liveSession()?.flipCamera()}>
                <SwitchCamera aria-hidden size={20} />
              </Control>
            ) : null}
            {canShareScreen() && !isTaken ? (
              <Control
                label={own.screen ? "Stop sharing screen" : "Share screen"}
                isPressed={own.screen}
                onClick={() => void liveSession()?.setScreen(!own.screen)}
              >
                <MonitorUp aria-hidden size={20} />
              </Control>
            ) : null}
          </>
        ) : (
          <Control
            label={isUp ? "Lower hand" : "Raise hand"}
            isPressed={isUp}
            onClick={() => liveSession()?.act({ kind: "hand", isUp: !isUp })}
          >
            <Hand aria-hidden size={20} />
          </Control>
        )}
        <Control label="React" isPressed={isReacting} onClick={() => setReacting(!isReacting)}>
          <Smile aria-hidden size={20} />
        </Control>
        {isChief && audience.length > 0 ? (
          <Control label="Bring on stage" onClick={bring}>
            <Users aria-hidden size={20} />
          </Control>
        ) : null}
        {isGathered && views.length > 1 ? (
          <Control
            label="More"
            onClick={() =>
              dialogs.open("menu", {
                title: "More",
                onReact: null,
                items: views.map(({ label, offLabel = label, isOn, run }) => ({
                  key: label,
                  label: isOn ? offLabel : label,
                  isDanger: false,
                  run,
                })),
              })
            }
          >
            <Ellipsis aria-hidden size={20} />
          </Control>
        ) : (
          views.map(({ label, Icon, isOn, run }) => (
            <Control key={label} label={label} isPressed={isOn} onClick={run}>
              <Icon aria-hidden size={20} />
            </Control>
          ))
        )}
        {isOn && !isChief ? (
          <Control label="Leave the stage" onClick={() => liveSession()?.act({ kind: "stage", uid: me, isOn: false })}>
            <UserMinus aria-hidden size={20} />
          </Control>
        ) : null}
        <Control
          label="Leave live"
          isOff
          onClick={() => {
            if (document.fullscreenElement) void document.exitFullscreen();
            dialogs.open("chatLiveLeave", { mint: live.mint, isChief });
          }}
        >
          <LogOut aria-hidden size={20} />
        </Control>
      </div>
    </>
  );
};

const toggleFullScreen = async (element: HTMLElement | null): Promise<void> => {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await element?.requestFullscreen();
  } catch {
    // The browser has refused: nothing changes.
  }
};

/** Moves the largest video to picture-in-picture, or back. */
const togglePictureInPicture = async (element: HTMLElement | null): Promise<void> => {
  try {
    if (document.pictureInPictureElement) return await document.exitPictureInPicture();
    const area = (video: HTMLVideoElement): number => video.clientWidth * video.clientHeight;
    const [largest] = [...(element?.querySelectorAll("video") ?? [])].sort((a, b) => area(b) - area(a));
    if (largest) await largest.requestPictureInPicture();
    else toast(liveTexts.noPicture);
  } catch {
    toast.error(liveTexts.noPictureInPicture);
  }
};

const Control = ({
  label,
  isOff = false,
  isPressed,
  onClick,
  children,
}: {
  label: string;
  /** Styled as switched off, or as ending something. */
  isOff?: boolean;
  isPressed?: boolean | undefined;
  onClick: () => void;
  children: ReactNode;
}) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={isPressed}
    onClick={onClick}
    className={classes(
      "flex size-11 shrink-0 items-center justify-center rounded-full",
      isOff
        ? "bg-down-soft text-down hover:bg-down-hover"
        : isPressed
          ? "bg-ember text-on-ember"
          : "bg-surface text-text hover:bg-hover",
    )}
  >
    {children}
  </button>
);
