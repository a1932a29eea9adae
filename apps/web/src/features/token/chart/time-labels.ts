/** A label's width in pixels, in the boldest font that the chart uses. */
type WidthOf = (text: string) => number;

/** Measures labels in the given font, which should be bold: the chart draws some labels so. */
export const labelWidth = (font: string): WidthOf => {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return () => 0;
  pen.font = font;
  return (text) => pen.measureText(text).width;
};

/** The state of the axis when a label is written. */
export interface LabelAxis {
  /** Pixels. */
  readonly width: number;
  /** The x of the label's middle; null if unknown. */
  readonly at: number | null;
  /** Whether the library moves a label inwards that the left edge would cut. */
  readonly movesFromLeft: boolean;
}

/** Whether a label of this width fits; one that would be cut is left out. */
export const isSeenWhole = (width: number, axis: LabelAxis): boolean => {
  if (axis.at === null) return true;
  const half = width / 2;
  return (axis.movesFromLeft || axis.at >= half) && axis.at + half <= axis.width;
};
