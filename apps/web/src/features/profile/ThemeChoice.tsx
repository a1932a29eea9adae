import { Button } from "@tribe/ui";
import { useStore } from "../../shared/state/store.ts";
import { type Theme, theme, themes } from "../../shared/state/theme.ts";

const names: Record<Theme, string> = { system: "System", dark: "Dark", light: "Light" };

/** Light or dark, or as the device has it. */
export const ThemeChoice = () => {
  const chosen = useStore(theme);
  return (
    <fieldset className="flex flex-wrap items-center gap-2 border-t border-line pt-6">
      <legend className="sr-only">Theme</legend>
      <span aria-hidden className="flex-1 text-sm font-medium">
        Theme
      </span>
      {themes.map((option) => (
        <Button
          key={option}
          small
          look={option === chosen ? "plain" : "quiet"}
          aria-pressed={option === chosen}
          onClick={() => theme.set(option)}
        >
          {names[option]}
        </Button>
      ))}
    </fieldset>
  );
};
