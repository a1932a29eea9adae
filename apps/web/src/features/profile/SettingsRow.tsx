import { classes } from "@tribe/ui";
import { ChevronRight } from "@tribe/ui/icons";
import type { ReactNode } from "react";

/** The classes of a row in the settings, for links that look like one. */
export const settingsLook =
  "flex min-h-14 w-full items-center gap-3 rounded-card px-2 text-left transition-colors hover:bg-surface aria-busy:opacity-60";

interface Words {
  icon: ReactNode;
  title: string;
  /** The current setting; below the title. */
  note?: string;
  isDanger?: boolean;
}

/** The content of a row in the settings. */
export const SettingsContent = ({ icon, title, note, isDanger = false }: Words) => (
  <>
    <span aria-hidden className={isDanger ? "text-down" : "text-muted"}>
      {icon}
    </span>
    <span className={classes("min-w-0 flex-1 text-sm", isDanger && "text-down")}>
      <span className="block font-medium">{title}</span>
      {note ? <span className="block text-muted wrap-anywhere">{note}</span> : null}
    </span>
    {isDanger ? null : <ChevronRight aria-hidden size={16} className="text-muted" />}
  </>
);

/** A row in the settings that is a button. */
export const SettingsButton = ({ onPress, busy, ...words }: Words & { onPress: () => void; busy?: boolean }) => (
  <button
    type="button"
    aria-busy={busy || undefined}
    onClick={() => {
      if (!busy) onPress();
    }}
    className={settingsLook}
  >
    <SettingsContent {...words} />
  </button>
);
