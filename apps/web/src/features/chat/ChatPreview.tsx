import { useQuery } from "@tanstack/react-query";
import { type Mint, routes } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { keys } from "../../shared/queries/keys.ts";
import { clockTime } from "../../shared/time/clock.ts";
import { excerpt } from "./messages/text/excerpt.ts";

/** The last messages for somebody without a seat, where the Chief lets them look in; fading, since there is more inside. */
export const ChatPreview = ({ mint }: { mint: Mint }) => {
  const { data } = useQuery({
    queryKey: keys.chatPreview(mint),
    queryFn: ({ signal }) => api(routes.chat.preview, { query: { mint }, signal }),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
  const messages = (data?.messages ?? []).filter(({ deletedAt }) => deletedAt === null);
  if (!data?.isOpen || messages.length === 0) return null;
  return (
    <section aria-label="Last messages">
      <h3 className="pb-2 text-xs font-semibold text-muted">What they say inside</h3>
      <ul className="flex flex-col gap-2.5 [mask-image:linear-gradient(to_bottom,transparent,black_6rem)]">
        {messages.map((message) => (
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
