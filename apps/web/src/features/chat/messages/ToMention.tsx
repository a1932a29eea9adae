import { useQuery } from "@tanstack/react-query";
import type { Mint } from "@tribe/contract";
import { AtSign } from "@tribe/ui/icons";
import { useState } from "react";
import type { ChatLog } from "../log/chat-log.ts";
import { unreadMentions } from "../log/unread-mentions.ts";
import { roomQuery } from "../queries.ts";
import { useRoomParts } from "../room-context.ts";

/** A button to the next unread message that mentions or answers the person, with the number of those left. */
export const ToMention = ({ mint, log }: { mint: Mint; log: ChatLog }) => {
  const { me, jump } = useRoomParts();
  const { data: room } = useQuery(roomQuery(mint));
  const [shown, setShown] = useState(0);
  const left = room && me !== null ? unreadMentions(room, log.messages, me, shown) : [];
  const [next] = left;
  if (!next) return null;
  return (
    <button
      type="button"
      aria-label={`To the next mention, ${left.length} unread`}
      title="To the next mention"
      onClick={() => {
        setShown(next.number);
        jump(next);
      }}
      className="absolute right-4 bottom-17 flex size-11 items-center justify-center rounded-full border border-line bg-raised text-text shadow-lift hover:bg-hover"
    >
      <AtSign aria-hidden size={20} />
      <span className="absolute -top-1.5 -right-1 flex h-5 min-w-5 items-center justify-center rounded-full bg-ember px-1.5 text-xs font-bold text-on-ember tabular-nums">
        {left.length > 99 ? "99+" : left.length}
      </span>
    </button>
  );
};
