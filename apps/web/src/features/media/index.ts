import { lazy } from "react";

export { AttachButton } from "./AttachButton.tsx";
export { addFiles } from "./add-files.ts";
export { DropZone, pasteFiles } from "./DropZone.tsx";
export { FilesTray } from "./FilesTray.tsx";
export { MessageAttachments } from "./MessageAttachments.tsx";
export { canRecord } from "./recorder.ts";
export { useFiles } from "./use-files.ts";

/** Comes when the microphone is first pressed. */
export const VoiceRecorder = lazy(() => import("./VoiceRecorder.tsx").then((m) => ({ default: m.VoiceRecorder })));
