import { classes } from "@tribe/ui";
import { useEffect, useRef } from "react";

/** A video without sound: sound is played separately, so that it continues where no video is shown. */
export const Picture = ({
  track,
  label,
  isMirrored = false,
  isWhole = false,
}: {
  track: MediaStreamTrack;
  label: string;
  /** As in a mirror: one's own. */
  isMirrored?: boolean;
  /** Nothing of it is cut away. */
  isWhole?: boolean;
}) => {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = new MediaStream([track]);
    element.play().catch(() => undefined); // taken away meanwhile
    return () => {
      element.srcObject = null;
    };
  }, [track]);
  return (
    <video
      ref={video}
      aria-label={label}
      autoPlay
      playsInline
      muted
      className={classes("size-full", isWhole ? "object-contain" : "object-cover", isMirrored && "-scale-x-100")}
    />
  );
};
