import { useMutation } from "@tanstack/react-query";
import { routes, withoutUnseen } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { deviceProblemText, liveTexts } from "@tribe/domain/words";
import { Button, classes, TextField } from "@tribe/ui";
import { Camera, CameraOff, Mic, MicOff } from "@tribe/ui/icons";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../shared/api/api.ts";
import { wordsOf } from "../../../shared/api/errors.ts";
import { deviceProblem } from "../../../shared/devices/device-problem.ts";
import { DialogFrame } from "../../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import { canLive } from "../../../shared/live/can-live.ts";
import { useLocalUser } from "../../../shared/queries/local-user.ts";
import { openCamera, openMicrophone, watchLevel } from "../session/devices.ts";
import { joinLive } from "../session/live-session.ts";
import { Picture } from "../stage/Picture.tsx";

/** The state of a camera or microphone in the preview. */
type Device =
  | { readonly kind: "off" }
  | { readonly kind: "opening" }
  | { readonly kind: "on"; readonly track: MediaStreamTrack }
  | { readonly kind: "failed"; readonly words: string };

const off: Device = { kind: "off" };

/** Opens a device while it is switched on, and closes it with the dialog unless the live session takes it over. */
const useDevice = (what: "camera" | "microphone", open: () => Promise<MediaStreamTrack>, isOnAtFirst: boolean) => {
  const [device, setDevice] = useState<Device>(isOnAtFirst ? { kind: "opening" } : off);
  const [wanted, setWanted] = useState({ isOn: isOnAtFirst, attempt: 0 });
  const kept = useRef(false);
  useEffect(() => {
    if (!wanted.isOn) return;
    let isHere = true;
    let track: MediaStreamTrack | null = null;
    open().then(
      (opened) => {
        track = opened;
        if (isHere) setDevice({ kind: "on", track: opened });
        else opened.stop();
      },
      (error: unknown) => isHere && setDevice({ kind: "failed", words: deviceProblemText(what, deviceProblem(error)) }),
    );
    return () => {
      isHere = false;
      if (!kept.current) track?.stop();
    };
  }, [wanted, open, what]);
  return {
    device,
    /** Switches it on or off, or retries after a failure. */
    toggle: () => {
      const isOn = device.kind === "on" || device.kind === "opening";
      setDevice(isOn ? off : { kind: "opening" });
      setWanted(({ attempt }) => ({ isOn: !isOn, attempt: attempt + 1 }));
    },
    /** Passes the track on: the dialog then does not close it. */
    take: () => {
      kept.current = true;
      return device.kind === "on" ? device.track : null;
    },
  };
};

const openOwnCamera = () => openCamera("user");

/** The preview before going live: one's voice and, if wanted, one's camera; a title. */
export const GoLiveDialog = ({ mint, name }: DialogPropsByName["goLive"]) =>
  canLive() ? (
    <Preview mint={mint} name={name} />
  ) : (
    <DialogFrame title="Go live">
      <p className="text-sm text-muted">{liveTexts.unsupported}</p>
    </DialogFrame>
  );

const Preview = ({ mint, name }: DialogPropsByName["goLive"]) => {
  const user = useLocalUser();
  const close = useCloseThisDialog();
  const camera = useDevice("camera", openOwnCamera, false);
  const microphone = useDevice("microphone", openMicrophone, true);
  const [title, setTitle] = useState("");
  const start = useMutation({
    mutationFn: () => api(routes.live.start, { body: { mint, title: withoutUnseen(title).trim() } }),
    onSuccess: () => {
      if (user) joinLive(mint, user.uid, { camera: camera.take(), microphone: microphone.take() });
      close();
    },
  });
  const problems = [camera.device, microphone.device].flatMap((each) => (each.kind === "failed" ? [each.words] : []));
  const isSeen = camera.device.kind === "on";
  const isOpening = camera.device.kind === "opening" || microphone.device.kind === "opening";
  return (
    <DialogFrame
      title="Go live"
      description={`Everybody with a seat in ${isolated(name)} can join.`}
      busy={start.isPending}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <div className="relative aspect-video overflow-hidden rounded-card bg-raised">
          {camera.device.kind === "on" ? (
            <Picture track={camera.device.track} label="You, as others will see you" isMirrored />
          ) : (
            <p className="flex size-full items-center justify-center px-6 text-center text-sm text-muted">
              {isOpening
                ? `Your browser asks for your ${camera.device.kind === "opening" ? "camera" : "microphone"}`
                : "Only your voice. The camera is off."}
            </p>
          )}
          <div className="absolute inset-x-0 bottom-3 flex justify-center gap-3">
            <DeviceButton
              label={microphone.device.kind === "on" ? "Switch off microphone" : "Switch on microphone"}
              isOn={microphone.device.kind === "on"}
              onClick={microphone.toggle}
            >
              {microphone.device.kind === "on" ? <Mic aria-hidden size={20} /> : <MicOff aria-hidden size={20} />}
            </DeviceButton>
            <DeviceButton
              label={camera.device.kind === "on" ? "Switch off camera" : "Switch on camera"}
              isOn={camera.device.kind === "on"}
              onClick={camera.toggle}
            >
              {camera.device.kind === "on" ? <Camera aria-hidden size={20} /> : <CameraOff aria-hidden size={20} />}
            </DeviceButton>
          </div>
        </div>
        {microphone.device.kind === "on" ? <Level track={microphone.device.track} /> : null}
        {problems.length > 0 ? (
          <div role="alert" className="flex flex-col gap-1 text-sm text-down">
            {problems.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
        ) : null}
        <TextField
          label="What is it about? (optional)"
          value={title}
          maxLength={80}
          onChange={(event) => setTitle(event.target.value)}
        />
        {start.error ? (
          <p role="alert" className="text-sm text-down">
            {wordsOf(start.error).title}
          </p>
        ) : null}
        <div className="grid grid-cols-2 gap-2">
          <Button disabled={camera.device.kind === "opening" || start.isPending} onClick={camera.toggle}>
            {isSeen ? "Without camera" : "With camera"}
          </Button>
          <Button type="submit" variant="primary" busy={start.isPending} disabled={isOpening || !user}>
            {isSeen ? "Go live" : "Talk"}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
};

const DeviceButton = ({
  label,
  isOn,
  onClick,
  children,
}: {
  label: string;
  isOn: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onClick}
    className={classes(
      "flex size-12 items-center justify-center rounded-full shadow-lift",
      isOn ? "bg-surface text-text hover:bg-hover" : "bg-down-soft text-down",
    )}
  >
    {children}
  </button>
);

/** The microphone's level: the bars move when it works. */
const Level = ({ track }: { track: MediaStreamTrack }) => {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      watchLevel(track, (level) => {
        if (bar.current) bar.current.style.transform = `scaleX(${Math.max(0.02, level)})`;
      }),
    [track],
  );
  return (
    <div className="flex items-center gap-3 text-sm text-muted">
      <Mic aria-hidden size={16} className="shrink-0" />
      <span className="h-2 flex-1 overflow-hidden rounded-full bg-raised">
        <span ref={bar} className="block h-full origin-left scale-x-0 rounded-full bg-ember transition-transform" />
      </span>
      <span className="shrink-0">Say something</span>
    </div>
  );
};
