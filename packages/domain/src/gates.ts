/** What stands between a person and a trade, a join or a creation, in the order in which it is asked for. */
export type Gate = "signIn" | "wallet" | "social" | "fund";

/** What is known of the person. `hasEnoughSol` null: not known yet, nobody is sent to fund then. */
export interface GateFacts {
  readonly signedIn: boolean;
  readonly hasWallet: boolean;
  readonly socialConnected: boolean;
  readonly hasEnoughSol: boolean | null;
}

/** Which gates an action has. A sell needs no social account and no funds beyond the fee (design section 12). */
export type GatedAction = "create" | "buy" | "join" | "sell" | "edit";

const gatesOf: Record<GatedAction, readonly Gate[]> = {
  create: ["signIn", "wallet", "social", "fund"],
  buy: ["signIn", "wallet", "social", "fund"],
  join: ["signIn", "wallet", "social"],
  sell: ["signIn", "wallet"],
  edit: ["signIn", "social"],
};

/** The gates that are still shut, the next first; the line of progress shows all of them. */
export const remainingGates = (action: GatedAction, facts: GateFacts): Gate[] => {
  const open: Record<Gate, boolean> = {
    signIn: facts.signedIn,
    wallet: facts.hasWallet,
    social: facts.socialConnected,
    fund: facts.hasEnoughSol ?? true,
  };
  return gatesOf[action].filter((gate) => !open[gate]);
};
