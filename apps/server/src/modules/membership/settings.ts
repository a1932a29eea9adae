import { type GroupSize, groupSizes, type Mint, type TribeSettings } from "@tribe/contract";
import { seatChanges } from "@tribe/domain/membership";
import type { Executor } from "../../db/client.ts";
import { reseat } from "./judge-seats.ts";
import { appendChanges } from "./store/channel-log.ts";
import { type Channel, lockBalances, lockChannel, storeSettings } from "./store/channels.ts";
import { contendersOf } from "./store/contenders.ts";

/** A channel's settings in the contract's form. */
export const settingsOf = (
  channel: Pick<Channel, "groupSize" | "slowMode" | "onlyChiefWrites" | "hasPreview">,
): TribeSettings => ({
  groupSize: channel.groupSize,
  slowMode: channel.slowMode,
  onlyChiefWrites: channel.onlyChiefWrites,
  preview: channel.hasPreview,
});

/**
 * Changes a Tribe's settings; absent ones stay. With a smaller group the smallest holders are booted; with a larger one people
 * who were outranked get their seats back. @returns the settings after it, and how many were booted. @throws ApiError `not_found`
 */
export const changeSettings = async (
  tx: Executor,
  mint: Mint,
  changes: Partial<TribeSettings>,
): Promise<{ readonly settings: TribeSettings; readonly booted: number }> => {
  await lockBalances(tx, mint);
  const before = await lockChannel(tx, mint);
  const old = settingsOf(before);
  const settings = { ...old, ...changes };
  await storeSettings(tx, mint, settings);
  const isChanged = (Object.keys(old) as (keyof TribeSettings)[]).some((key) => old[key] !== settings[key]);
  if (isChanged) await appendChanges(tx, mint, [{ kind: "settings", settings }]);
  const isGroupSmaller = settings.groupSize < old.groupSize;
  const booted =
    settings.groupSize === old.groupSize
      ? 0
      : await reseat(tx, { ...before, groupSize: settings.groupSize }, { isGroupSmaller });
  return { settings, booted };
};

/** How many members each group size would boot now. */
export const bootsBySize = async (
  db: Executor,
  mint: Mint,
): Promise<{ readonly groupSize: GroupSize; readonly booted: number }[]> => {
  const joined = await contendersOf(db, { mint, groupSize: Math.max(...groupSizes) as GroupSize }); // the largest of them
  return groupSizes.map((groupSize) => ({
    groupSize,
    booted: seatChanges(joined, (member) => member.isSeated, groupSize).booted.length,
  }));
};
