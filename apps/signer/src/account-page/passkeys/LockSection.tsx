import { passkeyProblemTexts } from "@tribe/domain/words";
import { Button } from "@tribe/ui";
import type { ReactNode } from "react";
import { idleMinutesChoices } from "../../passkeys/lock.ts";
import { Section } from "../Section.tsx";
import type { Run } from "./run.ts";
import { lockThisBrowser, type PasskeyPageDependencies, type SafetyState, setIdleMinutes } from "./safety.ts";

interface LockSectionProps {
  readonly safety: SafetyState;
  readonly dependencies: PasskeyPageDependencies;
  readonly busy: string | null;
  readonly run: Run;
  /** The result of the last press here. */
  readonly outcome: ReactNode;
}

/** Sets when this browser locks: only with a passkey, since nothing else could unlock it. */
export const LockSection = ({ safety, dependencies, busy, run, outcome }: LockSectionProps) => {
  const { idleMinutes, ways, canUsePasskeys } = safety;
  if (idleMinutes === null && ways.every(({ kind }) => kind !== "passkey"))
    return (
      <Section title="This browser doesn't lock">
        <p className="text-sm text-pretty">
          Whoever uses it, signed in as you, can sign with your wallet. With a passkey it locks.
        </p>
      </Section>
    );
  if (idleMinutes === null)
    return (
      <Section title="This browser doesn't lock yet">
        <p className="text-sm text-pretty">Touch one of your passkeys once, and it locks from then on.</p>
        <Button
          busy={busy === "lock"}
          disabled={busy !== null || !canUsePasskeys}
          onClick={run("lock", () => lockThisBrowser(dependencies))}
        >
          Lock this browser
        </Button>
        {canUsePasskeys ? null : <p className="text-sm text-muted">{passkeyProblemTexts.unsupported}</p>}
        {outcome}
      </Section>
    );
  return (
    <Section title="This browser locks">
      <p className="text-sm text-pretty">
        A touch of your passkey opens it. It locks when Tribe is closed, or when the wallet isn't used for:
      </p>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Lock after</legend>
        {idleMinutesChoices.map((minutes) => (
          <Button
            key={minutes}
            small
            aria-pressed={minutes === idleMinutes}
            className="border border-transparent aria-pressed:border-ember aria-pressed:font-semibold"
            disabled={busy !== null}
            onClick={run(`idle-${minutes}`, () => setIdleMinutes(dependencies, minutes))}
          >
            {minutes === 60 ? "1 hour" : `${minutes} min`}
          </Button>
        ))}
      </fieldset>
      <Button
        disabled={busy !== null}
        onClick={run("now", async () => {
          dependencies.unlocked.lockAll();
          return "Locked.";
        })}
      >
        Lock now
      </Button>
      {outcome}
    </Section>
  );
};
