import { useQuery } from "@tanstack/react-query";
import type { Mint } from "@tribe/contract";
import { Pin, Radio } from "@tribe/ui/icons";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { chatPreviewQuery, lastLiveQuery } from "../../shared/queries/looking-in.ts";

const withoutWords = { text: "", image: "Picture", video: "Video", audio: "Voice note", file: "File" } as const;

/** What the Chief has pinned, where visitors may look in, and the last live; nothing without them. */
export const InsideLately = ({ mint }: { mint: Mint }) => {
  const pinned = useQuery(chatPreviewQuery(mint)).data?.pinned;
  const { data: live } = useQuery(lastLiveQuery(mint));
  return (
    <>
      {pinned ? (
        <figure aria-label="Pinned message" className="flex gap-3 rounded-card bg-surface p-3 text-sm">
          <Pin aria-hidden size={16} className="mt-0.5 shrink-0 text-ember-text" />
          <div className="flex min-w-0 flex-col gap-0.5">
            <figcaption className="truncate text-xs text-muted">
              Pinned · <bdi>{pinned.author.displayName}</bdi>
            </figcaption>
            <blockquote dir="auto" className="line-clamp-4 wrap-anywhere">
              {pinned.text || withoutWords[pinned.type]}
            </blockquote>
          </div>
        </figure>
      ) : null}
      {live ? (
        <p className="flex gap-3 text-sm text-muted">
          <Radio aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {live.endedAt === null ? (
              "Live now"
            ) : (
              <>
                Last live <TimeAgo at={live.startedAt} />
              </>
            )}
            {live.title === "" ? null : (
              <>
                {": "}
                <bdi className="text-text">{live.title}</bdi>
              </>
            )}
          </span>
        </p>
      ) : null}
    </>
  );
};
