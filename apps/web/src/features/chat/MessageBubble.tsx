import { Link } from "@tanstack/react-router";
import type { ChatMessage } from "@tribe/contract";
import { Button, classes } from "@tribe/ui";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import type { Outgoing } from "./chat-log.ts";
import { dropMessage, retryMessage } from "./outbox.ts";

const bubble = "max-w-[min(36rem,85%)] rounded-card px-3 py-2 break-words whitespace-pre-wrap";

/** A message with its author, who is named once for a run of messages. */
export const MessageBubble = ({
  message,
  isOwn,
  isFirstOfAuthor,
}: {
  message: ChatMessage;
  isOwn: boolean;
  isFirstOfAuthor: boolean;
}) => {
  const { author } = message;
  const time = <TimeAgo at={message.sentAt} className="text-xs font-normal text-muted" />;
  if (isOwn)
    return (
      <article aria-label="You" className={classes("flex flex-col items-end px-4", isFirstOfAuthor ? "pt-3" : "pt-1")}>
        <p className={classes(bubble, "bg-ember-soft")}>{message.text}</p>
        {isFirstOfAuthor ? time : null}
      </article>
    );
  return (
    <article aria-label={author.displayName} className={classes("flex gap-2 px-4", isFirstOfAuthor ? "pt-3" : "pt-1")}>
      <span className="w-8 shrink-0">
        {isFirstOfAuthor ? <PersonAvatar seed={author.uid} src={author.pfp} name="" size={32} /> : null}
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start">
        {isFirstOfAuthor ? (
          <p className="flex max-w-full items-baseline gap-2 text-sm font-medium">
            {author.address ? (
              <Link
                to="/user/$address"
                params={{ address: author.address }}
                className="truncate underline-offset-2 hover:underline"
              >
                {author.displayName}
              </Link>
            ) : (
              <span className="truncate">{author.displayName}</span>
            )}
            {time}
          </p>
        ) : null}
        <p className={classes(bubble, "bg-raised")}>{message.text}</p>
      </div>
    </article>
  );
};

/** A message on its way, or one that was refused, with what can be done about it. */
export const OutgoingBubble = ({ outgoing }: { outgoing: Outgoing }) => (
  <article aria-label="You" className="flex flex-col items-end px-4 pt-1">
    <p className={classes(bubble, "bg-ember-soft", outgoing.state.kind === "sending" && "opacity-70")}>
      {outgoing.text}
    </p>
    {outgoing.state.kind === "sending" ? (
      <span className="text-xs text-muted">Sending…</span>
    ) : (
      <div className="flex flex-wrap items-center justify-end gap-1">
        <span role="alert" className="text-xs text-down">
          Not sent. {outgoing.state.reason}
        </span>
        <Button look="quiet" small onClick={() => retryMessage(outgoing)}>
          Retry
        </Button>
        <Button look="quiet" small onClick={() => dropMessage(outgoing)}>
          Delete
        </Button>
      </div>
    )}
  </article>
);
