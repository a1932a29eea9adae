import { cautiousLamportsPerUnit, type Outflow } from "@tribe/contract";
import { tokensOf } from "@tribe/domain/outflow";
import type { ReadingContext } from "../../../context/context.ts";
import type { Reader } from "../../../db/client.ts";
import { saleAt, sellRatesAt } from "../owned/token-sale.ts";
import { tribesOf } from "../store/tribes.ts";

const max = (one: bigint, other: bigint): bigint => (other > one ? other : one);

type WorthContext = Pick<ReadingContext, "chain" | "walletNodes" | "log">;

/**
 * What the tokens of an outflow are worth, in lamports: what selling them now would bring, by the node that says most; of a few
 * known mints a cautious bound. 0 where none leave; null where a node can't tell or does not answer.
 */
export const tokensWorth = async (ctx: WorthContext, db: Reader, outflow: Outflow): Promise<bigint | null> => {
  const leaving = tokensOf(outflow);
  if (!leaving) return 0n;
  const { mint, units } = leaving;
  const pinned = cautiousLamportsPerUnit.get(mint);
  if (pinned !== undefined) return units * pinned;
  const [tribe] = await tribesOf(db, [mint]);
  if (!tribe) return null;
  const program = ctx.chain.programAddress;
  try {
    const worths = await Promise.all(
      ctx.walletNodes.map(async (node) => {
        const [rates, sale] = await Promise.all([sellRatesAt(node, program), saleAt(node, program, tribe, mint)]);
        return rates && sale ? sale(units, rates) : null;
      }),
    );
    const known = worths.filter((worth) => worth !== null);
    const [first, ...others] = known;
    if (first === undefined || known.length < worths.length) return null;
    return others.reduce(max, first);
  } catch (error) {
    ctx.log.warn({ mint, error }, "the worth of tokens could not be read");
    return null;
  }
};
