import { classes } from "@tribe/ui";
import { File as FileIcon, Mic, Music, Pause, Play, RotateCw, X } from "@tribe/ui/icons";
import type { ReactNode } from "react";
import { shortName } from "../file-name.ts";
import { FileName } from "../showing/FileName.tsx";
import { sizeWords } from "../words.ts";
import { pauseFile, removeFile, resumeFile } from "./add-files.ts";
import { type PendingFile, progressOf } from "./pending-files.ts";

/** The files that will be sent with the next message, with the progress of each. */
export const FilesTray = ({ files }: { files: readonly PendingFile[] }) =>
  files.length === 0 ? null : (
    <div className="px-2 pt-2">
      <ul aria-label="Files of this message" className="flex gap-2 overflow-x-auto pb-1">
        {files.map((file) => (
          <PendingTile key={file.key} file={file} />
        ))}
      </ul>
      <div aria-live="polite" className="px-1 text-xs wrap-anywhere text-muted">
        {failuresOf(files).map((failure) => (
          <p key={failure} className="text-down">
            {failure}
          </p>
        ))}
      </div>
    </div>
  );

/** The most files with one reason whose names are listed. */
const maxNames = 2;

/** Why files failed, each reason once. Shown below the tiles, which are too small for sentences. */
const failuresOf = (files: readonly PendingFile[]): readonly string[] => {
  const names = new Map<string, string[]>();
  for (const { name, state } of files)
    if (state.kind === "failed") names.set(state.reason, [...(names.get(state.reason) ?? []), shortName(name)]);
  return [...names].map(([reason, of]) => `${of.length > maxNames ? `${of.length} files` : of.join(", ")}: ${reason}`);
};

const PendingTile = ({ file }: { file: PendingFile }) => {
  const { state, preview } = file;
  const isPicture = file.looksLike === "image" || file.looksLike === "video";
  return (
    <li
      className={classes(
        "relative flex h-20 shrink-0 items-center gap-2 overflow-hidden rounded-control bg-surface",
        isPicture ? "w-20" : "w-56 pl-3 pr-10",
        state.kind === "failed" && "outline-2 -outline-offset-2 outline-down",
      )}
    >
      {isPicture && preview !== null ? (
        file.looksLike === "image" ? (
          <img src={preview} alt="" className="size-full object-cover" />
        ) : (
          <video src={preview} muted playsInline preload="metadata" className="size-full object-cover" />
        )
      ) : (
        <>
          <span className="text-muted">{iconOf(file)}</span>
          <span className="min-w-0 flex-1">
            <FileName name={file.isVoice ? "Voice note" : file.name} className="text-sm" />
            <span className="block truncate text-xs text-muted">{wordsOf(file)}</span>
          </span>
        </>
      )}
      <Progress file={file} />
      <Corner label={`Remove ${file.name}`} onClick={() => removeFile(file.key)} className="top-0 right-0">
        <X aria-hidden size={14} />
      </Corner>
      <Control file={file} />
    </li>
  );
};

const iconOf = ({ isVoice, looksLike }: PendingFile): ReactNode =>
  isVoice ? (
    <Mic aria-hidden size={20} />
  ) : looksLike === "audio" ? (
    <Music aria-hidden size={20} />
  ) : (
    <FileIcon aria-hidden size={20} />
  );

const wordsOf = ({ state, size }: PendingFile): string => {
  switch (state.kind) {
    case "preparing":
      return sizeWords(size);
    case "uploading":
      return `${state.isPaused ? "Paused · " : ""}${sizeWords(state.sentBytes)} of ${sizeWords(size)}`;
    case "processing":
      return "Almost there…";
    case "ready":
      return sizeWords(size);
    case "waiting":
      return "Waits for the network";
    case "stopped":
    case "lost":
    case "failed":
      return "Not uploaded";
  }
};

const Progress = ({ file }: { file: PendingFile }) => {
  const { name } = file;
  const progress = progressOf(file);
  return progress === null ? null : (
    <span
      role="progressbar"
      aria-label={`Upload of ${name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(progress * 100)}
      className="absolute inset-x-0 bottom-0 h-1 bg-line"
    >
      <span
        className="block h-full origin-left bg-ember transition-transform duration-200"
        style={{ transform: `scaleX(${progress})` }}
      />
    </span>
  );
};

/** The actions while it is uploading, or after it has failed. */
const Control = ({ file }: { file: PendingFile }) => {
  const { key, name, state } = file;
  if (state.kind === "uploading")
    return state.isPaused ? (
      <Corner label={`Go on with ${name}`} onClick={() => resumeFile(key)} className="right-0 bottom-0">
        <Play aria-hidden size={14} />
      </Corner>
    ) : (
      <Corner label={`Pause ${name}`} onClick={() => pauseFile(key)} className="right-0 bottom-0">
        <Pause aria-hidden size={14} />
      </Corner>
    );
  return state.kind === "failed" && state.canRetry ? (
    <Corner label={`Try ${name} again`} onClick={() => resumeFile(key)} className="right-0 bottom-0">
      <RotateCw aria-hidden size={14} />
    </Corner>
  ) : null;
};

const Corner = ({
  label,
  onClick,
  className,
  children,
}: {
  label: string;
  onClick: () => void;
  className: string;
  children: ReactNode;
}) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onClick}
    className={classes("absolute flex size-10 items-center justify-center", className)}
  >
    <span className="flex size-6 items-center justify-center rounded-full bg-black/65 text-white">{children}</span>
  </button>
);
