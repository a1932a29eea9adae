import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChatMessage, Mint } from "@tribe/contract";
import { useState } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { keys } from "../../shared/queries/keys.ts";
import { chatPreviewQuery } from "../../shared/queries/looking-in.ts";
import { clockTime } from "../../shared/time/clock.ts";
import type { ChatLog } from "./log/chat-log.ts";
import { excerpt } from "./messages/text/excerpt.ts";

/** The last messages for a person without a seat, if the Chief allows a preview; fading, since there is more inside. */
export const ChatPreview = ({ mint }: { mint: Mint }) => {
  const { data } = useQuery(chatPreviewQuery(mint));
  if (!data?.isOpen) return null;
  return (
    <LastMessages
      name="Last messages"
      heading="What they say inside"
      messages={data.messages}
      className="[mask-image:linear-gradient(to_bottom,transparent,black_6rem)]"
    />
  );
};

/** How many messages of the log are shown after somebody lost their seat. */
const maxRemembered = 3;

/** The messages that a person could read while they had a seat, from this page's cache. Fades out. */
export const LastRead = ({ mint }: { mint: Mint }) => {
  const cache = useQueryClient();
  // A copy, neither refetched nor updated.
  const [log] = useState(() => cache.getQueryData<ChatLog>(keys.messages(mint)));
  return (
    <LastMessages
      name="What you could read"
      heading="The last you could read"
      messages={log?.messages.slice(-maxRemembered) ?? []}
      className=""
    />
  );
};

const LastMessages = ({
  name,
  heading,
  messages,
  className,
}: {
  name: string;
  heading: string;
  messages: readonly ChatMessage[];
  className: string;
}) => {
  const shown = messages.filter(({ deletedAt }) => deletedAt === null);
  if (shown.length === 0) return null;
  return (
    <section aria-label={name}>
      <p className="pb-2 text-xs font-semibold text-muted">{heading}</p>
      <ul className={`flex flex-col gap-2.5 ${className}`}>
        {shown.map((message) => (
          <li key={message.id} className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3">
            <PersonAvatar seed={message.author.uid} src={message.author.pfp} name="" size={32} />
            <span className="min-w-0">
              <span className="flex items-baseline gap-2 text-sm">
                <bdi className="truncate font-semibold">{message.author.displayName}</bdi>
                <span className="shrink-0 text-xs text-muted">{clockTime(message.sentAt)}</span>
              </span>
              <span dir="auto" className="line-clamp-3 text-sm break-words">
                {excerpt(message)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
