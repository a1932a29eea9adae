import { type KeyboardEvent, useRef, useState } from "react";
import { findEmoji } from "./emoji.ts";

const columns = 8;

/** A grid of emoji with a search by name. The arrow keys move in the grid. */
export const EmojiGrid = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const [typed, setTyped] = useState("");
  const grid = useRef<HTMLFieldSetElement>(null);
  const found = findEmoji(typed);
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
            onPick(first.emoji);
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
          className="grid max-h-64 grid-cols-8 overflow-y-auto overscroll-contain"
        >
          {found.map(({ emoji, name }) => (
            <button
              key={emoji}
              type="button"
              aria-label={name}
              title={name}
              onClick={() => onPick(emoji)}
              className="flex aspect-square min-h-9 items-center justify-center rounded-control text-lg hover:bg-raised"
            >
              {emoji}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
};
