import { uploadLimits } from "@tribe/contract";

/** Longer sounds would take more memory to decode than a phone has. */
const maxBytes = 12_000_000;

/** Loudness along a sound as 64 values from 0 to 100; null when this browser can't decode it. */
export const waveformOf = async (file: Blob): Promise<number[] | null> => {
  if (file.size > maxBytes) return null;
  try {
    // Of so low a rate that minutes take little; the shape stays.
    const context = new OfflineAudioContext(1, 1, 8_000);
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    return toWaveform(sound.getChannelData(0));
  } catch {
    return null;
  }
};

/** Peaks of equal parts, the loudest of them 100. An empty or silent sound is all 0. */
export const toWaveform = (levels: ArrayLike<number>): number[] => {
  const { waveformValues } = uploadLimits;
  const peaks = Array.from({ length: waveformValues }, (_, part) => {
    const from = Math.floor((part * levels.length) / waveformValues);
    const to = Math.max(from + 1, Math.floor(((part + 1) * levels.length) / waveformValues));
    let peak = 0;
    for (let index = from; index < Math.min(to, levels.length); index += 1)
      peak = Math.max(peak, Math.abs(levels[index] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks);
  return peaks.map((peak) => (loudest === 0 ? 0 : Math.round((peak / loudest) * 100)));
};
