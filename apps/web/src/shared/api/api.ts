import { type ApiCall, ApiError, createApiClient, quietly, routes } from "@tribe/contract";
import { access, credentials, setSession } from "./access.ts";

const signed = createApiClient({ origin: location.origin, credentials });

let registration: Promise<void> | null = null;

const registerDevice = async (): Promise<void> => {
  const device = await signed(routes.identity.createDevice, {});
  access.set((now) => ({ ...now, device }));
};

const ensureDevice = async (): Promise<void> => {
  if (access.get().device) return;
  registration ??= registerDevice().finally(() => {
    registration = null;
  });
  await registration;
};

const sessionEndCodes: ReadonlySet<string> = new Set(["unauthorized", "signature_invalid"]);

/**
 * The one caller of the API in this page: registers the device on first use, and when the server no longer knows
 * the session (or the device) forgets it, so that the page shows the truth. @throws ApiError
 */
export const api: ApiCall = async (route, input) => {
  // Nobody is signed in: what still follows a transaction gets its answer when somebody is again.
  if (route.caller === "session" && !access.get().session) throw new ApiError("unauthorized");
  if (route.caller !== "public") await ensureDevice();
  const used = access.get();
  try {
    return await signed(route, input);
  } catch (error) {
    if (!(error instanceof ApiError) || !sessionEndCodes.has(error.code) || route.caller === "public") throw error;
    // Another call or tab may have renewed the secret while this one was on its way: then the new one counts.
    const isStale = access.get().session?.sessionSecret !== used.session?.sessionSecret;
    if (used.session && !isStale) setSession(null);
    // A session belongs to the device that it was opened on: it never loses that.
    if (!used.session && !access.get().session && access.get().device?.deviceId === used.device?.deviceId)
      access.set((now) => ({ ...now, device: null }));
    if (route.caller === "session" && !access.get().session) throw error;
    await ensureDevice();
    return await signed(route, input);
  }
};

/** The same caller for what may fail unseen: it notes the failure in the console and returns nothing. */
export const apiQuietly = quietly(api);
