import type { Attachment } from "@tribe/contract";
import { Download, File as FileIcon } from "@tribe/ui/icons";
import { sizeWords } from "../words.ts";
import { FileName } from "./FileName.tsx";
import { useMediaUrl } from "./media-url.ts";

/** A file's name and size, with a way to save it. */
export const FileRow = ({ file, note }: { file: Attachment; note?: string }) => {
  const url = useMediaUrl(file.id, "full");
  return (
    <a
      href={url ?? undefined}
      download={file.name}
      className="flex w-full max-w-80 min-w-0 items-center gap-3 rounded-card bg-raised p-2 pr-3 text-text hover:bg-hover"
    >
      <span className="flex size-11 shrink-0 items-center justify-center rounded-control bg-surface text-muted">
        <FileIcon aria-hidden size={20} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="sr-only">Save </span>
        <FileName name={file.name} className="text-sm" />
        <span className="block text-xs text-muted">
          {sizeWords(file.size)}
          {note === undefined ? "" : ` · ${note}`}
        </span>
      </span>
      <Download aria-hidden size={18} className="shrink-0 text-muted" />
    </a>
  );
};
