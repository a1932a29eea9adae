import type { Page } from "playwright-core";

/**
 * Gives a tab its own virtual authenticator, which it keeps over navigations. Its passkeys can't be copied to another tab:
 * Chromium does not export PRF secrets.
 */
export const plugIn = async (page: Page, { hasPrf = true } = {}) => {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf,
      automaticPresenceSimulation: true,
      isUserVerified: true,
    },
  });
  let touches = 0;
  session.on("WebAuthn.credentialAsserted", () => {
    touches += 1;
  });
  return {
    credentials: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    /** How often one of its passkeys has signed. */
    touches: () => touches,
    /** Clears an origin's storage, as a browser may do. */
    clearStorage: (origin: string) =>
      session.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb,local_storage" }),
    leave: () => session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId }),
  };
};
