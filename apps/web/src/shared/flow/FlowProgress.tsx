import type { Gate } from "@tribe/domain/trading";
import { useStore } from "../state/store.ts";
import { flowProgress } from "./flow.ts";
import { flowStore, standingStore } from "./flow-store.ts";

const names: Record<Gate, string> = {
  signIn: "sign in",
  wallet: "wallet",
  social: "connect a social account",
  fund: "add SOL",
};

const goals = {
  onboarding: "enter the app",
  create: "create your Tribe",
  trade: "your trade",
  join: "join the chat",
  profile: "your profile",
} as const;

/** One line that says what is left on the way to what the person wanted. Nothing when nothing is in the way. */
export const FlowProgress = () => {
  const flow = useStore(flowStore);
  const standing = useStore(standingStore);
  const progress = flow && flowProgress(flow, standing);
  if (!flow || !progress) return null;
  const left = [...progress.left.map((gate) => names[gate]), goals[flow.intent.kind]].join(", then ");
  return (
    <p className="mb-4 flex items-center gap-3 text-xs text-muted">
      <span aria-hidden className="flex gap-1">
        {Array.from({ length: progress.total }, (_, index) => index + 1).map((step) => (
          <span key={step} className={`h-1 w-4 rounded-full ${step <= progress.step ? "bg-ember" : "bg-line"}`} />
        ))}
      </span>
      <span>
        Step {progress.step} of {progress.total}: {left}
      </span>
    </p>
  );
};
