import { deviceProblemText } from "@tribe/domain/words";
import { IconButton } from "@tribe/ui";
import { SendHorizontal, Trash2 } from "@tribe/ui/icons";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { deviceProblem } from "../../../shared/devices/device-problem.ts";
import { toast } from "../../../shared/notices/toast.ts";
import { durationWords } from "../words.ts";
import { type Recorder, type Recording, startRecorder } from "./recorder.ts";

/** How many of the latest levels are drawn. */
const shownLevels = 48;

/** Replaces the composer while a voice note is recorded: shows the level and the time, with buttons to discard and to send. */
export const VoiceRecorder = ({
  onDone,
  onCancel,
}: {
  /** `isSent`: the recording is sent at once; otherwise it is added to the tray. */
  onDone: (recording: Recording, isSent: boolean) => void;
  onCancel: () => void;
}) => {
  const recorder = useRef<Recorder | null>(null);
  const [levels, setLevels] = useState<readonly number[] | null>(null);
  const finish = useEffectEvent(async (isSent: boolean) => {
    const recording = await recorder.current?.finish();
    recorder.current = null;
    if (recording) onDone(recording, isSent);
    else onCancel();
  });
  const refused = useEffectEvent((error: unknown) => {
    toast.error(deviceProblemText("microphone", deviceProblem(error)));
    onCancel();
  });
  useEffect(() => {
    let isHere = true;
    startRecorder(
      (level) => setLevels((before) => [...(before ?? []), level]),
      () => void finish(false),
    ).then((started) => {
      if (!isHere) return started.cancel();
      recorder.current = started;
      setLevels([]);
    }, refused);
    return () => {
      isHere = false;
      recorder.current?.cancel();
      recorder.current = null;
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields to group
    <div role="group" aria-label="Voice note" className="flex min-h-11 min-w-0 flex-1 items-center gap-1">
      <IconButton label="Discard voice note" onClick={onCancel}>
        <Trash2 aria-hidden size={20} />
      </IconButton>
      <span aria-hidden className="size-2.5 shrink-0 rounded-full bg-down motion-safe:animate-pulse" />
      <span role="timer" className="w-12 shrink-0 pl-1 text-sm tabular-nums">
        {durationWords(((levels?.length ?? 0) / 20) * 1_000)}
      </span>
      <span aria-hidden className="flex h-8 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden">
        {(levels ?? []).slice(-shownLevels).map((level, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a level has no identity but its position
            key={index}
            className="w-0.5 shrink-0 rounded-full bg-ember"
            style={{ height: `${Math.max(8, level * 100)}%` }}
          />
        ))}
      </span>
      <span className="sr-only" role="status">
        {levels === null ? "Asking for the microphone" : "Recording"}
      </span>
      <button
        type="button"
        aria-label="Send voice note"
        title="Send voice note"
        disabled={levels === null || levels.length === 0}
        data-writes=""
        onClick={() => void finish(true)}
        className="flex size-11 shrink-0 items-center justify-center rounded-control bg-ember text-on-ember hover:bg-ember-strong disabled:opacity-50"
      >
        <SendHorizontal aria-hidden size={20} />
      </button>
    </div>
  );
};
