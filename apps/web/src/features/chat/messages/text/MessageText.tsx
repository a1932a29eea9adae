import { Link } from "@tanstack/react-router";
import type { Mention, Uid } from "@tribe/contract";
import { classes } from "@tribe/ui";
import { memo, useMemo } from "react";
import { type TextPart, textParts } from "./text-parts.ts";

/** A message's text with its links and mentions. */
export const MessageText = memo(
  ({ text, mentions, me }: { text: string; mentions: readonly Mention[]; me: Uid | null }) => {
    const parts = useMemo(() => textParts(text, mentions), [text, mentions]);
    return parts.map((part) => <Part key={part.at} part={part} me={me} />);
  },
);

const Part = ({ part, me }: { part: TextPart; me: Uid | null }) => {
  switch (part.kind) {
    case "words":
      return part.text;
    case "link":
      return (
        <a
          href={part.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="break-all text-ember-text underline decoration-ember-line underline-offset-2 hover:decoration-current"
        >
          {part.shown}
        </a>
      );
    case "mention": {
      const { uid, address } = part.mention;
      const look = classes(
        "rounded-[4px] px-0.5 font-medium text-ember-text",
        uid === me && "bg-ember-soft font-semibold",
      );
      return address ? (
        <Link to="/user/$address" params={{ address }} className={look}>
          {part.text}
        </Link>
      ) : (
        <span className={look}>{part.text}</span>
      );
    }
  }
};
