import { milliseconds } from "@tribe/contract";
import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import { toastsStand } from "../../shared/notices/toast.ts";
import { useStore } from "../../shared/state/store.ts";
import { shownTheme, theme } from "../../shared/state/theme.ts";

/** Short notices. Away from the bottom bar, so that they cover no navigation on a phone. */
export const Toasts = () => {
  useStore(theme);
  useEffect(() => toastsStand(toast), []);
  return (
    <Toaster
      theme={shownTheme()}
      position="top-center"
      // Below the header, which holds the way back.
      offset={64}
      mobileOffset={{ top: 92 }}
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
