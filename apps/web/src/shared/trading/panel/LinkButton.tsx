import type { ReactNode } from "react";

/** An action within a sentence, such as Deposit after a missing balance. */
export const LinkButton = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    className="min-h-8 font-medium underline underline-offset-2 pointer-coarse:min-h-11"
    onClick={onPress}
  >
    {children}
  </button>
);
