import { verifySignature } from "@tribe/chain/transactions";
import {
  type Address,
  type ApiCall,
  creatorStatementText,
  type Mint,
  routes,
  type SignerConfig,
} from "@tribe/contract";
import { utf8 } from "../keys/bytes.ts";
import { type Handle, inTime, isCurrent, readStatement } from "./handle.ts";

/** Who created a token, as the role `keys` states it for this mint, with their attested account. */
export interface StatedCreator {
  readonly address: Address;
  readonly handle: Handle | null;
  /** Base units that people hold. */
  readonly supply: bigint;
}

/** The stated creator of a mint; null without a valid statement, or without an answer in time. Never rejects. */
export const askCreator = (
  api: ApiCall,
  { attestationKey: key }: Pick<SignerConfig, "attestationKey">,
  mint: Mint,
): Promise<StatedCreator | null> => {
  if (!key) return Promise.resolve(null);
  const ask = async (): Promise<StatedCreator | null> => {
    const { creator, statement } = await api(routes.wallet.creator, { query: { mint } });
    const now = Date.now();
    if (creator?.mint !== mint || !isCurrent(creator, now)) return null;
    if (!(await verifySignature(utf8(creatorStatementText(creator)), creator.signature, key))) return null;
    const address = creator.creator;
    const supply = BigInt(creator.supply);
    return { address, supply, handle: statement ? await readStatement(statement, { address, now, key }) : null };
  };
  return inTime(ask());
};
