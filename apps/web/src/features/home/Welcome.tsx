import { Button } from "@tribe/ui";
import { lazy, Suspense } from "react";
import { DeferUntilIdle } from "../../shared/components/DeferUntilIdle.tsx";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { flow } from "../../shared/flow/flow-store.ts";

const WelcomeRing = lazy(() => import("./WelcomeRing.tsx").then((m) => ({ default: m.WelcomeRing })));

/** What this is, for who comes for the first time, with two ways in. index.html draws the same before the script runs. */
export const Welcome = () => (
  <section
    aria-labelledby="welcome"
    className="-mx-4 -mt-3 flex flex-col max-lg:order-first lg:mx-0 lg:mt-0 lg:flex-row lg:items-center lg:gap-8"
  >
    {/* The fire burns at once; who sits around it comes when the list stands. */}
    <div className="h-51 shrink-0 [background:var(--tribe-stage)] lg:order-last lg:h-80 lg:w-1/2 lg:rounded-card">
      <DeferUntilIdle turn={2}>
        <Suspense>
          <WelcomeRing />
        </Suspense>
      </DeferUntilIdle>
    </div>
    <div className="flex flex-1 flex-col gap-3 px-4 pt-4 lg:gap-5 lg:px-0 lg:pt-0">
      <h2 id="welcome" className="font-display text-xl leading-[1.15] font-bold text-balance lg:text-2xl">
        Twelve seats around one fire.
      </h2>
      <p className="text-base text-pretty text-muted lg:max-w-md">
        Hold a creator’s token and sit in their private chat. Hold less than the next person and they sit there instead.
      </p>
      <div className="flex gap-2">
        <Button
          look="main"
          className="flex-1 whitespace-nowrap lg:flex-none"
          onClick={() => flow.start({ kind: "onboarding" })}
        >
          Sign in with e-mail
        </Button>
        <Button
          className="flex-1 whitespace-nowrap lg:flex-none"
          onClick={() => dialogs.open("text", { title: "How it works", isOnboarding: false })}
        >
          How it works
        </Button>
      </div>
    </div>
  </section>
);
