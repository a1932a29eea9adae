import type { SwapUnavailableReason } from "@tribe/chain/swap";
import { type FailureWords, networkFailure, stepFailure } from "@tribe/domain/words";

/** The words for a failed quote or read from the chain: permanent failures are distinguished from missing answers. */
export const swapFailure = (reason: SwapUnavailableReason, isOnline = navigator.onLine): FailureWords => {
  switch (reason) {
    case "no_pool":
      return stepFailure("swap_unavailable");
    case "no_route":
      return stepFailure("swap_no_route");
    case "zero":
      return stepFailure("swap_too_small");
    case "timeout":
      return networkFailure("timeout");
    case "rate_limited":
      return networkFailure("limited");
    case "unreachable":
      return networkFailure(isOnline ? "down" : "offline");
  }
};
