import { Download } from "@tribe/ui/icons";
import { installWay } from "../../shared/state/install.ts";
import { useStore } from "../../shared/state/store.ts";
import { SettingsButton } from "./SettingsRow.tsx";

/** Offers to install the app. Renders nothing if it is installed or the browser can't install it. */
export const InstallRow = () => {
  const way = useStore(installWay);
  switch (way.kind) {
    case "none":
      return null;
    case "ask":
      return (
        <SettingsButton
          icon={<Download size={20} />}
          title="Install Tribe"
          note="Opens like an app, also offline"
          onPress={way.ask}
        />
      );
    case "byHand":
      return (
        <p className="flex min-h-14 items-center gap-3 px-2 text-sm">
          <Download aria-hidden size={20} className="shrink-0 text-muted" />
          <span>
            <span className="block font-medium">Install Tribe</span>
            <span className="text-muted">Tap Share, then “Add to Home Screen”.</span>
          </span>
        </p>
      );
  }
};
