import { classes } from "@tribe/ui";
import type { ReactNode } from "react";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { UnreadCount } from "../../shared/components/UnreadCount.tsx";
import { LiveMark } from "../../shared/live/LiveMark.tsx";
import type { MyChats } from "../../shared/queries/my-chats.ts";
import { type HeldSeat, heldSeatWords, isAtRisk } from "../../shared/tokens/held-seats.ts";

const columns =
  "grid grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,13rem)_4.5rem_2.5rem] items-center gap-x-6 px-3";

/** The headings of the columns. Hidden from screen readers, as each row says it in words. */
export const WideTribesHead = () => (
  <div aria-hidden className={classes(columns, "h-9 border-b border-line text-xs font-medium text-muted")}>
    <span>Tribe</span>
    <span>Newest message</span>
    <span>Your seat</span>
    <span className="text-right">When</span>
    <span className="text-right">New</span>
  </div>
);

export interface TribeRowProps {
  readonly chat: MyChats[number];
  /** Undefined if the person leads it, or while unknown. */
  readonly seat: HeldSeat | undefined;
  readonly picture: ReactNode;
  /** The newest message, as this person sees it. */
  readonly words: string;
}

/** One of the person's Tribes in the list that fills a desktop's page. */
export const WideTribeRow = ({ chat, seat, picture, words }: TribeRowProps) => (
  <span className={classes(columns, "min-h-16 py-2")}>
    <span className="flex min-w-0 items-center gap-3">
      {picture}
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-medium">{chat.name}</bdi>
          <LiveMark mint={chat.mint} />
        </span>
        <bdi className="truncate text-sm text-muted">{chat.symbol}</bdi>
      </span>
    </span>
    <span className="truncate text-sm text-muted">{words}</span>
    <span className={classes("text-sm text-pretty wrap-anywhere", seat && isAtRisk(seat) && "font-medium text-risk")}>
      {chat.state === "chief" ? "You lead it" : seat ? heldSeatWords(seat) : null}
    </span>
    <span className="text-right text-sm text-muted">
      {chat.lastMessage ? <TimeAgo at={chat.lastMessage.sentAt} /> : null}
    </span>
    <span className="flex justify-end">
      <UnreadCount count={chat.read?.unread ?? 0} />
    </span>
  </span>
);
