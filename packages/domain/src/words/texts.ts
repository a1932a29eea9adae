/** The specification's sentences that web, signer and server share, word for word. Errors of the API are in the contract. */
export * as texts from "./texts/index.ts";

/** Why the connect-social dialog opens. */
export type ConnectSocialReason = "create" | "onboarding" | "join" | "edit" | "trade";

/** The connect-social dialog's sentence for each reason. */
export const connectSocialTexts: Record<ConnectSocialReason, string> = {
  create: "To create your Tribe, connect at least one social",
  onboarding: "Connect your social to get the full experience",
  join: "To join a Tribe, connect at least one social",
  edit: "To edit your profile, connect at least one social",
  trade: "To trade tokens, connect at least one social",
};
