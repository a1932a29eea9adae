import type { AttachmentOf } from "@tribe/contract";
import { Pause, Play } from "@tribe/ui/icons";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useStore } from "../../../shared/state/store.ts";
import { Waveform } from "../Waveform.tsx";
import { durationWords } from "../words.ts";
import { FileName } from "./FileName.tsx";
import { FileRow } from "./FileRow.tsx";
import { useMediaUrl } from "./media-url.ts";
import { isUnplayable, tryAgainWords } from "./playing-failure.ts";
import { nextSpeed, voiceSpeed } from "./voice-speed.ts";

/** The sound that plays now; starting another one stops it. */
let playing: HTMLAudioElement | null = null;

/** A voice note or a sound, played in place; its waveform is the slider to seek with. */
export const AudioBubble = ({ sound }: { sound: AttachmentOf<"audio"> }) => {
  const audio = useRef<HTMLAudioElement>(null);
  const url = useMediaUrl(sound.id, "full");
  const [state, setState] = useState<"idle" | "playing" | "failed" | "unplayable">("idle");
  const [at, setAt] = useState(0);
  const isPlaying = state === "playing";
  const chosen = useStore(voiceSpeed);
  const speed = sound.isVoice ? chosen : 1;
  useEffect(() => {
    // The default too: a failed element that loads anew begins with it.
    if (url !== null && audio.current)
      Object.assign(audio.current, { playbackRate: speed, defaultPlaybackRate: speed });
  }, [speed, url]);
  useEffect(() => {
    if (!isPlaying) return;
    // Updated each frame: the element's own `timeupdate` fires only about four times a second.
    let frame = requestAnimationFrame(function follow() {
      setAt((audio.current?.currentTime ?? 0) * 1_000);
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  /** Play was pressed before the sound had an address. */
  const isWanted = useRef(false);
  const play = (element: HTMLAudioElement) => {
    if (playing !== element) playing?.pause();
    playing = element;
    if (state === "failed") {
      // A failed element plays nothing until it loads anew; it begins where it stopped.
      element.load();
      element.currentTime = at / 1_000;
      setState("idle");
    }
    element.play().catch((error: unknown) => {
      // Any other is that of the element, which says more, or a pause.
      if (error instanceof DOMException && error.name === "NotAllowedError") setState("failed");
    });
  };
  const playWanted = useEffectEvent(() => {
    if (!isWanted.current || !audio.current) return;
    isWanted.current = false;
    play(audio.current);
  });
  useEffect(() => {
    if (url !== null) playWanted();
  }, [url]);
  if (state === "unplayable") return <FileRow file={sound} note="Your browser can't play this sound." />;
  const name = sound.isVoice ? "Voice note" : sound.name;
  const toggle = () => {
    if (!audio.current) {
      isWanted.current = true;
      return;
    }
    if (isPlaying) audio.current.pause();
    else play(audio.current);
  };
  const fail = async (element: HTMLAudioElement) => setState((await isUnplayable(element)) ? "unplayable" : "failed");
  const seek = (part: number) => {
    const time = part * sound.durationMs;
    setAt(time);
    if (audio.current) audio.current.currentTime = time / 1_000;
  };
  return (
    <div className="flex w-full max-w-80 min-w-0 items-center gap-3 rounded-card bg-raised p-2 pr-3">
      {url === null ? null : (
        // biome-ignore lint/a11y/useMediaCaption: people's own recordings have no captions
        <audio
          ref={audio}
          src={url}
          preload="none"
          onPlay={() => setState("playing")}
          // A browser also pauses what failed, after its error.
          onPause={() => setState((before) => (before === "playing" ? "idle" : before))}
          onEnded={() => setAt(0)}
          onError={({ currentTarget }) => void fail(currentTarget)}
        />
      )}
      <button
        type="button"
        onClick={toggle}
        aria-label={`${isPlaying ? "Pause" : "Play"} ${name}`}
        className="flex size-11 shrink-0 items-center justify-center rounded-full bg-text text-bg hover:opacity-85"
      >
        {isPlaying ? (
          <Pause aria-hidden size={20} className="fill-current" />
        ) : (
          <Play aria-hidden size={20} className="translate-x-px fill-current" />
        )}
      </button>
      <div className="min-w-0 flex-1">
        {sound.isVoice ? null : <FileName name={sound.name} className="text-sm" />}
        <Waveform
          values={sound.waveform}
          part={sound.durationMs === 0 ? 0 : Math.min(1, at / sound.durationMs)}
          label={`Place in ${name}`}
          valueText={`${durationWords(at)} of ${durationWords(sound.durationMs)}`}
          onSeek={seek}
        />
        <p role="status" className="text-xs text-down empty:hidden">
          {state === "failed" ? tryAgainWords : null}
        </p>
      </div>
      <div className="flex w-10 shrink-0 flex-col items-end text-xs text-muted tabular-nums">
        {durationWords(at > 0 ? at : sound.durationMs)}
        {sound.isVoice ? (
          <button
            type="button"
            aria-label={`Speed ${speed}×`}
            title="Change the speed"
            onClick={() => voiceSpeed.set(nextSpeed(speed))}
            className="relative mt-0.5 flex h-6 min-w-9 items-center justify-center rounded-full bg-hover px-1.5 font-semibold text-text pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-top-2 pointer-coarse:after:-bottom-3"
          >
            {speed}×
          </button>
        ) : null}
      </div>
    </div>
  );
};
