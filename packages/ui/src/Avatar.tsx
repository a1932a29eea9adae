import { useState } from "react";
import { classes } from "./classes.ts";

export interface AvatarProps {
  src: string | null;
  /** A generated picture that is shown when `src` is missing or fails; null while it is being made. */
  fallback: string | null;
  /** The person's or token's name; empty when the name is written beside the picture. */
  name: string;
  /** Edge in CSS pixels. */
  size?: number;
  shape?: "person" | "token";
  /** `src` could not be shown. */
  onFailed?: () => void;
}

/** A picture that keeps its place while it loads and never shows a broken image. */
export const Avatar = ({ src, fallback, name, size = 40, shape = "person", onFailed }: AvatarProps) => {
  const [failed, setFailed] = useState<string | null>(null);
  const shown = src && failed !== src ? src : fallback;
  return (
    <span
      className={classes(
        "inline-block shrink-0 overflow-hidden bg-raised",
        shape === "person" ? "rounded-full" : "rounded-tribe",
      )}
      style={{ width: size, height: size }}
    >
      {shown ? (
        <img
          src={shown}
          alt={name}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => {
            setFailed(src);
            if (shown === src) onFailed?.();
          }}
        />
      ) : null}
    </span>
  );
};
