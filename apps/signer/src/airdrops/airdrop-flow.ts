import { needsLookupTable } from "@tribe/chain/airdrop";
import type { Address, Mint, SignerAirdrop } from "@tribe/contract";
import { airdropNotices, airdropRefusals } from "@tribe/domain/words";
import type { ReadAccounts } from "../chain/node-client.ts";
import { airdropDeclaration, nothing } from "../outflow/declaration.ts";
import { askCreator } from "../sends/creator.ts";
import type { FlowDependencies } from "../signing/flow-parts.ts";
import { type ConfirmedBefore, confirmInWallet } from "../signing/flows.ts";
import type { AppWords } from "../signing/screen.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import { type AirdropCheck, airdropContent, maxLamportsOf } from "./airdrop-content.ts";
import { readAirdropFacts } from "./airdrop-facts.ts";
import { type Approval, approve } from "./approval.ts";
import { computeAirdrop } from "./computed-airdrop.ts";
import { checkedLookupTable } from "./lookup-table.ts";
import { noteSetUp } from "./set-up.ts";

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
  const { value, permit, uid, outflow } = await confirmInWallet(dependencies, words, async (wallet) => {
    const airdrop = await computeAirdrop(given, wallet);
    const { supply } = await ownTribe(dependencies, airdrop.tribeMint, wallet);
    const lookupTable = needsLookupTable(airdrop) ? await checkedLookupTable(ask, known) : null;
    const facts = readAirdropFacts(ask, airdrop, wallet)
      .then((found): AirdropCheck => ({ kind: "found", found }))
      .catch((): AirdropCheck => ({ kind: "failed" }));
    const contentOf = (check: AirdropCheck, before: ConfirmedBefore | null = null) =>
      airdropContent(airdrop, price, check, { supply, before });
    const { tribeMint, mint, listHash } = airdrop;
    const units = airdrop.amount - airdrop.creatorPart;
    const outflow =
      units === 0n
        ? nothing
        : airdropDeclaration({
            ...{ kind: "airdrop", tribe: tribeMint, list: listHash },
            tokens: { mint, units: `${units}` },
          });
    return {
      ...{ value: { airdrop, lookupTable }, outflow },
      content: contentOf({ kind: "pending" }),
      checked: facts.then((check) => contentOf(check)),
      checkedAgain: {
        waited: facts.then((check) => contentOf(check, "waited")),
        free: facts.then((check) => contentOf(check, "free")),
      },
    };
  });
  const { airdrop, lookupTable } = value;
  dependencies.stage.show({ kind: "done", text: airdropNotices.confirmed });
  return approve({
    wallet: permit.wallet,
    airdrop,
    lookupTable,
    noteSetUp: (slot) =>
      outflow.kind === "spend"
        ? noteSetUp(dependencies, { uid, wallet: permit.wallet }, airdrop, slot)
        : Promise.resolve(),
    maxLamports: maxLamportsOf(airdrop, price).max,
    sign: permit.sign,
  });
};

/**
 * The Tribe whose holders are paid: the role `keys` must state that this wallet created it, or a page could have strangers paid as
 * holders of some token of theirs. @throws WalletError `refused`
 */
const ownTribe = async (
  { api, config }: FlowDependencies,
  mint: Mint,
  wallet: Address,
): Promise<{ readonly supply: bigint }> => {
  const stated = await askCreator(api, config, mint);
  if (!stated) throw new WalletError("refused", airdropRefusals.tribeUnchecked);
  if (stated.address !== wallet) throw new WalletError("refused", airdropRefusals.notYourTribe);
  return stated;
};
