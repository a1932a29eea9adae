import { type KeyboardEvent, useRef, useState } from "react";
import { emojiGroups, findEmoji, type NamedEmoji } from "./emoji.ts";
import { noteEmoji, recentEmoji } from "./recent-emoji.ts";

const columns = 8;

/** Emoji by groups, those picked last first, with a search by name. The arrow keys move between them. */
export const EmojiGrid = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const [typed, setTyped] = useState("");
  // Those of the opening: none moves under a finger.
  const [recent] = useState(recentEmoji);
  const grid = useRef<HTMLFieldSetElement>(null);
  const found = findEmoji(typed);
  const groups =
    typed.trim() !== ""
      ? [{ title: null, emoji: found }]
      : [...(recent.length > 0 ? [{ title: "Recent", emoji: recent }] : []), ...emojiGroups];
  const pick = (emoji: string) => {
    noteEmoji(emoji);
    onPick(emoji);
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...(grid.current?.querySelectorAll("button") ?? [])];
    const at = all.findIndex((one) => one.matches(":focus"));
    all[at + step]?.focus();
  };
  return (
    <div className="flex flex-col gap-2">
      <input
        type="search"
        aria-label="Find an emoji"
        placeholder="Find an emoji"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === "Enter" && first) {
            event.preventDefault();
            pick(first.emoji);
          }
        }}
        className="min-h-11 rounded-control border border-line-strong bg-bg px-3 text-base placeholder:text-muted lg:text-sm"
      />
      {found.length === 0 ? (
        <p className="py-4 text-center text-sm text-muted">No emoji is called that.</p>
      ) : (
        <fieldset
          ref={grid}
          aria-label="Emoji"
          onKeyDown={move}
          className="max-h-64 min-w-0 overflow-y-auto overscroll-contain"
        >
          {groups.map(({ title, emoji }) => (
            <div key={title}>
              {title === null ? null : <h2 className="px-1 pt-1 text-xs font-semibold text-muted">{title}</h2>}
              <div className="grid grid-cols-8">
                {emoji.map((one) => (
                  <EmojiButton key={one.emoji} {...one} onPick={pick} />
                ))}
              </div>
            </div>
          ))}
        </fieldset>
      )}
    </div>
  );
};

const EmojiButton = ({ emoji, name, onPick }: NamedEmoji & { onPick: (emoji: string) => void }) => (
  <button
    type="button"
    aria-label={name}
    title={name}
    onClick={() => onPick(emoji)}
    className="flex aspect-square min-h-9 items-center justify-center rounded-control text-lg hover:bg-raised"
  >
    {emoji}
  </button>
);
