import type { ChatMessage } from "@tribe/contract";
import { messageLinks } from "@tribe/domain/markup";
import { File as FileIcon, Link2 } from "@tribe/ui/icons";
import type { ReactNode } from "react";
import { TimeAgo } from "../../../shared/components/TimeAgo.tsx";
import { FileName, SmallTile, sizeWords } from "../../media/index.ts";

interface ListProps {
  readonly messages: readonly ChatMessage[];
  /** Leads to a message. */
  readonly onShow: (message: ChatMessage) => void;
}

/** Pictures and videos, in squares. */
export const MediaGrid = ({ messages, onShow }: ListProps) => (
  <ul className="grid grid-cols-3 gap-1 sm:grid-cols-4">
    {messages.flatMap((message) =>
      message.attachments.flatMap((visual) =>
        visual.kind === "image" || visual.kind === "video"
          ? [
              <li key={visual.id}>
                <SmallTile
                  visual={visual}
                  label={`${visual.kind === "image" ? "Picture" : "Video"} of ${message.author.displayName}`}
                  onPress={() => onShow(message)}
                />
              </li>,
            ]
          : [],
      ),
    )}
  </ul>
);

const row = "flex min-h-14 w-full items-center gap-3 rounded-control px-2 py-1.5 text-left text-sm";

const RowIcon = ({ children }: { children: ReactNode }) => (
  <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-raised text-muted">
    {children}
  </span>
);

const Sent = ({ message: { author, sentAt }, before }: { message: ChatMessage; before?: string }) => (
  <span className="flex min-w-0 gap-1 text-xs text-muted">
    {before === undefined ? null : <span className="shrink-0">{before} ·</span>}
    <bdi className="min-w-0 truncate">{author.displayName}</bdi>
    <span className="shrink-0">
      · <TimeAgo at={sentAt} />
    </span>
  </span>
);

/** Files and sounds. */
export const FilesList = ({ messages, onShow }: ListProps) => (
  <ul className="-mx-2 flex flex-col">
    {messages.flatMap((message) =>
      message.attachments.flatMap((file) =>
        file.kind === "file" || file.kind === "audio"
          ? [
              <li key={file.id}>
                <button type="button" onClick={() => onShow(message)} className={`${row} hover:bg-raised`}>
                  <RowIcon>
                    <FileIcon aria-hidden size={18} />
                  </RowIcon>
                  <span className="min-w-0 flex-1">
                    <FileName name={file.kind === "audio" && file.isVoice ? "Voice note" : file.name} />
                    <Sent message={message} before={sizeWords(file.size)} />
                  </span>
                </button>
              </li>,
            ]
          : [],
      ),
    )}
  </ul>
);

/** Links, with a button to the message that has them. */
export const LinksList = ({ messages, onShow }: ListProps) => (
  <ul className="-mx-2 flex flex-col">
    {messages.flatMap((message) =>
      messageLinks(message.text).map(({ at, url, shown, host }) => (
        <li key={`${message.id} ${at}`} className={row}>
          <RowIcon>
            <Link2 aria-hidden size={18} />
          </RowIcon>
          <span className="min-w-0 flex-1">
            <a
              href={url.href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              title={host}
              className="block truncate text-ember-text underline decoration-ember-line underline-offset-2 hover:decoration-current pointer-coarse:py-3"
            >
              {shown}
            </a>
            <Sent message={message} />
          </span>
          <button
            type="button"
            onClick={() => onShow(message)}
            className="min-h-11 shrink-0 rounded-control px-2 text-xs font-semibold text-muted hover:bg-raised hover:text-text"
          >
            In chat
          </button>
        </li>
      )),
    )}
  </ul>
);
