import { uploadLimits } from "@tribe/contract";
import { expect, test } from "vitest";
import { toWaveform } from "./waveform.ts";

test("a waveform has 64 values up to 100, however short or quiet the sound is", () => {
  for (const levels of [[], [0, 0], [0.01, -0.02], Array.from({ length: 1_000 }, (_, index) => index / 1_000)]) {
    const waveform = toWaveform(levels);
    expect(waveform).toHaveLength(uploadLimits.waveformValues);
    expect(waveform.every((value) => Number.isInteger(value) && value >= 0 && value <= 100)).toBe(true);
    expect(Math.max(...waveform)).toBe(levels.some((level) => level !== 0) ? 100 : 0);
  }
});
