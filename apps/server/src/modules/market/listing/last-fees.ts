import type { FactoryState } from "@tribe/chain/accounts";
import type { AppContext } from "../../../context/context.ts";
import { factoryState } from "../factory-state.ts";

type Fees = FactoryState["fees"];

const cached = new WeakMap<AppContext, Fees | null>();

/** The last known fees: only the first caller waits for the chain. Null while it has never answered. */
export const lastKnownFees = async (ctx: AppContext): Promise<Fees | null> => {
  const read = factoryState(ctx.chain).then(
    ({ fees }) => {
      cached.set(ctx, fees);
      return fees;
    },
    () => {
      const last = cached.get(ctx) ?? null;
      cached.set(ctx, last);
      return last;
    },
  );
  const last = cached.get(ctx);
  return last === undefined ? read : last;
};
