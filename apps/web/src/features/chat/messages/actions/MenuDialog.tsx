import { classes } from "@tribe/ui";
import { Heart, SmilePlus } from "@tribe/ui/icons";
import { useState } from "react";
import { DialogFrame } from "../../../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../../../shared/dialogs/names.ts";
import { EmojiGrid } from "../emoji/EmojiGrid.tsx";
import { quickEmoji } from "../emoji/emoji.ts";

const quick = "flex size-11 items-center justify-center rounded-full bg-raised text-lg hover:bg-hover";

/** A menu as a sheet: the actions and, for a message, the reactions above them. */
export const MenuDialog = ({ title, items, onReact }: DialogPropsByName["menu"]) => {
  const close = useCloseThisDialog();
  const [isWide, setWide] = useState(false);
  const react = (emoji: string | null) => {
    close();
    onReact?.(emoji);
  };
  return (
    <DialogFrame title={title}>
      {onReact === null ? null : isWide ? (
        <EmojiGrid onPick={react} />
      ) : (
        <fieldset aria-label="React" className="mb-2 flex justify-between">
          <button type="button" aria-label="Like" title="Like" onClick={() => react(null)} className={quick}>
            <Heart aria-hidden size={20} className="text-ember-text" />
          </button>
          {quickEmoji.map(({ emoji, name }) => (
            <button
              key={emoji}
              type="button"
              aria-label={name}
              title={name}
              onClick={() => react(emoji)}
              className={quick}
            >
              {emoji}
            </button>
          ))}
          <button
            type="button"
            aria-label="More emoji"
            title="More emoji"
            onClick={() => setWide(true)}
            className={classes(quick, "text-muted")}
          >
            <SmilePlus aria-hidden size={20} />
          </button>
        </fieldset>
      )}
      {isWide ? null : (
        <ul className="-mx-2 flex flex-col">
          {items.map(({ key, label, isDanger, run }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => {
                  close();
                  run();
                }}
                className={classes(
                  "flex min-h-12 w-full items-center rounded-control px-3 text-left text-base hover:bg-raised lg:text-sm",
                  isDanger && "text-down",
                )}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </DialogFrame>
  );
};
