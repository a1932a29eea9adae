import { milliseconds } from "@tribe/contract";
import { useMediaQuery } from "@tribe/ui";
import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import { dialogStack } from "../../shared/dialogs/dialogs.ts";
import { toastsStand } from "../../shared/notices/toast.ts";
import { useStore } from "../../shared/state/store.ts";
import { shownTheme, theme } from "../../shared/state/theme.ts";

/**
 * Short notices. On a wide screen below the header, which holds the way back. On a phone above the bar at the bottom, where
 * they cover neither tabs nor seats; while a sheet is open, whose buttons are there, at the top, beside it.
 */
export const Toasts = () => {
  useStore(theme);
  useEffect(() => toastsStand(toast), []);
  const isNarrow = useMediaQuery("(max-width: 600px)");
  const hasSheet = useStore(dialogStack).entries.length > 0;
  return (
    <Toaster
      theme={shownTheme()}
      position={isNarrow && !hasSheet ? "bottom-center" : "top-center"}
      offset={64}
      mobileOffset={{
        top: "calc(12px + env(safe-area-inset-top))",
        bottom: "calc(88px + max(env(safe-area-inset-bottom), var(--tribe-keyboard)))",
      }}
      duration={milliseconds.toast}
      toastOptions={{
        classNames: {
          toast: "!rounded-card !border-line !bg-surface !text-text !shadow-lift !font-sans !text-sm",
          description: "!text-muted",
        },
      }}
    />
  );
};
