import { Link } from "@tanstack/react-router";
import type { ChatMessage } from "@tribe/contract";
import { Button, classes } from "@tribe/ui";
import { Pin, Reply } from "@tribe/ui/icons";
import { type RefObject, useEffect, useRef, useState } from "react";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { clockTime, exactTime } from "../../../shared/time/clock.ts";
import { serverNow } from "../../../shared/time/server-time.ts";
import type { Seated } from "../../../shared/tokens/tribe-seats.ts";
import { MessageAttachments } from "../../media/index.ts";
import { useRoomParts } from "../room-context.ts";
import { like } from "./actions/commands.ts";
import { MessageToolbar } from "./actions/MessageToolbar.tsx";
import { useMessageMenu } from "./actions/use-message-menu.ts";
import { usePress } from "./actions/use-press.ts";
import { useSwipeReply } from "./actions/use-swipe-reply.ts";
import { PreviewCard, Quote, ReactionRow } from "./MessageParts.tsx";
import { authorLine, row, SeatMark, Time, words } from "./row-parts.tsx";
import { excerpt } from "./text/excerpt.ts";
import { MessageText } from "./text/MessageText.tsx";

/** A message that was sent within this time appears with an animation. */
const arrivingMs = 3_000;
/** What a screen reader announces for a focused message: author, text and time. */
const spoken = (message: ChatMessage, name: string): string =>
  message.deletedAt === null
    ? `${name}, ${excerpt(message)}, ${clockTime(message.sentAt)}`
    : `${name}, deleted message`;

/**
 * Whether the mouse is over an element. If the part under the mouse is removed (such as a preview), the browser fires no leave
 * event, so this also listens to which element the mouse enters next.
 */
const useIsNear = () => {
  const element = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!isNear) return;
    const onEnter = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element.current?.contains(target)) setNear(false);
    };
    document.addEventListener("pointerover", onEnter);
    return () => document.removeEventListener("pointerover", onEnter);
  }, [isNear]);
  return { element, isNear, setNear };
};

/**
 * A message. Author, seat and time are shown once for a run of messages; each message's time is shown on hover. Arrow keys move
 * between messages, of which one is in the Tab order (roving tabindex).
 */
export const MessageRow = ({
  message,
  isFirstOfAuthor,
  seat,
  isStop,
  isFound,
  onFocus,
  onHold,
}: {
  message: ChatMessage;
  isFirstOfAuthor: boolean;
  /** The author's present seat; null if they no longer have one. */
  seat: Seated | null;
  isStop: boolean;
  /** Whether to highlight it, because the person has navigated to it. */
  isFound: boolean;
  onFocus: () => void;
  /** Called when a menu or dialog of the message was opened or closed. */
  onHold: (isOpen: boolean) => void;
}) => {
  const { me, blocked, reply } = useRoomParts();
  const openMenu = useMessageMenu();
  const [isShown, setShown] = useState(false);
  const { element, isNear, setNear } = useIsNear();
  useFocusOfFound(element, isFound);
  const [isHeld, setHeld] = useState(false);
  const hold = (isOpen: boolean) => {
    setHeld(isOpen);
    onHold(isOpen);
  };
  const press = usePress(
    () => openMenu(message),
    () => like(message),
  );
  const swipe = useSwipeReply(message.deletedAt === null ? () => reply(message) : null);
  const { author } = message;
  const isOwn = author.uid === me;
  // Not for own messages, which were already shown before they arrived.
  const [isArriving] = useState(() => !isOwn && serverNow() - message.sentAt < arrivingMs);
  const isThere = message.deletedAt === null;
  const name = isOwn ? "You" : author.displayName;
  const isHidden = isThere && !isShown && blocked.has(author.uid);
  if (isHidden)
    return (
      <article
        aria-label={`Message from somebody you blocked, ${clockTime(message.sentAt)}`}
        data-message={message.id}
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        className={classes(row, isFirstOfAuthor ? "pt-2.5" : "pt-0.5", isFound && "bg-ember-soft")}
      >
        <p className="col-start-2 flex min-w-0 flex-wrap items-center gap-2 text-sm text-muted italic">
          From somebody you blocked
          <Button variant="ghost" small className="not-italic" onClick={() => setShown(true)}>
            Show
          </Button>
        </p>
      </article>
    );
  return (
    <article
      ref={element}
      aria-label={spoken(message, name)}
      data-message={message.id}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      // Not `onPointerEnter`, which React misses if the previous element was removed under the mouse.
      onPointerOver={({ pointerType }) => setNear(pointerType === "mouse")}
      onPointerLeave={() => setNear(false)}
      {...press}
      {...swipe}
      className={classes(
        row,
        isFirstOfAuthor ? "pt-2.5" : "pt-0.5",
        "touch-pan-y touch-pinch-zoom pointer-coarse:select-none",
        isArriving && "motion-safe:animate-arrive",
        isFound ? "bg-ember-soft" : isNear || isHeld ? "bg-surface/70" : "",
      )}
    >
      {isFirstOfAuthor ? (
        <span className="flex pt-0.5 [&>*]:size-9! lg:[&>*]:size-10!">
          <PersonAvatar seed={author.uid} src={author.pfp} name="" size={40} />
        </span>
      ) : null}
      <div className="col-start-2 min-w-0">
        {isFirstOfAuthor ? <AuthorLine message={message} name={name} isOwn={isOwn} seat={seat} /> : null}
        {message.replyTo ? <Quote parent={message.replyTo} /> : null}
        <Body message={message} />
        {message.reactions.length > 0 ? <ReactionRow message={message} /> : null}
      </div>
      {isFirstOfAuthor ? null : (
        <span className="invisible absolute top-0.5 left-0 w-14 whitespace-nowrap text-right text-xs leading-6 text-muted group-hover:visible group-focus-visible:visible lg:w-15">
          <Time at={message.sentAt} />
        </span>
      )}
      <span
        aria-hidden
        className="absolute inset-y-0 start-full hidden w-11 items-center justify-center text-muted group-data-swiped:flex group-data-[swiped=far]:text-ember-text"
      >
        <Reply size={20} />
      </span>
      {isThere && (isNear || isHeld) ? <MessageToolbar message={message} onHold={hold} /> : null}
    </article>
  );
};

