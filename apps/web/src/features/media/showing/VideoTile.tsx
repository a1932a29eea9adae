import type { AttachmentOf } from "@tribe/contract";
import { classes } from "@tribe/ui";
import { Play } from "@tribe/ui/icons";
import { useState } from "react";
import { durationWords } from "../words.ts";
import { FileRow } from "./FileRow.tsx";
import { useMediaUrl } from "./media-url.ts";
import { isUnplayable, tryAgainWords } from "./playing-failure.ts";
import { type TileShape, tileLook, tileStyle } from "./tile.ts";

/** A video in a message, shown as its poster. A press plays it in place if it is the only one, or opens it large in a group. */
export const VideoTile = ({
  video,
  onOpen,
  ...shape
}: TileShape & { video: AttachmentOf<"video">; onOpen: () => void }) => {
  const [state, setState] = useState<"idle" | "playing" | "failed" | "unplayable">("idle");
  const poster = useMediaUrl(video.id, video.blur === null ? "full" : "poster");
  const url = useMediaUrl(video.id, "full");
  if (state === "unplayable") return <FileRow file={video} note="Your browser can't play this video." />;
  const hasFailed = state === "failed";
  const fail = async (element: HTMLVideoElement) => setState((await isUnplayable(element)) ? "unplayable" : "failed");
  if (state === "playing" && url !== null)
    return (
      <video
        src={url}
        controls
        autoPlay
        playsInline
        aria-label={`Video ${video.name}`}
        {...(video.blur !== null && poster !== null ? { poster } : {})}
        onError={({ currentTarget }) => void fail(currentTarget)}
        style={tileStyle(video, shape)}
        className={classes(tileLook, shape.className)}
      />
    );
  return (
    <button
      type="button"
      onClick={shape.isAlone ? () => setState("playing") : onOpen}
      aria-label={`${hasFailed ? `${tryAgainWords} ` : ""}Play video ${video.name}, ${durationWords(video.durationMs)}`}
      style={tileStyle(video, shape)}
      className={classes(tileLook, "cursor-pointer", shape.className)}
    >
      {video.blur === null || poster === null ? null : (
        <img src={poster} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      )}
      <span className="absolute inset-0 flex items-center justify-center">
        <span className="flex size-14 items-center justify-center rounded-full bg-black/60 text-white">
          <Play aria-hidden size={26} className="translate-x-0.5 fill-current" />
        </span>
      </span>
      <span className="absolute bottom-2 left-2 rounded-sm bg-black/60 px-1.5 text-xs leading-5 text-white tabular-nums">
        {hasFailed ? tryAgainWords : durationWords(video.durationMs)}
      </span>
    </button>
  );
};
