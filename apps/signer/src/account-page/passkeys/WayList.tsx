import type { RecoveryWayInfo } from "@tribe/contract";
import { Button } from "@tribe/ui";
import { dateTime, dayOf } from "../../date-time.ts";
import type { Run } from "./run.ts";
import type { PasskeyPageDependencies, SafetyState } from "./safety.ts";
import { addPasskeyHere, removePasskey } from "./safety.ts";

interface WayListProps {
  readonly safety: SafetyState;
  readonly dependencies: PasskeyPageDependencies;
  readonly busy: string | null;
  readonly run: Run;
  readonly isNext: boolean;
  readonly mayRemove: boolean;
}

/** The wallet's recovery ways, and the one button that adds one. */
export const WayList = ({ safety, dependencies, busy, run, isNext, mayRemove }: WayListProps) => {
  const { email, recovery, ways, now, canUsePasskeys } = safety;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {recovery === "mail_link" ? (
          <li className="flex flex-col py-2 text-sm">
            <span className="font-medium">A link by e-mail</span>
            <span className="text-muted wrap-anywhere">{email}</span>
          </li>
        ) : null}
        {ways.map((way) => (
          <li key={way.id} className="flex items-center gap-3 py-2 text-sm">
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="font-medium wrap-anywhere">{way.name}</span>
              <span className="text-muted">{stateOf(way, now)}</span>
            </span>
            {mayRemove && way.kind === "passkey" && way.until === null ? (
              <Button
                small
                busy={busy === way.id}
                disabled={busy !== null}
                aria-label={`${isWaiting(way, now) ? "Stop" : "Remove"} ${way.name}`}
                onClick={run(way.id, () => removePasskey(dependencies, way.id))}
              >
                {isWaiting(way, now) ? "Stop" : "Remove"}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {canUsePasskeys ? (
        <Button
          // A wallet with two recovery ways of its owner's needs nothing more here.
          variant={isNext && recovery !== "passkey" ? "primary" : "secondary"}
          busy={busy === "add"}
          disabled={busy !== null}
          onClick={run("add", () => addPasskeyHere(dependencies))}
        >
          Add a passkey
        </Button>
      ) : (
        <p className="text-sm text-muted">This browser can't use passkeys here. Try another browser.</p>
      )}
      <p className="text-xs text-pretty text-muted">
        A passkey is a key that your device keeps for you: your finger, face or screen lock opens it. Tribe never has
        it. You'll be asked twice, once to make it and once to try it.
      </p>
    </>
  );
};

const isWaiting = ({ from }: RecoveryWayInfo, now: number): boolean => from > now;

const stateOf = (way: RecoveryWayInfo, now: number): string => {
  if (way.until !== null) return `Ends ${dateTime(way.until)}`;
  return isWaiting(way, now) ? `New: counts from ${dateTime(way.from)}` : `Added ${dayOf(way.addedAt)}`;
};
