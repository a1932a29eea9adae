import type { Attachment } from "@tribe/contract";
import { classes } from "@tribe/ui";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { AudioBubble } from "./AudioBubble.tsx";
import { FileRow } from "./FileRow.tsx";
import { PictureTile } from "./PictureTile.tsx";
import { VideoTile } from "./VideoTile.tsx";
import { isVisual } from "./visual.ts";

const Lightbox = lazy(() => import("./Lightbox.tsx").then((m) => ({ default: m.Lightbox })));

/** The files of a message: pictures and videos as a group, sounds to play in place, other files to save. */
export const MessageAttachments = ({
  attachments,
  over,
}: {
  attachments: readonly Attachment[];
  /** What lies over a file while it is on its way; its place and size stay the same. */
  over?: (id: string) => ReactNode;
}) => {
  const [shown, setShown] = useState<number | null>(null);
  if (attachments.length === 0) return null;
  const visuals = attachments.filter(isVisual);
  const others = attachments.filter((attachment) => !isVisual(attachment));
  const isAlone = visuals.length === 1;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 pt-1">
      {visuals.length > 0 ? (
        <div
          className={classes(
            "overflow-hidden rounded-card",
            isAlone ? "max-w-full" : "grid w-full max-w-75 grid-cols-2 gap-0.5",
          )}
        >
          {visuals.map((visual, index) => {
            // With an odd number the first one takes a whole row.
            const isWide = !isAlone && index === 0 && visuals.length % 2 === 1;
            const shape = { isAlone, className: isWide ? "col-span-2" : "" };
            const tile =
              visual.kind === "image" ? (
                <PictureTile key={visual.id} picture={visual} {...shape} onOpen={() => setShown(index)} />
              ) : (
                <VideoTile key={visual.id} video={visual} {...shape} onOpen={() => setShown(index)} />
              );
            if (!over) return tile;
            return (
              <div key={visual.id} className={classes("relative grid", shape.className)}>
                {tile}
                <span className="pointer-events-none absolute inset-0 flex items-center justify-center">
                  {over(visual.id)}
                </span>
              </div>
            );
          })}
        </div>
      ) : null}
      {others.map((attachment) => {
        const line =
          attachment.kind === "audio" ? (
            <AudioBubble key={attachment.id} sound={attachment} />
          ) : (
            <FileRow key={attachment.id} file={attachment} />
          );
        if (!over) return line;
        return (
          <div key={attachment.id} className="relative flex w-full max-w-80 min-w-0">
            {line}
            {/* Over its own button or icon. */}
            <span className="pointer-events-none absolute inset-y-0 left-2 flex items-center">
              {over(attachment.id)}
            </span>
          </div>
        );
      })}
      {shown === null ? null : (
        <Suspense>
          <Lightbox visuals={visuals} index={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  );
};
