import { piecesOf, type TextPiece } from "@tribe/domain/markup";
import { classes, TextArea, type TextAreaProps } from "@tribe/ui";
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";

/** How a piece looks. Nothing here makes letters wider: they lie on those of the field, where the caret is. */
const styles: Readonly<Record<TextPiece["formats"][number], string>> = {
  bold: "[-webkit-text-stroke:0.04em_currentColor]",
  italic: "italic",
  strike: "line-through",
  spoiler: "rounded-[3px] bg-hover",
  code: "rounded-[3px] bg-hover",
  quote: "text-muted",
};

/** Where letters would move together by themselves, they would do so differently in the field and above it. */
const evenly = "[font-kerning:none] [font-variant-ligatures:none]";

/** A field for a message (docs/decisions/0236). While one writes, formatted words look as they will be shown, and their marks are faint. */
export const FormattedField = ({
  ref: field,
  value,
  className,
  ...rest
}: Omit<TextAreaProps, "ref"> & { ref: RefObject<HTMLTextAreaElement | null> }) => {
  const shown = useRef<HTMLDivElement>(null);
  const pieces = useMemo(() => piecesOf(value), [value]);
  // What an input method is composing is drawn by the field alone.
  const [isComposing, setComposing] = useState(false);
  const isFormatted = !isComposing && pieces.some(({ formats }) => formats.length > 0);
  const follow = () => {
    if (!shown.current || !field.current) return;
    const { offsetWidth, clientWidth, scrollTop } = field.current;
    shown.current.style.right = `${offsetWidth - clientWidth}px`;
    shown.current.scrollTop = scrollTop;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may scroll the field, or give it a scrollbar
  useLayoutEffect(follow, [value, isFormatted]);
  return (
    <div className="relative flex min-w-0 flex-1">
      <TextArea
        {...rest}
        ref={field}
        value={value}
        onScroll={follow}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        className={classes("w-full", className, isFormatted && `${evenly} text-transparent caret-text`)}
      />
      {isFormatted ? (
        <div
          ref={shown}
          aria-hidden
          dir="auto"
          className={classes(
            "pointer-events-none absolute inset-0 overflow-hidden wrap-break-word whitespace-pre-wrap forced-colors:hidden",
            className,
            evenly,
          )}
        >
          {pieces.map(({ from, to, isMark, formats }) => (
            <span
              key={from}
              className={classes(...formats.map((format) => styles[format]), isMark && "text-faint no-underline")}
            >
              {value.slice(from, to)}
            </span>
          ))}
          {/* A line break at the end begins a line in the field. */}
          {"\u200B"}
        </div>
      ) : null}
    </div>
  );
};
