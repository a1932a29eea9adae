import { classes } from "@tribe/ui";
import { SunMoon } from "@tribe/ui/icons";
import { useStore } from "../../shared/state/store.ts";
import { type Theme, theme, themes } from "../../shared/state/theme.ts";

const names: Record<Theme, string> = { system: "System", dark: "Dark", light: "Light" };

/** The choice of the theme: light, dark, or the device's. */
export const ThemeChoice = () => {
  const chosen = useStore(theme);
  return (
    <fieldset className="flex min-h-14 flex-wrap items-center gap-3 px-2 py-1">
      <legend className="sr-only">Theme</legend>
      <SunMoon aria-hidden size={20} className="text-muted" />
      <span aria-hidden className="flex-1 text-sm font-medium">
        Theme
      </span>
      <span className="flex rounded-control bg-raised p-1">
        {themes.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === chosen}
            onClick={() => theme.set(option)}
            className={classes(
              "min-h-8 rounded-control px-3 text-sm font-medium transition-colors pointer-coarse:min-h-11",
              option === chosen ? "chosen font-semibold" : "text-muted hover:text-text",
            )}
          >
            {names[option]}
          </button>
        ))}
      </span>
    </fieldset>
  );
};
