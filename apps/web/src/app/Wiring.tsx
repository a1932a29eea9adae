import { type ReactNode, useEffect } from "react";
import { WalletProvider } from "../features/wallet/index.ts";
import { api } from "../shared/api/api.ts";
import { queryClient } from "../shared/api/query-client.ts";
import { useConfig } from "../shared/queries/config.ts";
import { refreshLocalUser, useLocalUser } from "../shared/queries/local-user.ts";
import { createFrameListener } from "../shared/realtime/cache.ts";
import { realtime } from "../shared/realtime/connection.ts";
import { useStore } from "../shared/state/store.ts";
import { shownTheme } from "../shared/state/theme.ts";
import { Flows } from "./dialogs/DialogHost.tsx";
import { useOwnName } from "./session/use-own-name.ts";
import { useResume } from "./session/use-resume.ts";
import { useReturnFromOutside } from "./session/use-return-from-outside.ts";
import { useSessionCare } from "./session/use-session-care.ts";
import { useShownPages } from "./session/use-shown-pages.ts";

/** Connects the features: wallet, realtime, the flow of gates. Renders nothing itself. */
export const Wiring = ({ children }: { children: ReactNode }) => {
  const config = useConfig();
  const user = useLocalUser();
  const theme = useStore(shownTheme);
  useRealtime(config?.realtimeUrl ?? null);
  useOwnName(config);
  useSessionCare();
  useReturnFromOutside();
  useResume();
  useShownPages();
  return (
    <WalletProvider
      api={api}
      signerUrl={config?.signerUrl ?? null}
      uid={user?.uid ?? null}
      theme={theme}
      onAddress={(address) => {
        if (user && user.address !== address) void refreshLocalUser().catch(() => undefined); // the next refresh shows it
      }}
    >
      <Flows />
      {children}
    </WalletProvider>
  );
};

const useRealtime = (url: string | null): void => {
  useEffect(() => {
    if (!url) return;
    realtime().start(url);
    return realtime().listen(createFrameListener(queryClient()));
  }, [url]);
};
