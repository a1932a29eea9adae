import { type ApiCall, ApiError, createApiClient, quietly, routes, type ServerClock } from "@tribe/contract";
import { appPart } from "../state/app-part.ts";
import type { Store } from "../state/store.ts";
import { type Access, credentialsOf } from "./access.ts";

export interface ApiOptions {
  readonly origin: string;
  /** This browser's device and session; changed when the server no longer knows them. */
  readonly access: Store<Access>;
  /** Resolves when no tab is storing new secrets of the session, and `access` has the current ones. By default at once. */
  readonly rotationEnd?: () => Promise<void>;
  /** The page's one clock, which answers correct. */
  readonly clock?: ServerClock;
  /** The page's own by default. */
  readonly fetch?: typeof fetch;
}

const sessionEndCodes: ReadonlySet<string> = new Set(["unauthorized", "signature_invalid"]);

/**
 * The one caller of the API in this page: registers the device on first use. When the server no longer knows the session (or the
 * device), it deletes it, so that the page shows the visitor's state. Calls throw ApiError.
 */
export const createApi = ({ access, rotationEnd, ...options }: ApiOptions): ApiCall => {
  const signed = createApiClient({ ...options, credentials: () => credentialsOf(access.get()) });
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

  return async (route, input) => {
    // Nobody is signed in: callers that follow a transaction get their answer after the next sign-in.
    if (route.caller === "session" && !access.get().session) throw new ApiError("unauthorized");
    if (route.caller !== "public") await ensureDevice();
    const used = access.get();
    try {
      return await signed(route, input);
    } catch (error) {
      if (!(error instanceof ApiError) || !sessionEndCodes.has(error.code) || route.caller === "public") throw error;
      // Another call or tab may have rotated the secret meanwhile: then the new one counts. The old one may be refused before the
      // new one is stored.
      if (used.session && route.path !== routes.identity.rotateSession.path) await rotationEnd?.();
      const isStale = access.get().session?.sessionSecret !== used.session?.sessionSecret;
      if (used.session && !isStale) access.set((now) => ({ ...now, session: null }));
      // A session belongs to the device on which it was opened, and must not lose it.
      if (!used.session && !access.get().session && access.get().device?.deviceId === used.device?.deviceId)
        access.set((now) => ({ ...now, device: null }));
      if (route.caller === "session" && !access.get().session) throw error;
      await ensureDevice();
      return await signed(route, input);
    }
  };
};

const part = appPart<ApiCall>("the API's caller");

export const provideApi = part.provide;

/** Calls the API as this browser's device and person. @throws ApiError */
export const api: ApiCall = (route, input) => part.get()(route, input);

/** Like {@link api}, for calls that may fail silently: logs the failure to the console and returns nothing. */
export const apiQuietly = quietly(api);
