/** A label's width in pixels, in the heaviest letters that the chart writes. */
type WidthOf = (text: string) => number;

/** Measures as the chart draws: its newest day stands in bold. */
export const labelWidth = (font: string): WidthOf => {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return () => 0;
  pen.font = font;
  return (text) => pen.measureText(text).width;
};

/** The axis as it stands when a label is written. */
export interface LabelAxis {
  /** Pixels. */
  readonly width: number;
  /** Where the label's middle comes to; null where it is not known. */
  readonly at: number | null;
  /** The library moves a label inwards that would be cut at this edge. */
  readonly movesFromLeft: boolean;
}

/** Whether a label of this width is seen whole; one that would be cut is not written. */
export const isSeenWhole = (width: number, axis: LabelAxis): boolean => {
  if (axis.at === null) return true;
  const half = width / 2;
  return (axis.movesFromLeft || axis.at >= half) && axis.at + half <= axis.width;
};
