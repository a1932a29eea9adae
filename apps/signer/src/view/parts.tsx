import { classes } from "@tribe/ui";
import type { ConfirmLine, Notice, Words } from "../signing/screen.ts";

/** Our words, or untrusted text with its direction and style isolated: between quotation marks, but for a plain name. */
export const Word = ({ word }: { readonly word: Words }) => {
  if (typeof word === "string") return word;
  if ("name" in word) return <bdi>{word.name}</bdi>;
  return (
    <span>
      “<bdi>{word.quoted}</bdi>”
    </span>
  );
};

const textOf = (word: Words): string => (typeof word === "string" ? word : "name" in word ? word.name : word.quoted);

/** One figure with its name. `large`: for what leaves and what arrives. */
export const Row = ({ line, large = false }: { readonly line: ConfirmLine; readonly large?: boolean }) => (
  <div
    data-line
    className={classes(
      "flex",
      line.isWhole ? "flex-col" : "justify-between gap-4",
      large ? "items-baseline border-b border-line py-2" : "py-0.5",
    )}
  >
    <dt className={classes("text-sm text-muted", large ? "whitespace-nowrap" : "max-w-3/5 shrink-[9999]")}>
      {line.label}
    </dt>
    <dd
      // Each value is an element of its own: text that changes in place would count as a layout shift.
      key={`${line.now}${textOf(line.value)}`}
      className={classes(
        "min-w-0 tabular-nums wrap-anywhere",
        line.isWhole ? "font-mono" : "text-right",
        large ? "text-base font-semibold" : "text-sm",
        line.tone === "danger" && "font-semibold text-down",
      )}
      title={line.exact}
    >
      {line.now === undefined ? (
        <Word word={line.value} />
      ) : (
        <>
          <span className="whitespace-nowrap">{line.now} now,</span>{" "}
          <span className="whitespace-nowrap">
            <Word word={line.value} />
          </span>
        </>
      )}
    </dd>
  </div>
);

const looks: Record<Notice["tone"], string> = {
  note: "bg-raised text-text",
  warning: "border border-line-strong bg-raised text-text",
  danger: "border border-down bg-down-soft font-medium text-down",
};

/** Notices that must be read; announced when they appear after the box was drawn. */
export const NoticeLines = ({ notices }: { readonly notices: readonly Notice[] }) => (
  <div role="status" className="flex flex-col gap-1 empty:hidden">
    {notices.map(({ tone, text }) => (
      <p key={text} data-line className={classes("rounded-control px-2 py-1 text-sm break-words", looks[tone])}>
        {text}
      </p>
    ))}
  </div>
);
