import { type Credentials, createApiClient, routes } from "@tribe/contract";

/** Calls of one device that its allowance surely has room for. */
const tokensOfDevice = 100;

/** Gives out one-time tokens for the WebSocket, as many as are wanted: of a new device whenever one has had its share. */
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
