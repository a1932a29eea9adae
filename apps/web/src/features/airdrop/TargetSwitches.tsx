import { classes } from "@tribe/ui";
import { useId } from "react";
import type { AirdropTargets } from "./airdrop-queries.ts";

const counted = (count: number, one: string): string => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

/** Whom an airdrop is for. */
export const TargetSwitches = ({
  targets,
  counts,
  canHold,
  isDisabled,
  onChange,
}: {
  targets: AirdropTargets;
  /** How many there are; null while, or where, nobody knows. */
  counts: { readonly members: number | null; readonly holders: number | null };
  /** Whether holders can be chosen: not once the Tribe's token has migrated. */
  canHold: boolean;
  /** While they are fixed, or being fixed. */
  isDisabled: boolean;
  onChange?: (targets: AirdropTargets) => void;
}) => (
  <fieldset disabled={isDisabled} className="flex flex-col">
    <legend className="pb-1 text-sm font-semibold">Who gets it</legend>
    <Target
      label="Include yourself"
      note="The Chief's share"
      isOn={targets.toCreator}
      onSwitch={(toCreator) => onChange?.({ ...targets, toCreator })}
    />
    <Target
      label="Include members"
      note={counts.members === null ? "All the same" : `${counted(counts.members, "seat")} taken, all the same`}
      isOn={targets.toMembers}
      onSwitch={(toMembers) => onChange?.({ ...targets, toMembers })}
    />
    {canHold ? (
      <Target
        label="Include holders"
        note={
          counts.holders === null ? "By what each holds" : `${counted(counts.holders, "wallet")}, by what each holds`
        }
        isOn={targets.toHolders}
        onSwitch={(toHolders) => onChange?.({ ...targets, toHolders })}
      />
    ) : null}
  </fieldset>
);

const Target = ({
  label,
  note,
  isOn,
  onSwitch,
}: {
  label: string;
  note: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}) => {
  const id = useId();
  return (
    <div className="flex min-h-14 items-center gap-4">
      <span className="flex min-w-0 flex-1 flex-col">
        <span id={id} className="text-sm font-medium">
          {label}
        </span>
        <span id={`${id}-note`} className="text-xs text-muted">
          {note}
        </span>
      </span>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        onClick={() => onSwitch(!isOn)}
        className="relative flex h-11 w-14 shrink-0 items-center disabled:opacity-50"
      >
        <span
          className={classes(
            "h-7 w-12 rounded-full border transition-colors",
            isOn ? "border-ember bg-ember" : "border-line-strong bg-raised",
          )}
        >
          <span
            className={classes(
              "block size-5 translate-y-[3px] rounded-full transition-transform",
              isOn ? "translate-x-6 bg-on-ember" : "translate-x-1 bg-line-strong",
            )}
          />
        </span>
      </button>
    </div>
  );
};
