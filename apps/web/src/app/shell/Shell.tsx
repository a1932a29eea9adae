import { Outlet } from "@tanstack/react-router";
import { Loading, Skeleton } from "@tribe/ui";
import { Suspense, useEffect } from "react";
import { followKeyboard } from "../../shared/state/keyboard.ts";
import { DialogHost } from "../dialogs/DialogHost.tsx";
import { Wiring } from "../Wiring.tsx";
import { Banners } from "./Banners.tsx";
import { BottomBar, Rail } from "./Navigation.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import { ToastHost } from "./ToastHost.tsx";
import { TopBar } from "./TopBar.tsx";

/** The frame of every page: banners, navigation, dialogs, toasts. It ends where a phone's keyboard begins. */
export const Shell = () => {
  useEffect(followKeyboard, []);
  return (
    <Wiring>
      <div className="flex h-[calc(100dvh-var(--tribe-keyboard))] flex-col overflow-hidden">
        <a
          href="#main"
          className="sr-only z-50 rounded-control bg-ember px-4 py-2 text-on-ember focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          Skip to the page
        </a>
        <Banners />
        <div className="flex min-h-0 flex-1">
          <Rail />
          <div className="flex min-w-0 flex-1 flex-col">
            <TopBar />
            <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
              <Suspense
                fallback={
                  <Loading label="Loading">
                    <Skeleton className="m-4 h-40" />
                  </Loading>
                }
              >
                <Outlet />
              </Suspense>
            </main>
          </div>
        </div>
        <BottomBar />
      </div>
      <Shortcuts />
      <DialogHost />
      <ToastHost />
    </Wiring>
  );
};
