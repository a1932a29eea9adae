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
  /** Mirrored, for the person's own video. */
  isMirrored?: boolean;
  /** Shown without cropping. */
  isWhole?: boolean;
}) => {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = new MediaStream([track]);
    element.play().catch(() => undefined); // removed meanwhile
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
