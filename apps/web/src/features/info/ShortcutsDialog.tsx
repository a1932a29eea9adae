import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { keyCaps, shortcuts } from "../../shared/hand/shortcuts.ts";

const rows = [...Object.values(shortcuts), { keys: "Esc", label: "Close what is open" }];

/** The list of keyboard shortcuts, on '?'. */
export const ShortcutsDialog = ({ title }: DialogPropsByName["shortcuts"]) => (
  <DialogFrame title={title}>
    <dl className="flex flex-col divide-y divide-line">
      {rows.map(({ keys, label }) => (
        <div key={keys} className="flex min-h-11 items-center gap-4">
          <dt className="flex-1 text-sm">{label}</dt>
          <dd className="flex items-center gap-1 text-xs text-muted">
            {(keys === "Esc" ? [keys] : keyCaps(keys)).map((cap, index) => (
              <span key={cap} className="flex items-center gap-1">
                {index > 0 ? "then" : null}
                <kbd className="min-w-6 rounded-control border border-line-strong px-1.5 py-0.5 text-center font-sans text-text">
                  {cap}
                </kbd>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </DialogFrame>
);
