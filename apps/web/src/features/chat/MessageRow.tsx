import { Link } from "@tanstack/react-router";
import type { ChatMessage } from "@tribe/contract";
import { Button, classes } from "@tribe/ui";
import { Armchair, Crown } from "lucide-react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { clockTime } from "../../shared/time/clock.ts";
import type { Seated } from "../../shared/tokens/tribe-seats.ts";
import { MessageAttachments } from "../media/index.ts";
import type { Outgoing } from "./chat-log.ts";
import { outbox } from "./outbox.ts";

const row =
  "group relative grid grid-cols-[36px_minmax(0,1fr)] gap-x-3 px-3 hover:bg-surface/70 lg:grid-cols-[40px_minmax(0,1fr)] lg:px-5";
const words = "max-w-[64ch] text-base whitespace-pre-wrap break-words lg:text-sm lg:leading-[22px]";

/** A message. Its author, their seat and the time are said once for a run of messages; each one's time is there on hover. */
export const MessageRow = ({
  message,
  isOwn,
  isFirstOfAuthor,
  seat,
}: {
  message: ChatMessage;
  isOwn: boolean;
  isFirstOfAuthor: boolean;
  /** Where the author sits now; null for who has no seat any more. */
  seat: Seated | null;
}) => {
  const { author } = message;
  const name = isOwn ? "You" : author.displayName;
  const nameLook = `truncate font-semibold ${isOwn ? "text-ember-text" : ""}`;
  if (!isFirstOfAuthor)
    return (
      <article aria-label={name} className={classes(row, "pt-0.5")}>
        <div className="col-start-2 min-w-0">
          {message.text === "" ? null : <p className={words}>{message.text}</p>}
          <MessageAttachments attachments={message.attachments} />
        </div>
        <span className="invisible absolute top-0.5 right-4 bg-surface pl-2 text-xs leading-6 text-faint group-hover:visible">
          <Time at={message.sentAt} />
        </span>
      </article>
    );
  return (
    <article aria-label={name} className={classes(row, "pt-2.5")}>
      <span className="pt-0.5 [&>*]:size-9! lg:[&>*]:size-10!">
        <PersonAvatar seed={author.uid} src={author.pfp} name="" size={40} />
      </span>
      <div className="min-w-0">
        <p className="flex max-w-full items-center gap-2 text-sm leading-5">
          {author.address ? (
            <Link
              to="/user/$address"
              params={{ address: author.address }}
              className={`${nameLook} underline-offset-2 hover:underline`}
            >
              {name}
            </Link>
          ) : (
            <span className={nameLook}>{name}</span>
          )}
          {seat ? <SeatMark seat={seat} /> : null}
          <span className="shrink-0 text-xs text-faint">
            <Time at={message.sentAt} />
          </span>
        </p>
        {message.text === "" ? null : <p className={words}>{message.text}</p>}
        <MessageAttachments attachments={message.attachments} />
      </div>
    </article>
  );
};

const Time = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={new Date(at).toISOString().slice(0, 16).replace("T", " ")}>
    {clockTime(at)}
  </time>
);

/** The chair with its number, or the Chief's crown. */
const SeatMark = ({ seat: { number, isRisk } }: { seat: Seated }) =>
  number === null ? (
    <span className="flex shrink-0 items-center gap-0.5 text-xs font-semibold text-ember-text">
      <Crown aria-hidden size={13} /> Chief
    </span>
  ) : (
    <span
      className={`flex shrink-0 items-center gap-0.5 text-xs font-semibold tabular-nums ${isRisk ? "text-risk" : "text-muted"}`}
    >
      <Armchair aria-hidden size={13} />
      <span className="sr-only">seat </span>
      {number}
    </span>
  );

/** A message on its way, one that waits for a connection, or one that was refused, with what can be done about it. */
export const OutgoingRow = ({ outgoing, isConnected }: { outgoing: Outgoing; isConnected: boolean }) => (
  <article aria-label="You" className={classes(row, "pt-2")}>
    <span />
    <div className="min-w-0">
      <p className={classes(words, outgoing.state.kind === "sending" && "opacity-72")}>{outgoing.frame.text}</p>
      {outgoing.state.kind === "sending" ? (
        <div className="flex flex-wrap items-center gap-1">
          <span className="text-xs text-muted">{isConnected ? "Sending…" : "Sends when you’re back"}</span>
          {isConnected ? null : (
            <Button look="quiet" small onClick={() => outbox().drop(outgoing)}>
              Cancel
            </Button>
          )}
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-1">
          <span role="alert" className="text-xs text-down">
            Not sent. {outgoing.state.reason}
          </span>
          <Button look="quiet" small onClick={() => outbox().retry(outgoing)}>
            Retry
          </Button>
          <Button look="quiet" small onClick={() => outbox().drop(outgoing)}>
            Delete
          </Button>
        </div>
      )}
    </div>
  </article>
);
