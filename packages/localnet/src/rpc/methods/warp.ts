import type { Chain } from "../../chain/chain.ts";
import type { Method } from "../dispatch.ts";
import { invalidParams } from "../errors.ts";

/**
 * `tribeWarp`, only with `--enable-warp`: jumps by `{slots}` or `{seconds}`, the other in step with it; or begins the next
 * slot at `{unixTime}` or at the machine's time (`{toPresent: true}`), so that no blockhash expires. Answers the slot and
 * time reached. Time never goes back.
 */
export function warpMethods(chain: Chain): Record<string, Method> {
  return {
    tribeWarp: (params) => {
      const config = params.atMost(1).config(0);
      const slots = config.u64("slots");
      const seconds = config.u64("seconds");
      const unixTime = config.u64("unixTime");
      if (slots !== undefined && slots > 0) chain.warp({ slots });
      else if (seconds !== undefined && seconds > 0) chain.warp({ seconds });
      else if (unixTime !== undefined) {
        const ahead = unixTime - chain.clock.unixTime;
        if (ahead < 0) throw invalidParams("the chain's time never goes back");
        if (ahead > 0) chain.skipTo(unixTime);
      } else if (!config.boolean("toPresent")) {
        throw invalidParams("one of slots, seconds, unixTime or toPresent is required");
      } else if (!chain.skipToPresent()) throw invalidParams("the chain is ahead of the machine's clock");
      return { slot: chain.slot, unixTime: chain.clock.unixTime };
    },
  };
}