/** Takes the focus if nothing has it: what led here, a date, was in a part of the chat that isn't shown any more. */
const useFocusOfFound = (element: RefObject<HTMLElement | null>, isFound: boolean): void => {
  useEffect(() => {
    if (!isFound) return;
    let turn = 0;
    const focus = () => {
      const row = element.current;
      if (!row || document.activeElement !== document.body) return;
      row.focus({ preventScroll: true });
      // The list is hidden until it is at its position, and takes no focus before.
      if (document.activeElement === document.body) turn = requestAnimationFrame(focus);
    };
    focus();
    return () => cancelAnimationFrame(turn);
  }, [element, isFound]);
};

const AuthorLine = ({
  message: { author, sentAt, isPinned },
  name,
  isOwn,
  seat,
}: {
  message: ChatMessage;
  name: string;
  isOwn: boolean;
  seat: Seated | null;
}) => (
  <p className={authorLine}>
    {author.address ? (
      <Link
        to="/user/$address"
        params={{ address: author.address }}
        // So that a right-to-left name is truncated at its own end.
        dir="auto"
        className={classes("truncate font-semibold underline-offset-2 hover:underline", isOwn && "text-ember-text")}
      >
        {name}
      </Link>
    ) : (
      <bdi className={classes("truncate font-semibold", isOwn && "text-ember-text")}>{name}</bdi>
    )}
    {seat ? <SeatMark seat={seat} /> : null}
    <span className="shrink-0 text-xs text-faint">
      <Time at={sentAt} />
    </span>
    {isPinned ? <Pin aria-label="Pinned" size={12} className="shrink-0 text-faint" /> : null}
  </p>
);

const deletedBy = { author: "Deleted", chief: "Deleted by the Chief", operator: "Removed" } as const;

const Body = ({ message }: { message: ChatMessage }) => {
  const { me } = useRoomParts();
  if (message.deletedAt !== null)
    return <p className={classes(words, "text-muted italic")}>{deletedBy[message.deletedBy ?? "author"]}</p>;
  return (
    <>
      {message.text === "" ? null : (
        <div dir="auto" className={words}>
          <MessageText text={message.text} mentions={message.mentions} me={me} />
          {message.editedAt === null ? null : (
            <span title={exactTime(message.editedAt)} className="ml-1.5 text-xs text-faint">
              edited
            </span>
          )}
        </div>
      )}
      <MessageAttachments attachments={message.attachments} />
      {message.linkPreview ? <PreviewCard message={message} preview={message.linkPreview} /> : null}
    </>
  );
};
