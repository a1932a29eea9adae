import { routes } from "@tribe/contract";
import { randomText } from "../../../crypto/secrets.ts";
import { saga } from "../../../http/implement.ts";
import { deviceInsert } from "../store/devices.ts";

/** Creates a device and gives it its secret. A saga, because it needs only one statement. */
export const createDevice = saga(routes.identity.createDevice, async ({ ctx, commit }) => {
  const deviceId = randomText(16);
  const deviceSecret = randomText(32);
  const secret = await ctx.keys.seal("session-secret", deviceId, Buffer.from(deviceSecret, "base64url"));
  const { steps, answer } = deviceInsert(deviceId, secret);
  await commit.statement(steps, answer);
  return { deviceId, deviceSecret };
});
