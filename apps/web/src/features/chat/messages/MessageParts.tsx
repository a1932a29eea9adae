import type { ChatMessage, LinkPreview, ParentMessage } from "@tribe/contract";
import { shownLinks } from "@tribe/domain/markup";
import { classes } from "@tribe/ui";
import { Heart, X } from "@tribe/ui/icons";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { useRoomParts } from "../room-context.ts";
import { removePreview, toggleReaction } from "./actions/commands.ts";
import { quotedLine } from "./text/excerpt.ts";
import { PreviewSource } from "./text/PreviewSource.tsx";

/** The message that this one replies to, as a link to it. */
export const Quote = ({ parent }: { parent: ParentMessage }) => {
  const { jump, me, blocked } = useRoomParts();
  const { author, isDeleted } = parent;
  const isHidden = blocked.has(author.uid) && !isDeleted;
  return (
    <button
      type="button"
      onClick={() => jump(parent)}
      className="relative flex min-h-6 max-w-full items-center gap-2 border-l-2 border-line-strong pl-2.5 text-left text-xs text-muted after:absolute after:-inset-y-2 after:inset-x-0 hover:text-text"
    >
      {isHidden ? null : (
        <>
          <PersonAvatar seed={author.uid} src={author.pfp} name="" size={16} />
          <bdi className="max-w-1/2 shrink-0 truncate font-semibold text-text">
            {author.uid === me ? "You" : author.displayName}
          </bdi>
        </>
      )}
      <span dir="auto" className={classes("min-w-0 truncate", (isDeleted || isHidden) && "italic")}>
        {isHidden ? "From somebody you blocked" : isDeleted ? "Deleted message" : quotedLine(parent)}
      </span>
    </button>
  );
};

/** A message's reactions with their counts; a press adds or removes one's own. */
export const ReactionRow = ({ message }: { message: ChatMessage }) => (
  <ul aria-label="Reactions" className="flex flex-wrap gap-1 pt-1 pb-0.5">
    {message.reactions.map(({ emoji, count, mine }) => {
      const name = emoji ?? "Like";
      return (
        <li key={name}>
          <button
            type="button"
            aria-pressed={mine}
            aria-label={`${name}, ${count}`}
            onClick={() => toggleReaction(message, emoji)}
            className={classes(
              "relative flex h-6 items-center gap-1 rounded-full border px-2 text-xs tabular-nums pointer-coarse:after:absolute pointer-coarse:after:-inset-1.5",
              mine
                ? "border-ember-line bg-ember-soft font-semibold text-ember-text"
                : "border-transparent bg-raised text-muted hover:border-line-strong",
            )}
          >
            {emoji === null ? (
              <Heart aria-hidden size={14} className={mine ? "fill-current" : ""} />
            ) : (
              <span aria-hidden>{emoji}</span>
            )}
            {count}
          </button>
        </li>
      );
    })}
  </ul>
);

/** A preview's host as its message shows it. */
const hostOf = (text: string, url: string): string => {
  const { hostname } = new URL(url);
  return shownLinks(text).find((link) => link.url.hostname === hostname)?.host ?? hostname;
};

/** The preview of a linked page; the message's author can remove it. */
export const PreviewCard = ({ message, preview }: { message: ChatMessage; preview: LinkPreview }) => {
  const { me } = useRoomParts();
  const { url, siteName, title, description, picture } = preview;
  return (
    <div className="mt-1 flex max-w-md items-start gap-1">
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="flex min-w-0 flex-1 gap-3 rounded-control border-l-2 border-ember-line bg-surface p-2.5 hover:bg-raised"
      >
        <span className="flex min-w-0 flex-1 flex-col">
          <PreviewSource host={hostOf(message.text, url)} siteName={siteName} />
          <span className="line-clamp-2 text-sm font-semibold">{title}</span>
          {description ? <span className="line-clamp-2 text-xs text-muted">{description}</span> : null}
        </span>
        {picture ? (
          <img src={picture} alt="" loading="lazy" className="size-16 shrink-0 rounded-control object-cover" />
        ) : null}
      </a>
      {message.author.uid === me ? (
        <button
          type="button"
          aria-label="Remove link preview"
          title="Remove link preview"
          onClick={() => removePreview(message)}
          className="flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-text"
        >
          <X aria-hidden size={16} />
        </button>
      ) : null}
    </div>
  );
};
