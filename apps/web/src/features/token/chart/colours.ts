/** The theme's colours in a form that a canvas accepts. */
export interface ChartColours {
  readonly ground: string;
  readonly text: string;
  readonly line: string;
  readonly up: string;
  readonly down: string;
  readonly accent: string;
}

/** The colours of packages/ui as `rgba(…)`: the chart library supports neither OKLCH nor `light-dark()`. */
export const readColours = (host: HTMLElement): ChartColours => {
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const read = (token: string): string => {
    if (!brush) return "rgba(128, 128, 128, 1)";
    // A new element each time: on an existing one a transition would still report the previous colour.
    const probe = document.createElement("span");
    probe.style.color = `var(--tribe-${token})`;
    host.append(probe);
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = getComputedStyle(probe).color;
    probe.remove();
    brush.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha = 255] = brush.getImageData(0, 0, 1, 1).data;
    return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
  };
  return {
    ground: read("bg"),
    text: read("muted"),
    line: read("line"),
    up: read("up"),
    down: read("down"),
    accent: read("ember"),
  };
};

/** The same colour with another opacity, from 0 to 1. */
export const faded = (colour: string, opacity: number): string => colour.replace(/[\d.]+\)$/, `${opacity})`);
