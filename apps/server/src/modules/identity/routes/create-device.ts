import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { randomText } from "../../../secrets.ts";
import { devices } from "../schema.ts";

/** Makes a device and gives it its secret. */
export const createDevice = command(routes.identity.createDevice, async ({ ctx, tx }) => {
  const deviceId = randomText(16);
  const deviceSecret = randomText(32);
  const secret = await ctx.keys.seal("session-secret", deviceId, Buffer.from(deviceSecret, "base64url"));
  await tx.insert(devices).values({ id: deviceId, secret });
  return { deviceId, deviceSecret };
});
