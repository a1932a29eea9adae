import { lazy } from "react";

export { AttachButton } from "./attaching/AttachButton.tsx";
export { addFiles } from "./attaching/add-files.ts";
export { DropZone, pasteFiles } from "./attaching/DropZone.tsx";
export { FilesTray } from "./attaching/FilesTray.tsx";
export { canRecord } from "./attaching/recorder.ts";
export { useTray } from "./attaching/use-tray.ts";
export { OutgoingAttachments } from "./sending/OutgoingAttachments.tsx";
export {
  assignFiles,
  type FilesState,
  returnFiles,
  type SendFiles,
  type SentFile,
  sendFiles,
  sentFileSchema,
  useIsOnlyInTab,
} from "./sending/send-files.ts";
export { FileName } from "./showing/FileName.tsx";
export { MessageAttachments } from "./showing/MessageAttachments.tsx";
export { SmallTile } from "./showing/SmallTile.tsx";
export { durationWords, sizeWords } from "./words.ts";

/** Loaded when the microphone is first pressed. */
export const VoiceRecorder = lazy(() =>
  import("./attaching/VoiceRecorder.tsx").then((m) => ({ default: m.VoiceRecorder })),
);
