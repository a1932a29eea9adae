import { hasSocial } from "@tribe/domain/trading";
import { connectSocialTexts } from "@tribe/domain/words";
import { Button, classes, IconButton } from "@tribe/ui";
import { X } from "@tribe/ui/icons";
import { useState } from "react";
import * as z from "zod/mini";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { flowStore } from "../../shared/flow/flow-store.ts";
import { useBalance } from "../../shared/queries/chain.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useStore } from "../../shared/state/store.ts";
import { storageKeys } from "../../shared/storage/keys.ts";
import { stored } from "../../shared/storage/stored.ts";

/** "Not now" hides the card until the tab is closed: a new person may want to look around first. */
const kept = stored(storageKeys.setupHidden, z.boolean());

const connect = () =>
  dialogs.open("connectSocial", {
    title: "Connect social",
    description: connectSocialTexts.onboarding,
    canSkip: false,
  });
const addSol = () =>
  dialogs.open("onboardingFund", { title: "Add SOL", description: "", lamportsRequired: null, canSkip: false });

/** Offers the steps that were skipped while signing up. Renders nothing once all are done. */
export const SetupCard = () => {
  const user = useLocalUser();
  const { data: balance } = useBalance(user?.address ?? null);
  const [isHidden, setHidden] = useState(() => kept.read() === true);
  const isOnTheWay = useStore(flowStore) !== null;
  if (!user?.address || isHidden) return null;
  const steps = [
    hasSocial(user) ? null : { title: "Connect X", why: "So people know you.", verb: "Connect", act: connect },
    // Only for a balance that is loaded and is 0.
    balance === 0n ? { title: "Add SOL", why: "To buy a seat and pay fees.", verb: "Add", act: addSol } : null,
  ].filter((step) => step !== null);
  if (steps.length === 0) return null;
  const hide = () => {
    kept.write(true);
    setHidden(true);
  };
  return (
    <section
      aria-labelledby="setup"
      className={classes(
        "rounded-card border border-line bg-surface py-2 pr-2 pl-4 lg:pl-5",
        // Invisible while the sign-up's own dialogs are open; its room stays, so that the list does not shift.
        isOnTheWay && "invisible",
      )}
    >
      <div className="flex items-center gap-2">
        <h2 id="setup" className="flex-1 font-display text-base font-bold">
          Finish setting up
        </h2>
        <IconButton label="Not now" onClick={hide}>
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      <ul className="flex flex-col lg:flex-row lg:gap-8">
        {steps.map(({ title, why, verb, act }) => (
          <li key={title} className="flex min-h-14 flex-1 items-center gap-4 pr-2">
            <p className="flex-1 text-sm">
              <span className="block font-medium">{title}</span>
              <span className="text-muted">{why}</span>
            </p>
            <Button small aria-label={title} onClick={act}>
              {verb}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};
