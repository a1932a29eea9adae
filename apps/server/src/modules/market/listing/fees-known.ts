import type { FactoryState } from "@tribe/chain/accounts";
import type { AppContext } from "../../../context/context.ts";
import { factoryState } from "../factory-state.ts";

type Fees = FactoryState["fees"];

const known = new WeakMap<AppContext, Fees | null>();

/** The last known fees: only the first caller waits for the chain. Null while it has never answered. */
export const feesKnown = async (ctx: AppContext): Promise<Fees | null> => {
  const asked = factoryState(ctx.chain).then(
    ({ fees }) => {
      known.set(ctx, fees);
      return fees;
    },
    () => {
      const last = known.get(ctx) ?? null;
      known.set(ctx, last);
      return last;
    },
  );
  const last = known.get(ctx);
  return last === undefined ? asked : last;
};
