import { Link } from "@tanstack/react-router";
import type { Mention, Uid } from "@tribe/contract";
import { formatOf, type TextSpan } from "@tribe/domain/markup";
import { classes } from "@tribe/ui";
import { memo, useMemo } from "react";
import { CodeBlock } from "./CodeBlock.tsx";
import { Spoiler } from "./Spoiler.tsx";

type Span = TextSpan<Mention>;

/** A message's text with its formatting, links and mentions. */
export const MessageText = memo(
  ({ text, mentions, me }: { text: string; mentions: readonly Mention[]; me: Uid | null }) => {
    const spans = useMemo(() => formatOf(text, mentions), [text, mentions]);
    return <Spans spans={spans} me={me} />;
  },
);

const Spans = ({ spans, me }: { spans: readonly Span[]; me: Uid | null }) =>
  spans.map((span) => <OneSpan key={span.at} span={span} me={me} />);

const OneSpan = ({ span, me }: { span: Span; me: Uid | null }) => {
  switch (span.kind) {
    case "words":
      return span.text;
    case "link":
      return (
        <a
          href={span.link.url.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="break-all text-ember-text underline decoration-ember-line underline-offset-2 hover:decoration-current"
        >
          {span.link.shown}
        </a>
      );
    case "mention":
      return <MentionOf text={span.text} mention={span.mention} me={me} />;
    case "code":
      return (
        <code className="rounded-[4px] bg-raised px-1 py-px font-mono text-[13px]" dir="ltr">
          {span.text}
        </code>
      );
    case "codeBlock":
      return <CodeBlock code={span.text} />;
    case "bold":
      return (
        <strong className="font-bold">
          <Spans spans={span.spans} me={me} />
        </strong>
      );
    case "italic":
      return (
        <em>
          <Spans spans={span.spans} me={me} />
        </em>
      );
    case "strike":
      return (
        <s>
          <Spans spans={span.spans} me={me} />
        </s>
      );
    case "quote":
      return (
        <blockquote dir="auto" className="my-1 border-s-2 border-line-strong ps-2.5 text-muted first:mt-0 last:mb-0">
          <Spans spans={span.spans} me={me} />
        </blockquote>
      );
    case "spoiler":
      return (
        <Spoiler>
          <Spans spans={span.spans} me={me} />
        </Spoiler>
      );
  }
};

const MentionOf = ({ text, mention: { uid, address }, me }: { text: string; mention: Mention; me: Uid | null }) => {
  const style = classes(
    "rounded-[4px] px-0.5 font-medium text-ember-text",
    uid === me && "bg-ember-soft font-semibold",
  );
  return address ? (
    <Link to="/user/$address" params={{ address }} className={style}>
      {text}
    </Link>
  ) : (
    <span className={style}>{text}</span>
  );
};
