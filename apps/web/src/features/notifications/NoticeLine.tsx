import { useRouter } from "@tanstack/react-router";
import type { Notice } from "@tribe/contract";
import { noticeText } from "@tribe/domain/words";
import { classes } from "@tribe/ui";
import { Flame, Megaphone } from "@tribe/ui/icons";
import type { ReactElement } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";

/** Notices that quote a message, of which only two lines are shown; all others are shown in full. */
const quotes: ReadonlySet<Notice["type"]> = new Set(["chat_reply", "chat_reaction", "chat_new_message"]);

/** A notification, as a link to its subject. `isNew`: it was unread when the list was opened. */
export const NoticeLine = ({ notice, isNew }: { notice: Notice; isNew: boolean }) => {
  const router = useRouter();
  const { title, body } = noticeText(notice);
  return (
    <a
      href={notice.route}
      onClick={(event) => {
        // With a modifier key the browser opens the link in a new tab or window.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        router.history.push(notice.route);
      }}
      className="flex min-h-17 items-start gap-3 rounded-card px-2 py-3 transition-colors hover:bg-surface"
    >
      <Picture notice={notice} />
      <span className="min-w-0 flex-1 text-sm">
        <span className={classes("line-clamp-2 wrap-anywhere", isNew ? "font-semibold" : "font-medium")}>{title}</span>
        <span
          className={classes("mt-0.5 text-muted wrap-anywhere", quotes.has(notice.type) ? "line-clamp-2" : "block")}
        >
          {body}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-2 pt-0.5">
        <TimeAgo at={notice.at} className="text-xs text-muted" />
        {isNew ? (
          <span className="size-2 rounded-full bg-ember">
            <span className="sr-only">New</span>
          </span>
        ) : null}
      </span>
    </a>
  );
};

const round = "flex size-10 shrink-0 items-center justify-center rounded-full bg-raised text-muted";

/** The picture of the person or Tribe: people's are round, Tribes' are not. */
const Picture = ({ notice }: { notice: Notice }): ReactElement => {
  switch (notice.type) {
    case "chat_reply":
    case "chat_reaction": {
      const { actor, type } = notice;
      const mark = type === "chat_reaction" ? (notice.emoji ?? "♥") : null;
      return (
        <span className="relative shrink-0">
          <PersonAvatar seed={actor.uid} src={actor.pfp} name="" size={40} />
          {mark ? (
            <span
              aria-hidden
              className="absolute -right-1 -bottom-1 flex size-5 items-center justify-center rounded-full bg-panel text-xs text-down ring-2 ring-bg"
            >
              {mark}
            </span>
          ) : null}
        </span>
      );
    }
    case "chat_new_message":
    case "chat_booted":
    case "seat_alarm":
    case "airdrop":
      return <PersonAvatar seed={notice.mint} src={notice.tribePfp} name="" size={40} shape="token" />;
    case "token_created":
      return (
        <span aria-hidden className={round}>
          <Flame size={20} />
        </span>
      );
    case "system":
      return (
        <span aria-hidden className={round}>
          <Megaphone size={20} />
        </span>
      );
  }
};
