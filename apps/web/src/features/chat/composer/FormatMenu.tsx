import { IconButton } from "@tribe/ui";
import { Bold, Code, EyeOff, type Icon, Italic, Strikethrough, TextQuote } from "@tribe/ui/icons";
import { type Format, isApple, keysOf } from "./formats.ts";

const formats: readonly (readonly [format: Format, label: string, icon: Icon])[] = [
  ["bold", "Bold", Bold],
  ["italic", "Italic", Italic],
  ["strike", "Strikethrough", Strikethrough],
  ["quote", "Quote", TextQuote],
  ["spoiler", "Spoiler", EyeOff],
  ["code", "Code", Code],
];

/**
 * What can be done with the selected words. With a mouse above the field, so that nothing moves under it; on a touch screen below,
 * as the system's own menu is above what is selected.
 */
export const FormatMenu = ({ onPick }: { onPick: (format: Format) => void }) => (
  <div
    role="toolbar"
    aria-label="Formatting"
    className="absolute bottom-full left-0 z-20 mb-2 flex rounded-card border border-line bg-surface p-1 shadow-lift pointer-coarse:static pointer-coarse:order-last pointer-coarse:m-0 pointer-coarse:border-0 pointer-coarse:bg-transparent pointer-coarse:p-0 pointer-coarse:shadow-none"
  >
    {formats.map(([format, label, FormatIcon]) => {
      const keys = keysOf(format, isApple());
      return (
        <IconButton
          key={format}
          label={label}
          title={keys === null ? label : `${label} (${keys})`}
          // The field keeps the focus and its selection, and the keyboard stays open.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(format)}
        >
          <FormatIcon aria-hidden size={18} />
        </IconButton>
      );
    })}
  </div>
);
