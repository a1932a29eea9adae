import type { Attachment } from "@tribe/contract";
import type { PendingFile } from "../attaching/pending-files.ts";
import { localMedia } from "../showing/local-media.ts";

/** Nothing to see: the page draws the file itself. */
const noBlur = "data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==";
/** For a picture of which this browser can't read the size. */
const unknownSides = { width: 1_200, height: 900 };

/**
 * A file on its way as the attachment that it will be, so that it is drawn in its final size and place. What the browser has lost
 * and the server has is drawn as the server has it.
 */
export const toAttachment = (file: PendingFile): Attachment => {
  const { key, name, size, state, properties, looksLike, isVoice } = file;
  if (state.kind === "ready" && !localMedia.of(key)?.full) return state.attachment;
  const shared = { id: key, name, size };
  const durationMs = properties?.durationMs ?? 0;
  // The server may have found another kind by the file's bytes.
  const kind = state.kind === "ready" ? state.attachment.kind : looksLike;
  switch (kind) {
    case "image":
      return { ...shared, kind: "image", ...(properties?.sides ?? unknownSides), blur: noBlur, isAnimated: false };
    case "video": {
      const hasPoster = localMedia.of(key)?.poster != null;
      return properties?.sides
        ? {
            ...{ ...shared, kind: "video", mimeType: "video/mp4", ...properties.sides, durationMs },
            ...{ blur: hasPoster ? noBlur : null },
          }
        : { ...shared, kind: "file" };
    }
    case "audio":
      return { ...shared, kind: "audio", mimeType: "audio/mp4", durationMs, waveform: waveformOf(properties), isVoice };
    case "file":
      return { ...shared, kind: "file" };
  }
};

const waveformOf = (properties: PendingFile["properties"]): number[] | null =>
  properties?.waveform ? [...properties.waveform] : null;
