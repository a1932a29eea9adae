import { Button } from "@tribe/ui";
import { lazy, Suspense, useEffect, useState } from "react";
import { dialogs } from "../../shared/dialogs/dialogs.ts";
import { flow } from "../../shared/flow/flow-store.ts";
import { idle } from "../../shared/time/idle.ts";
import { EmptySeats } from "./EmptySeats.tsx";

const WelcomeRing = lazy(() => import("./WelcomeRing.tsx").then((m) => ({ default: m.WelcomeRing })));

/** Explains the app on a first visit, with two ways in. index.html contains the same markup before the script runs. */
export const Welcome = () => {
  const isAwake = useAwake();
  return (
    <section
      aria-labelledby="welcome"
      className="-mx-4 -mt-3 flex flex-col max-lg:order-first lg:mx-0 lg:mt-0 lg:flex-row lg:items-center lg:gap-8"
    >
      {/* The fire is shown at once; the people around it are loaded after the list. */}
      <div className="h-51 shrink-0 [background:var(--tribe-stage)] lg:order-last lg:h-80 lg:w-1/2 lg:[--tribe-stage:var(--tribe-stage-alone)]">
        {isAwake ? (
          <Suspense fallback={<EmptySeats />}>
            <WelcomeRing />
          </Suspense>
        ) : (
          <EmptySeats />
        )}
      </div>
      <div className="flex flex-1 flex-col gap-3 px-4 pt-4 lg:gap-5 lg:px-0 lg:pt-0">
        <h2 id="welcome" className="font-display text-xl leading-[1.15] font-bold text-balance lg:text-2xl">
          Twelve seats around one fire.
        </h2>
        <p className="text-base text-pretty text-muted lg:max-w-md">
          Hold a creator's token and sit in their private chat. Hold less than the next person and they sit there
          instead.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
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
};

const signs = ["pointermove", "pointerdown", "touchstart", "keydown", "scroll"] as const;

/** The seated people are loaded when the page is idle, or at once when somebody touches it. */
const useAwake = (): boolean => {
  const [isAwake, setAwake] = useState(false);
  useEffect(() => {
    let isGone = false;
    const wake = () => {
      if (!isGone) setAwake(true);
    };
    void idle().then(idle).then(wake);
    const options = { capture: true, passive: true, once: true };
    for (const sign of signs) addEventListener(sign, wake, options);
    return () => {
      isGone = true;
      for (const sign of signs) removeEventListener(sign, wake, options);
    };
  }, []);
  return isAwake;
};
