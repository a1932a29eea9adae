import { uploadLimits } from "@tribe/contract";

/** Decoding larger files would take more memory than a phone has. */
const maxBytes = 12_000_000;

/** Loudness along a sound as 64 values from 0 to 100; null when this browser can't decode it. */
export const waveformOf = async (file: Blob): Promise<number[] | null> => {
  if (file.size > maxBytes) return null;
  try {
    // A low sample rate, so that minutes of sound take little memory; the shape of the loudness stays.
    const context = new OfflineAudioContext(1, 1, 8_000);
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    return toWaveform(sound.getChannelData(0));
  } catch {
    return null;
  }
};

/** The peaks of equal parts, scaled so that the loudest is 100. All are 0 for an empty or silent sound. */
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
