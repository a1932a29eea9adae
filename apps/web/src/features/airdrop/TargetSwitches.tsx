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
  counts: { readonly members: number; readonly holders: number } | null;
  /** Whether holders can be chosen: not once the Tribe's token has migrated. */
  canHold: boolean;
  isDisabled: boolean;
  onChange: (targets: AirdropTargets) => void;
}) => (
  <fieldset disabled={isDisabled} className="flex flex-col">
    <legend className="pb-1 text-sm font-semibold">Who gets it</legend>
    <Target
      label="Include yourself"
      note="The Chief's share"
      isOn={targets.toCreator}
      onSwitch={(toCreator) => onChange({ ...targets, toCreator })}
    />
    <Target
      label="Include members"
      note={counts ? `${counted(counts.members, "seat")} taken, all the same` : "All the same"}
      isOn={targets.toMembers}
      onSwitch={(toMembers) => onChange({ ...targets, toMembers })}
    />
    {canHold ? (
      <Target
        label="Include holders"
        note={counts ? `${counted(counts.holders, "wallet")}, by what each holds` : "By what each holds"}
        isOn={targets.toHolders}
        onSwitch={(toHolders) => onChange({ ...targets, toHolders })}
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
        className="relative flex h-11 w-14 shrink-0 items-center"
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
