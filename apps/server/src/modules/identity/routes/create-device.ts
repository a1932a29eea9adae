import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { randomText } from "../../../crypto/secrets.ts";
import { saga } from "../../../http/implement.ts";
import { devices } from "../schema.ts";

/** Creates a device and gives it its secret. A saga, because it takes only one statement. */
export const createDevice = saga(routes.identity.createDevice, async ({ ctx, commit }) => {
  const deviceId = randomText(16);
  const deviceSecret = randomText(32);
  const secret = await ctx.keys.seal("session-secret", deviceId, Buffer.from(deviceSecret, "base64url"));
  const [idName, secretName] = [sql.identifier(devices.id.name), sql.identifier(devices.secret.name)];
  await commit.statement(
    sql`made as (insert into ${devices} (${idName}, ${secretName}) select ${deviceId}, ${secret}::bytea from nonce)`,
    sql`true as is_made`,
  );
  return { deviceId, deviceSecret };
});
