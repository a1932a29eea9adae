import { ApiError, type Mint, maxTribeSettings, type NotificationSettingsChange } from "@tribe/contract";
import { expect, test } from "vitest";
import { applySettingsChange, type StoredSettings } from "./change-settings.ts";

const mint = "tribe" as Mint; // any text does
const now = new Date("2026-03-01T12:00:00Z");
const due = new Date("2026-03-01T11:59:00Z");
const nothing: StoredSettings = { chosen: {}, summaryAt: null, summarizedAt: null };
const daily: StoredSettings = {
  chosen: { emailNotification: { dailySummary: true }, delivery: { summaryHour: 9, timeZone: "UTC" } },
  summaryAt: due,
  summarizedAt: null,
};

test("only what was changed is stored, beside what was changed before", () => {
  const { chosen } = applySettingsChange(daily, { pushNotification: { newAirdrop: false } }, now);
  expect(chosen).toEqual({ ...daily.chosen, pushNotification: { newAirdrop: false }, tribeSettings: {} });
});

test("a Tribe that is set to all again is removed", () => {
  const muted = applySettingsChange(nothing, { tribeSettings: { [mint]: "mute" } }, now);
  expect(muted.chosen.tribeSettings).toEqual({ [mint]: "mute" });
  const { chosen } = applySettingsChange({ ...nothing, ...muted }, { tribeSettings: { [mint]: "all" } }, now);
  expect(chosen.tribeSettings).toEqual({});
});

test("too many Tribes with a setting are refused", () => {
  const names = Array.from({ length: maxTribeSettings }, (_, index) => [`tribe ${index}`, "mute"]);
  const full = { ...nothing, chosen: { tribeSettings: Object.fromEntries(names) } };
  expect(() => applySettingsChange(full, { tribeSettings: { [mint]: "mute" } }, now)).toThrow(ApiError);
});

test.each<readonly [string, StoredSettings, NotificationSettingsChange, string | null]>([
  [
    "is due once it is switched on",
    { ...daily, chosen: { delivery: { summaryHour: 9 } }, summaryAt: null },
    { emailNotification: { dailySummary: true } },
    "2026-03-02T09:00",
  ],
  ["is not due when it is switched off", daily, { emailNotification: { dailySummary: false } }, null],
  ["moves with its hour", daily, { delivery: { summaryHour: 18 } }, "2026-03-01T18:00"],
  ["moves with the time zone", daily, { delivery: { timeZone: "Asia/Tokyo" } }, "2026-03-02T00:00"],
  ["that is due now is not delayed by another switch", daily, { delivery: { showContent: false } }, "2026-03-01T11:59"],
])("a summary %s", (_what, before, change, expected) => {
  const { summaryAt } = applySettingsChange(before, change, now);
  expect(summaryAt?.toISOString().slice(0, 16) ?? null).toBe(expected);
});

test("who wants new Tribes is found without reading all settings", () => {
  const wants = (newTribesCreated: boolean) =>
    applySettingsChange(nothing, { pushNotification: { newTribesCreated } }, now).wantsNewTribes;
  expect([wants(true), wants(false)]).toEqual([true, false]);
});
