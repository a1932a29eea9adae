import type { ChatMessage, Mention } from "@tribe/contract";
import { quotedText } from "@tribe/domain/markup";
import { Button, classes } from "@tribe/ui";
import { Clock, RefreshCw } from "@tribe/ui/icons";
import type { ReactNode } from "react";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import type { Seated } from "../../../shared/tokens/tribe-seats.ts";
import { OutgoingAttachments, useIsOnlyInTab } from "../../media/index.ts";
import type { Outgoing } from "../log/chat-lines.ts";
import { pendingSends } from "../pending-sends.ts";
import { useRoomParts } from "../room-context.ts";
import { Quote } from "./MessageParts.tsx";
import { authorLine, row, SeatMark, Time, words } from "./row-parts.tsx";
import { MessageText } from "./text/MessageText.tsx";

/**
 * A message that is being sent, waits for a connection, or was refused, with its actions. It has the same layout as a delivered
 * message, so that nothing shifts on delivery.
 */
export const OutgoingRow = ({
  outgoing: { frame, state, askedAt },
  outgoing,
  isFirstOfAuthor,
  replyTo,
  seat,
  isConnected,
}: {
  outgoing: Outgoing;
  isFirstOfAuthor: boolean;
  replyTo: ChatMessage | null;
  /** This person's seat. */
  seat: Seated | null;
  isConnected: boolean;
}) => {
  const { withdraw } = useRoomParts();
  const isOnItsWay = state.kind === "sending" && isConnected;
  const isOnlyInTab = useIsOnlyInTab(frame.clientId);
  const hasFiles = (outgoing.files?.length ?? 0) > 0;
  return (
    <article
      aria-label="You"
      className={classes(row, isFirstOfAuthor ? "pt-2.5" : "pt-0.5", "motion-safe:animate-arrive")}
    >
      {isFirstOfAuthor ? (
        <span
          className={classes("flex pt-0.5 [&>*]:size-9! lg:[&>*]:size-10!", state.kind === "sending" && "opacity-72")}
        >
          <PersonAvatar seed={seat?.member.uid ?? "you"} src={seat?.member.pfp ?? null} name="" size={40} />
        </span>
      ) : null}
      <div className="col-start-2 min-w-0">
        {isFirstOfAuthor ? (
          <p className={authorLine}>
            <bdi className="truncate font-semibold text-ember-text">You</bdi>
            {seat ? <SeatMark seat={seat} /> : null}
            <span className="flex shrink-0 items-center gap-1 text-xs text-faint">
              <Time at={askedAt} />
              {isOnItsWay ? <Sending /> : null}
            </span>
          </p>
        ) : null}
        {replyTo ? (
          <Quote parent={{ ...replyTo, text: quotedText(replyTo.text), isDeleted: replyTo.deletedAt !== null }} />
        ) : null}
        {frame.text === "" ? null : (
          <div dir="auto" className={classes(words, state.kind === "sending" && "opacity-72")}>
            <MessageText text={frame.text} mentions={none} me={null} />
          </div>
        )}
        {hasFiles ? (
          <OutgoingAttachments
            clientId={frame.clientId}
            isMoving={state.kind === "sending"}
            onStop={() => pendingSends().stop(outgoing)}
            onChosen={() => pendingSends().retry(outgoing)}
          />
        ) : null}
        {isOnItsWay ? null : state.kind === "sending" ? (
          <State>
            <RefreshCw aria-hidden size={12} className="text-muted" />
            <span className="text-xs text-muted">
              Sends when you're back{isOnlyInTab ? ", if this tab stays open" : ""}
            </span>
            <Button variant="ghost" small onClick={() => pendingSends().drop(outgoing)}>
              Cancel
            </Button>
          </State>
        ) : (
          <State>
            <span role="alert" className={classes("text-xs", state.kind === "failed" ? "text-down" : "text-muted")}>
              Not sent.{state.kind === "failed" && state.reason !== "" ? ` ${state.reason}` : ""}
            </span>
            {state.kind === "failed" && state.canRetry === false ? null : (
              <Button variant="ghost" small onClick={() => pendingSends().retry(outgoing)}>
                {state.kind === "failed" ? "Retry" : "Send"}
              </Button>
            )}
            {hasFiles ? (
              <Button variant="ghost" small onClick={() => withdraw(outgoing)}>
                Edit
              </Button>
            ) : null}
            <Button variant="ghost" small onClick={() => pendingSends().drop(outgoing)}>
              Delete
            </Button>
          </State>
        )}
      </div>
      {isOnItsWay && !isFirstOfAuthor ? (
        <span className="absolute top-0.5 left-0 flex h-6 w-12 items-center justify-end text-faint lg:w-15">
          <Sending />
        </span>
      ) : null}
    </article>
  );
};

/** The mark of a message that is being sent, beside its time or at the place of the time on hover. */
const Sending = () => (
  <>
    <Clock aria-hidden size={12} />
    <span className="sr-only">Sending…</span>
  </>
);

/** A message gets its mentions from the server. */
const none: readonly Mention[] = [];

const State = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-1">{children}</div>
);
