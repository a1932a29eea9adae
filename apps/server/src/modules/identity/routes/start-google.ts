import { ApiError, routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { type GoogleClient, requireGoogle } from "../google-client.ts";
import { beginSignIn } from "../google-sign-ins.ts";

/** Starts a sign-in with Google. */
export const startGoogle = (client: GoogleClient) =>
  saga(routes.identity.startGoogle, async ({ ctx, deviceId, commit }) => {
    if (!deviceId) throw new ApiError("unauthorized");
    const { google, redirectUri } = requireGoogle(ctx.config);
    const begun = await commit((tx) => beginSignIn(tx, ctx.keys, deviceId));
    return { authorizationUrl: await client.authorizationUrl(google, { redirectUri, ...begun }) };
  });
