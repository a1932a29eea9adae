import { ApiError, maxTribeSettings, routes } from "@tribe/contract";
import { newlyArmed } from "@tribe/domain/notifications";
import { command } from "../../../http/implement.ts";
import { alarmFacts } from "../rules/alarm-drafts.ts";
import { alarmCountOf, factsForAlarm, hasAlarm, removeAlarm, setAlarm } from "../store/alarms.ts";

/** Sets or turns off the caller's alarm in a Tribe. What is so already doesn't ring. */
export const saveAlarm = command(routes.notifications.saveAlarm, async ({ ctx, tx, body, session: { uid } }) => {
  const { mint } = body;
  const isOn = body.alarm && Object.values(body.alarm).some((threshold) => threshold !== null);
  const alarm = isOn ? body.alarm : null;
  if (!alarm) {
    await removeAlarm(tx, mint, uid);
    return { alarm: null };
  }
  const facts = await factsForAlarm(tx, mint, uid);
  if (!facts) throw new ApiError("not_found");
  if (!(await hasAlarm(tx, mint, uid)) && (await alarmCountOf(tx, uid)) >= maxTribeSettings)
    throw new ApiError("invalid_field", { field: "body.mint", message: "Too many Tribes have an alarm" });
  await setAlarm(tx, { mint, uid }, alarm, newlyArmed(alarm, alarmFacts(facts)), new Date(ctx.now()));
  return { alarm };
});
