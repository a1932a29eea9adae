import { type ClaimDescription, describeMessage, isRefusal, planClaimCheck } from "@tribe/chain/clear-signing";
import type { Address, SignerConfig, TransactionSignature } from "@tribe/contract";
import { signingRefusalTexts, walletErrorTexts } from "@tribe/domain/words";
import type { ReadAccounts } from "../chain/node-client.ts";
import type { Bytes } from "../keys/bytes.ts";
import { nothing } from "../outflow/declaration.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import { type ClaimCheck, claimContent } from "./claim-content.ts";
import type { FlowDependencies } from "./flow-parts.ts";
import { confirmInWallet } from "./flows.ts";
import type { AppWords, ConfirmContent } from "./screen.ts";

/** The content of several claims, at first and after the chain has answered. */
export const claimContents = async (
  readAccounts: ReadAccounts,
  claims: readonly ClaimDescription[],
): Promise<{ readonly content: ConfirmContent; readonly checked: Promise<ConfirmContent> }> => {
  const plan = await planClaimCheck(claims);
  const checked = readAccounts(plan.addresses)
    .then(plan.evaluate)
    .then((found): ClaimCheck => ({ kind: "found", found }))
    .then((check) => claimContent(claims, check))
    .catch((): ConfirmContent => claimContent(claims, { kind: "failed" }));
  return { content: claimContent(claims, { kind: "pending" }), checked };
};

const refused = (reason: string): WalletError => new WalletError("refused", reason);

/** @throws WalletError `refused` if one is not a claim, or two spend the same account */
const describeClaims = async (
  messages: readonly Bytes[],
  wallet: Address,
  { adminAddress: admin, programAddress: program }: SignerConfig,
): Promise<readonly ClaimDescription[]> => {
  const claims = await Promise.all(
    messages.map(async (bytes) => {
      const description = await describeMessage(bytes, { wallet, admin, program });
      if (isRefusal(description)) throw refused(signingRefusalTexts[description.reason]);
      if (description.kind !== "claim") throw refused(walletErrorTexts.notAClaim);
      return description;
    }),
  );
  const spent = claims
    .flatMap(({ parts }) => parts.flatMap(({ inputs }) => inputs))
    .map((input) => `${input.tree} ${input.leafIndex}`);
  // Otherwise what arrives would be counted twice.
  if (new Set(spent).size < spent.length) throw refused(walletErrorTexts.doubleClaim);
  return claims;
};

/**
 * Shows several claims as one, and signs all of them after one press: exactly the bytes that were shown.
 * @throws WalletError as when a transaction is signed
 */
export const claimsFlow = async (
  dependencies: FlowDependencies,
  readAccounts: ReadAccounts,
  { messages, words }: { readonly messages: readonly Bytes[]; readonly words: AppWords },
): Promise<readonly TransactionSignature[]> => {
  const { permit } = await confirmInWallet(dependencies, words, async (wallet) => ({
    value: null,
    outflow: nothing,
    ...(await claimContents(readAccounts, await describeClaims(messages, wallet, dependencies.config))),
  }));
  const signatures = await Promise.all(messages.map((bytes) => permit.sign(bytes)));
  dependencies.stage.show({ kind: "done", text: "Signed" });
  return signatures;
};
