import { expect } from "vitest";
import { focus } from "./keys.ts";
import type { Screen } from "./open-screen.ts";

/** The chart of an open Tribe's page. */
export const chartOf = (screen: Screen) => {
  const section = screen.getByRole("region", { name: "Price over time" });
  const button = (name: string) => section.getByRole("button", { name, exact: true });
  const canvases = () => [...section.element().querySelectorAll<HTMLCanvasElement>("canvas")];
  const pixels = () =>
    canvases()
      .map((canvas) => canvas.toDataURL())
      .join();
  return {
    section,
    button,
    canvases,
    /** What the chart says in words, to those who can't see it. */
    inWords: (words: RegExp) => section.getByText(words),
    /** Waits until the interactive chart has replaced the static line, which a focused control brings like a pointer. */
    awake: async (): Promise<void> => {
      await focus(button("All"));
      await expect.poll(() => canvases().length).toBeGreaterThan(0);
    },
    /** Does something, and waits until the chart looks different. */
    redrawnBy: async (work: () => unknown): Promise<void> => {
      const before = pixels();
      await work();
      await expect.poll(pixels).not.toBe(before);
    },
  } as const;
};
