import { Button } from "@tribe/ui";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { flow } from "../../shared/flow/flow-store.ts";

/** What this is, for who comes for the first time, with two ways in. index.html draws the same before the script runs. */
export const Welcome = () => (
  <section
    aria-labelledby="welcome"
    className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 lg:flex-row lg:items-center lg:gap-6 lg:px-5"
  >
    <div className="flex-1">
      <h2 id="welcome" className="font-display text-base font-bold lg:text-lg">
        Private chats with a few seats. The market decides who sits.
      </h2>
      <p className="mt-1 text-sm text-muted">
        Hold enough of a creator’s token and a seat is yours, until someone holds more.
      </p>
    </div>
    <div className="flex gap-2">
      <Button
        small
        className="flex-1 whitespace-nowrap"
        onClick={() => dialogs.open("text", { title: "How it works", isOnboarding: false })}
      >
        See how it works
      </Button>
      <Button small className="flex-1 whitespace-nowrap" onClick={() => flow.start({ kind: "onboarding" })}>
        Sign in or sign up
      </Button>
    </div>
  </section>
);
