import type { AttachmentOf } from "@tribe/contract";
import { Play } from "@tribe/ui/icons";
import { durationWords } from "../words.ts";
import { useMediaUrl } from "./media-url.ts";

/** A picture or a video as a square among many. */
export const SmallTile = ({
  visual,
  label,
  onPress,
}: {
  visual: AttachmentOf<"image"> | AttachmentOf<"video">;
  /** Its name as a button. */
  label: string;
  onPress: () => void;
}) => {
  const url = useMediaUrl(visual.id, visual.kind === "image" ? "small" : "poster");
  return (
    <button
      type="button"
      aria-label={label}
      title={visual.name}
      onClick={onPress}
      style={visual.blur === null ? undefined : { backgroundImage: `url(${visual.blur})` }}
      className="relative block aspect-square w-full overflow-hidden rounded-[4px] bg-raised bg-cover bg-center"
    >
      {url === null || visual.blur === null ? null : (
        <img src={url} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      )}
      {visual.kind === "video" ? (
        <span className="absolute bottom-1 left-1 flex items-center gap-1 rounded-full bg-bg/80 px-1.5 text-xs tabular-nums">
          <Play aria-hidden size={10} className="fill-current" />
          {durationWords(visual.durationMs)}
        </span>
      ) : null}
    </button>
  );
};
