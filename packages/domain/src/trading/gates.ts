import type { ApiErrorCode, SocialAccount } from "@tribe/contract";

/** Requirements that a person must meet before an action, in the order in which they are checked. */
export const gates = ["signIn", "wallet", "social", "fund"] as const;
export type Gate = (typeof gates)[number];

/** The gates of each action, for page and server. Sells, transfers and claims need no social account: nobody is locked in. */
const gatesByAction = {
  create: ["signIn", "wallet", "social", "fund"],
  buy: ["signIn", "wallet", "social"],
  sell: ["signIn", "wallet"],
  send: ["signIn", "wallet"],
  claim: ["signIn", "wallet"],
  join: ["signIn", "wallet", "social"],
  edit: ["signIn", "social"],
} as const satisfies Record<string, readonly Gate[]>;
export type GatedAction = keyof typeof gatesByAction;

export const gatesOf = (action: GatedAction): readonly Gate[] => gatesByAction[action];

/** The accounts that a person has connected. */
export interface Socials {
  readonly twitter: SocialAccount | null;
  readonly farcaster?: SocialAccount | null;
}

/** Whether a person has a social account that the gates accept. */
export const hasSocial = ({ twitter, farcaster = null }: Socials): boolean => twitter !== null || farcaster !== null;

/** The API's code for the first gate that a signed-in person does not pass; null when they pass all that it checks. */
export const gateProblem = (
  action: GatedAction,
  person: Socials & { readonly address: string | null },
): Extract<ApiErrorCode, "wallet_missing" | "social_required"> | null => {
  const gates = gatesOf(action);
  if (gates.includes("wallet") && person.address === null) return "wallet_missing";
  return gates.includes("social") && !hasSocial(person) ? "social_required" : null;
};
