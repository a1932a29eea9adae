import type { Gate } from "@tribe/domain/trading";
import { useStore } from "../state/store.ts";
import { type Flow, whatComesNext } from "./flow.ts";
import { accountStatusStore, flowStore } from "./flow-store.ts";

const gateWords: Record<Gate, string> = {
  signIn: "sign in.",
  wallet: "your wallet, made on this device.",
  social: "connect X, so people know you.",
  fund: "add SOL to pay with.",
};

const goalWords = {
  onboarding: "how it works.",
  create: "create your Tribe.",
  trade: "your trade.",
  join: "your seat in the chat.",
  profile: "your profile.",
} as const;

const goalOf = ({ intent, isNewcomer }: Flow): string | null =>
  // A returning person simply continues.
  intent.kind === "onboarding" && !isNewcomer ? null : goalWords[intent.kind];

/** One line about the step after this dialog, on the way to the person's goal. Nothing when no gate is left. */
export const NextLine = () => {
  const flow = useStore(flowStore);
  const status = useStore(accountStatusStore);
  const next = flow && whatComesNext(flow, status);
  const words = !flow || !next ? null : next === "goal" ? goalOf(flow) : gateWords[next];
  return words ? <p className="mt-4 text-center text-xs text-muted">Next: {words}</p> : null;
};
