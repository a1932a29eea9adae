import { needsLookupTable } from "@tribe/chain/airdrop";
import type { SignerAirdrop } from "@tribe/contract";
import { airdropNotices } from "@tribe/domain/words";
import type { ReadAccounts } from "../chain/node-client.ts";
import { airdropDeclaration, nothing } from "../outflow/declaration.ts";
import type { FlowDependencies } from "../signing/flow-parts.ts";
import { confirmInWallet } from "../signing/flows.ts";
import type { AppWords } from "../signing/screen.ts";
import { type AirdropCheck, airdropContent, maxLamportsOf } from "./airdrop-content.ts";
import { readAirdropFacts } from "./airdrop-facts.ts";
import { type Approval, approve } from "./approval.ts";
import { checkedLookupTable } from "./lookup-table.ts";
import { workOutAirdrop } from "./whole-airdrop.ts";

/** Limited by the spec's ceiling, so that a page cannot have an absurd price shown as the highest. */
const asPrice = (text: string, ceiling: bigint): bigint => (BigInt(text) < ceiling ? BigInt(text) : ceiling);

/**
 * Shows a whole airdrop, computed by the wallet itself, and asks once. The approval that it returns signs that airdrop's
 * transactions for as long as this frame lives.
 * @throws WalletError as when a transaction is signed
 */
export const airdropFlow = async (
  dependencies: FlowDependencies,
  ask: ReadAccounts,
  {
    airdrop: given,
    words,
    ceiling,
  }: { readonly airdrop: SignerAirdrop; readonly words: AppWords; readonly ceiling: bigint },
): Promise<Approval> => {
  const price = asPrice(given.microLamportsPerUnit, ceiling);
  const { lookupTable: known = null } = dependencies.config;
  const { value, permit } = await confirmInWallet(dependencies, words, async (wallet) => {
    const airdrop = await workOutAirdrop(given, wallet);
    const lookupTable = needsLookupTable(airdrop) ? await checkedLookupTable(ask, known) : null;
    const checked = readAirdropFacts(ask, airdrop, wallet)
      .then((found): AirdropCheck => ({ kind: "found", found }))
      .catch((): AirdropCheck => ({ kind: "failed" }))
      .then((check) => airdropContent(airdrop, price, check));
    const content = airdropContent(airdrop, price, { kind: "pending" });
    const { tribeMint, mint, listHash } = airdrop;
    const units = airdrop.amount - airdrop.creatorPart;
    const outflow =
      units === 0n
        ? nothing
        : airdropDeclaration({
            ...{ kind: "airdrop", tribe: tribeMint, list: listHash },
            tokens: { mint, units: `${units}` },
          });
    return { value: { airdrop, lookupTable }, content, checked, outflow };
  });
  const { airdrop, lookupTable } = value;
  dependencies.stage.show({ kind: "done", text: airdropNotices.confirmed });
  return approve({
    wallet: permit.wallet,
    airdrop,
    lookupTable,
    maxLamports: maxLamportsOf(airdrop, price).max,
    sign: permit.sign,
  });
};
