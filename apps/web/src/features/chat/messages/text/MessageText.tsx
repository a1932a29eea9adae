import { Link } from "@tanstack/react-router";
import type { Mention, Uid } from "@tribe/contract";
import { formatOf, type TextPart } from "@tribe/domain/markup";
import { classes } from "@tribe/ui";
import { memo, useMemo } from "react";
import { CodeBlock } from "./CodeBlock.tsx";
import { Spoiler } from "./Spoiler.tsx";

type Part = TextPart<Mention>;

/** A message's text with its formatting, links and mentions. */
export const MessageText = memo(
  ({ text, mentions, me }: { text: string; mentions: readonly Mention[]; me: Uid | null }) => {
    const parts = useMemo(() => formatOf(text, mentions), [text, mentions]);
    return <Parts parts={parts} me={me} />;
  },
);

const Parts = ({ parts, me }: { parts: readonly Part[]; me: Uid | null }) =>
  parts.map((part) => <PartOf key={part.at} part={part} me={me} />);

const PartOf = ({ part, me }: { part: Part; me: Uid | null }) => {
  switch (part.kind) {
    case "words":
      return part.text;
    case "link":
      return (
        <a
          href={part.link.url.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="break-all text-ember-text underline decoration-ember-line underline-offset-2 hover:decoration-current"
        >
          {part.link.shown}
        </a>
      );
    case "mention":
      return <MentionOf text={part.text} mention={part.mention} me={me} />;
    case "code":
      return (
        <code className="rounded-[4px] bg-raised px-1 py-px font-mono text-[13px]" dir="ltr">
          {part.text}
        </code>
      );
    case "codeBlock":
      return <CodeBlock code={part.text} />;
    case "bold":
      return (
        <strong className="font-bold">
          <Parts parts={part.parts} me={me} />
        </strong>
      );
    case "italic":
      return (
        <em>
          <Parts parts={part.parts} me={me} />
        </em>
      );
    case "strike":
      return (
        <s>
          <Parts parts={part.parts} me={me} />
        </s>
      );
    case "quote":
      return (
        <blockquote dir="auto" className="my-1 border-s-2 border-line-strong ps-2.5 text-muted first:mt-0 last:mb-0">
          <Parts parts={part.parts} me={me} />
        </blockquote>
      );
    case "spoiler":
      return (
        <Spoiler>
          <Parts parts={part.parts} me={me} />
        </Spoiler>
      );
  }
};

const MentionOf = ({ text, mention: { uid, address }, me }: { text: string; mention: Mention; me: Uid | null }) => {
  const look = classes("rounded-[4px] px-0.5 font-medium text-ember-text", uid === me && "bg-ember-soft font-semibold");
  return address ? (
    <Link to="/user/$address" params={{ address }} className={look}>
      {text}
    </Link>
  ) : (
    <span className={look}>{text}</span>
  );
};
