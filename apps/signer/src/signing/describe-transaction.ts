import {
  describeMessage,
  isRefusal,
  planCheck,
  planTransferCheck,
  type TradeDescription,
} from "@tribe/chain/clear-signing";
import { type SignerConfig, tokenMetadataUri } from "@tribe/contract";
import { signingRefusalTexts, walletErrorTexts } from "@tribe/domain/words";
import type { ReadAccounts } from "../chain/node-client.ts";
import { declarationOf } from "../outflow/declaration.ts";
import { askNodes } from "./ask-nodes.ts";
import { claimContents } from "./claims.ts";
import { closingContents } from "./closing-content.ts";
import { type Check, contentOf, newMintOf } from "./content.ts";
import type { Describe } from "./describe.ts";
import type { ConfirmContent } from "./screen.ts";
import { type TransferCheck, transferContent } from "./transfer-content.ts";

/**
 * Decodes a transaction of this app with `packages/chain`, and refuses any other with the reason; then asks the chain which token
 * it is about and what would come of it now. The chain's answers only add warnings: amounts, limits and Max Spend are those of
 * the bytes.
 * @param secondNode a node of another operator, where one is set: a price that only one of them gives is no price
 */
export const describeTransactionBy =
  (readAccounts: ReadAccounts, secondNode: ReadAccounts | null = null): Describe =>
  async (bytes, owner, config) => {
    const context = { wallet: owner, admin: config.adminAddress, program: config.programAddress };
    const description = await describeMessage(bytes, context);
    if (isRefusal(description)) return { kind: "refused", reason: signingRefusalTexts[description.reason] };
    const outflow = declarationOf(description, bytes);
    if (description.kind === "transfer") {
      const plan = await planTransferCheck(description);
      const checked = readAccounts(plan.addresses)
        .then(plan.evaluate)
        .then((found): TransferCheck => ({ kind: "found", found }))
        .then((check) => transferContent(description, check))
        .catch((): ConfirmContent => transferContent(description, { kind: "failed" }));
      const { recipient } = description;
      const content = transferContent(description, { kind: "pending" });
      return { kind: "content", content, checked, outflow, recipient };
    }
    if (description.kind === "claim") {
      return { kind: "content", ...(await claimContents(readAccounts, [description])), outflow };
    }
    if (description.kind === "closeAccounts")
      return { kind: "content", ...closingContents(readAccounts, description), outflow };
    if (!hasOwnDetails(description, config)) return { kind: "refused", reason: walletErrorTexts.foreignDetails };
    const plan = await planCheck(description, config.programAddress);
    if (!plan)
      return { kind: "content", content: contentOf(description, { kind: "unneeded" }), checked: null, outflow };
    const judged = askNodes(plan, readAccounts, secondNode);
    const creator = judged.then(
      ({ found: { token } }) => (token && token.creator !== owner ? token.creator : null),
      () => null,
    );
    const checked = judged
      .then((answer): Check => ({ kind: "found", ...answer }))
      .then((check) => contentOf(description, check))
      // A node that is silent, or answers the impossible, takes nothing away from what the bytes say.
      .catch((): ConfirmContent => contentOf(description, { kind: "failed" }));
    return {
      kind: "content",
      content: contentOf(description, { kind: "pending" }),
      checked,
      token: { mint: newMintOf(description), creator },
      outflow,
    };
  };

const hasOwnDetails = (description: TradeDescription, { appOrigin }: SignerConfig): boolean =>
  description.kind !== "createTribe" || description.uri === tokenMetadataUri(appOrigin, description.tokenId);
