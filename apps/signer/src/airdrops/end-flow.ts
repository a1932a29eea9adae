import { airdropRents, checkAirdropEnd, decodeOnce, type OnceState, onceAddress } from "@tribe/chain/airdrop";
import { type Address, lamports, type SignerRequest, type TransactionSignature } from "@tribe/contract";
import { airdropNotices, airdropRefusals } from "@tribe/domain/words";
import type { ReadAccounts } from "../chain/node-client.ts";
import { fromBase64 } from "../keys/bytes.ts";
import { nothing } from "../outflow/declaration.ts";
import type { FlowDependencies } from "../signing/flow-parts.ts";
import { confirmInWallet } from "../signing/flows.ts";
import { shortMint, sol } from "../signing/lines.ts";
import type { ConfirmContent, Notice } from "../signing/screen.ts";
import { WalletError } from "../wallet/wallet-error.ts";

type Ending = Extract<SignerRequest, { method: "endAirdrop" }>;

/** The state of the question to the chain; null for an account that does not exist. */
type EndCheck =
  | { readonly kind: "pending" }
  | { readonly kind: "failed" }
  | { readonly kind: "found"; readonly once: OnceState | null };

const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));

/**
 * Shows that an airdrop will end, and signs the transaction that ends it: after it no transaction of the airdrop can land, and
 * the deposit of its account is returned.
 * @throws WalletError as when a transaction is signed
 */
export const endFlow = async (
  dependencies: FlowDependencies,
  ask: ReadAccounts,
  ending: Ending,
): Promise<readonly TransactionSignature[]> => {
  const seeds = { slot: BigInt(ending.slot), list: bytesOfHex(ending.listHash) };
  const messages = ending.steps.map(({ message }) => fromBase64(message));
  const { permit } = await confirmInWallet(dependencies, ending.view, async (wallet) => {
    const fees = await Promise.all(
      ending.steps.map(async ({ kind }, index) => {
        const fee = await checkAirdropEnd(messages[index] ?? new Uint8Array(), wallet, seeds, kind);
        if (fee === null) throw new WalletError("refused", airdropRefusals.notAnEnd);
        return fee;
      }),
    );
    const fee = fees.reduce((sum, each) => sum + each, 0n);
    const checked = readOnce(ask, await onceAddress(wallet, seeds), seeds.list)
      .then((once): EndCheck => ({ kind: "found", once }))
      .catch((): EndCheck => ({ kind: "failed" }))
      .then((check) => endContent(ending, fee, check));
    return { value: null, content: endContent(ending, fee, { kind: "pending" }), checked, outflow: nothing };
  });
  const signatures = await Promise.all(messages.map((bytes) => permit.sign(bytes)));
  dependencies.stage.show({ kind: "done", text: "Signed" });
  return signatures;
};

const readOnce = async (ask: ReadAccounts, address: Address, list: Uint8Array): Promise<OnceState | null> => {
  const [account] = await ask([address]);
  if (!account) return null;
  const once = decodeOnce(account.owner, account.data);
  if (!once || once.list.some((byte, at) => byte !== list[at])) throw new Error("the account is another one");
  return once;
};

const endContent = ({ listHash, steps }: Ending, fee: bigint, check: EndCheck): ConfirmContent => {
  const once = check.kind === "found" ? check.once : null;
  const closes = steps.some(({ kind }) => kind === "close");
  return {
    headline: ["End the airdrop"],
    moves: closes && once ? [{ label: "You get back", value: sol(airdropRents("token", once.batches).once) }] : [],
    lines: [
      ...(once
        ? [
            {
              label: "Paid already",
              value: `${once.marked} of ${once.batches} ${once.batches === 1 ? "payment" : "payments"}`,
            },
          ]
        : []),
      { label: "List", value: shortMint(listHash), exact: listHash },
      { label: "Network fees", value: sol(fee) },
    ],
    notices: noticesOf(check),
    maxSpend: lamports(fee),
    spendKind: "costs",
    isChecking: check.kind === "pending",
    typing: null,
  };
};

const noticesOf = (check: EndCheck): Notice[] => {
  if (check.kind === "pending") return [];
  if (check.kind === "failed") return [{ tone: "warning", text: airdropNotices.endUnchecked }];
  if (!check.once) return [{ tone: "warning", text: airdropNotices.noneToEnd }];
  return [{ tone: "note", text: airdropNotices.paidKeep }];
};
