import { uploadLimits } from "@tribe/contract";
import { toWaveform } from "../waveform.ts";

/** Formats of a recording, of which the first supported one is used: all browsers play WebM with Opus or MP4 with AAC. */
const types = ["audio/webm;codecs=opus", "audio/mp4;codecs=mp4a.40.2", "audio/mp4"];
const levelsPerSecond = 20;

/** A finished voice note. */
export interface Recording {
  readonly file: File;
  readonly waveform: readonly number[];
  readonly durationMs: number;
}

/** A running recording. */
export interface Recorder {
  /** Ends the recording. Null if nothing was recorded. */
  finish(): Promise<Recording | null>;
  cancel(): void;
}

/** Whether this browser can record sound. */
export const canRecord = (): boolean =>
  "mediaDevices" in navigator &&
  typeof MediaRecorder !== "undefined" &&
  types.some((type) => MediaRecorder.isTypeSupported(type));

/**
 * Records the microphone. @param onLevel called twenty times a second with the present loudness from 0 to 1. @param onEnd called
 * when the longest duration is reached. @throws DOMException if the person or the device denies the microphone
 */
export const startRecorder = async (onLevel: (level: number) => void, onEnd: () => void): Promise<Recorder> => {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type)) ?? "";
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 32_000 });
  const chunks: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => chunks.push(data));

  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const levels: number[] = [];
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    // A power function, because perceived loudness is not linear in the amplitude.
    const level = Math.min(1, Math.sqrt(power) ** 0.6 * 2);
    levels.push(level);
    onLevel(level);
    if (levels.length >= uploadLimits.voiceSeconds * levelsPerSecond) onEnd();
  }, 1_000 / levelsPerSecond);
  const release = (): void => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  recorder.start(1_000);
  return {
    finish: async () => {
      const ended = new Promise((resolve) => recorder.addEventListener("stop", resolve, { once: true }));
      if (recorder.state !== "inactive") {
        recorder.stop();
        await ended;
      }
      release();
      const [type = "audio/webm"] = mimeType.split(";");
      const file = new File(chunks, `voice.${type === "audio/mp4" ? "m4a" : "webm"}`, { type });
      return file.size === 0
        ? null
        : { file, waveform: toWaveform(levels), durationMs: (levels.length / levelsPerSecond) * 1_000 };
    },
    cancel: () => {
      if (recorder.state !== "inactive") recorder.stop();
      release();
    },
  };
};
