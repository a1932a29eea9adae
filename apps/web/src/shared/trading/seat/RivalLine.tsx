import type { SeatSentence } from "./seat-sentence.ts";

/** Who waits for the seat, or what takes it back: in yellow while that is little. */
export const RivalLine = ({ rival, className = "" }: { rival: SeatSentence["rival"]; className?: string }) =>
  rival ? (
    <p className={`${className} ${rival.isNear ? "font-medium text-risk" : "text-muted"}`}>{rival.words}</p>
  ) : null;
