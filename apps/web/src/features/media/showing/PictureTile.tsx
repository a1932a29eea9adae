import type { AttachmentOf } from "@tribe/contract";
import { classes, useMediaQuery } from "@tribe/ui";
import { ImageOff } from "@tribe/ui/icons";
import { useState } from "react";
import { localMedia } from "./local-media.ts";
import { useMediaUrl } from "./media-url.ts";
import { type TileShape, tileLook, tileStyle } from "./tile.ts";

/** A picture in a message. A press opens it large. */
export const PictureTile = ({
  picture,
  onOpen,
  ...shape
}: TileShape & { picture: AttachmentOf<"image">; onOpen: () => void }) => {
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  const moves = picture.isAnimated && !isStill;
  const url = useMediaUrl(picture.id, moves ? "full" : "medium");
  const [end, setEnd] = useState<{ readonly url: string | null; readonly state: "shown" | "failed" } | null>(null);
  // From this device: there at once.
  const isLocal = url !== null && localMedia.of(picture.id)?.full === url;
  // Another address is another attempt: the last one may have been signed by a wrong clock.
  const state = end?.url === url ? end?.state : isLocal ? "shown" : "loading";
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`Open picture ${picture.name}`}
      style={tileStyle(picture, shape)}
      className={classes(tileLook, "cursor-zoom-in", shape.className)}
    >
      {url === null || state === "failed" ? null : (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding={isLocal ? "sync" : "async"}
          draggable={false}
          onLoad={() => setEnd({ url, state: "shown" })}
          onError={() => (isLocal ? localMedia.fail(picture.id) : setEnd({ url, state: "failed" }))}
          className={classes(
            "size-full object-cover transition-opacity duration-150",
            state === "shown" ? "opacity-100" : "opacity-0",
          )}
        />
      )}
      {state === "failed" ? (
        <span className="absolute inset-0 flex items-center justify-center gap-2 bg-raised/80 text-sm text-muted">
          <ImageOff aria-hidden size={18} /> Not there
        </span>
      ) : null}
    </button>
  );
};
