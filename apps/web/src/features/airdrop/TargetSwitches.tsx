import { Switch } from "@tribe/ui";
import type { AirdropTargets } from "./airdrop-queries.ts";

const counted = (count: number, one: string): string => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

/** The choice of an airdrop's recipients. */
export const TargetSwitches = ({
  targets,
  counts,
  canHold,
  isDisabled,
  onChange,
}: {
  targets: AirdropTargets;
  /** The number of people in each group; null while loading or if unknown. */
  counts: { readonly members: number | null; readonly holders: number | null };
  /** Whether holders can be chosen; not after the Tribe's token has migrated. */
  canHold: boolean;
  /** True once the recipients are fixed, or while they are being fixed. */
  isDisabled: boolean;
  onChange?: (targets: AirdropTargets) => void;
}) => (
  <fieldset disabled={isDisabled} className="flex flex-col">
    <legend className="pb-1 text-sm font-semibold">Who gets it</legend>
    <Switch
      label="Include yourself"
      note="The Chief's share"
      isOn={targets.toCreator}
      onSwitch={(toCreator) => onChange?.({ ...targets, toCreator })}
    />
    <Switch
      label="Include members"
      note={counts.members === null ? "All the same" : `${counted(counts.members, "seat")} taken, all the same`}
      isOn={targets.toMembers}
      onSwitch={(toMembers) => onChange?.({ ...targets, toMembers })}
    />
    {canHold ? (
      <Switch
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
