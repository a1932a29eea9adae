import { type ApiCall, ApiError, createApiClient, quietly, routes } from "@tribe/contract";
import { appPart } from "../state/app-part.ts";
import type { Store } from "../state/store.ts";
import { type Access, credentialsOf } from "./access.ts";

export interface ApiOptions {
  readonly origin: string;
  /** This browser's device and session; changed when the server no longer knows them. */
  readonly access: Store<Access>;
  /**
   * Resolves when no tab is about to store new secrets of the session, and `access` has those that there are. By default
   * at once.
   */
  readonly rotationEnd?: () => Promise<void>;
  /** The page's own, unless told otherwise. */
  readonly fetch?: typeof fetch;
}

const sessionEndCodes: ReadonlySet<string> = new Set(["unauthorized", "signature_invalid"]);

/**
 * The one caller of the API in this page: registers the device on first use, and when the server no longer knows
 * the session (or the device) forgets it, so that the page shows the truth. Calls throw ApiError.
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
    // Nobody is signed in: what still follows a transaction gets its answer when somebody is again.
    if (route.caller === "session" && !access.get().session) throw new ApiError("unauthorized");
    if (route.caller !== "public") await ensureDevice();
    const used = access.get();
    try {
      return await signed(route, input);
    } catch (error) {
      if (!(error instanceof ApiError) || !sessionEndCodes.has(error.code) || route.caller === "public") throw error;
      // Another call or tab may have renewed the secret while this one was on its way: then the new one counts. The old
      // one may be refused before the new one has come.
      if (used.session && route.path !== routes.identity.rotateSession.path) await rotationEnd?.();
      const isStale = access.get().session?.sessionSecret !== used.session?.sessionSecret;
      if (used.session && !isStale) access.set((now) => ({ ...now, session: null }));
      // A session belongs to the device that it was opened on: it never loses that.
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

/** The same caller for what may fail unseen: it notes the failure in the console and returns nothing. */
export const apiQuietly = quietly(api);
