import { type Credentials, createApiClient, routes } from "@tribe/contract";

/** A number of calls that is surely below one device's rate limit. */
const tokensOfDevice = 100;

/** Provides any number of one-time tokens for the WebSocket, with a new device after each `tokensOfDevice`. */
export const createTokens = (appUrl: string): (() => Promise<string>) => {
  let left = 0;
  let device: Promise<Credentials> | null = null;
  const register = () => createApiClient({ origin: appUrl, credentials: () => null })(routes.identity.createDevice, {});
  return async () => {
    if (left === 0) {
      left = tokensOfDevice;
      device = register();
    }
    left -= 1;
    const credentials = await (device ?? register());
    const call = createApiClient({ origin: appUrl, credentials: () => credentials });
    return (await call(routes.system.realtimeToken, {})).token;
  };
};
