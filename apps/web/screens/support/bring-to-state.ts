import { drawn } from "../checks/in-page/drawn.ts";
import type { ScriptedServer } from "../server/scripted-server.ts";
import type { ScreenState } from "../states/state.ts";
import { createHand } from "./hand.ts";
import type { MountedScreen } from "./mount-screen.ts";

/** Brings a screen that was opened at a state's path into that state. @throws Error when it shows something else */
export const bringToState = async (
  { window, goOffline }: Pick<MountedScreen, "window" | "goOffline">,
  { show, shows, isOffline = false }: Pick<ScreenState, "show" | "shows" | "isOffline">,
  server: ScriptedServer,
): Promise<void> => {
  const hand = createHand(window);
  if (isOffline) goOffline();
  await show?.({ hand, server, window, goOffline });
  await hand.see(shows);
  await drawn(window);
};
