import {
  type Address,
  type CreatorStatement,
  creatorStatementText,
  type HandleStatement,
  handleStatementSeconds,
  handleStatementText,
  type Mint,
  type TransactionSignature,
  type UnsignedStatement,
} from "@tribe/contract";
import { utf8 } from "../keys/bytes.ts";
import { generateSeed, importSeed, signBytes } from "../keys/ed25519.ts";

/** Attests whose account is whose, like an installation's role `keys`. */
export interface Attestor {
  readonly key: Address;
  /** A true statement about somebody on X, or one with a fault that was signed anyway. */
  state(address: Address, change?: Partial<UnsignedStatement>): Promise<HandleStatement>;
  /** A true statement about who created a mint's Tribe, or one with a fault that was signed anyway. */
  stateCreator(mint: Mint, creator: Address, change?: Partial<CreatorStatement>): Promise<CreatorStatement>;
  /** Signs any text with the same key. */
  sign(text: string): Promise<TransactionSignature>;
  /** A statement whose signature covers this text instead of its own. */
  stateBy(text: (unsigned: UnsignedStatement) => string, address: Address): Promise<HandleStatement>;
}

export const createAttestor = async (): Promise<Attestor> => {
  const { seed, address } = await generateSeed();
  const key = await importSeed(seed, address);
  if (!key) throw new Error("a new key fits its address");
  const sign = async (unsigned: UnsignedStatement, text = handleStatementText(unsigned)): Promise<HandleStatement> => ({
    ...unsigned,
    signature: await signBytes(key, utf8(text)),
  });
  const ann = (of: Address): UnsignedStatement => {
    const expiresAt = Date.now() + handleStatementSeconds * 1_000;
    return { kind: "x", accountId: "1", handle: "ann", address: of, expiresAt };
  };
  return {
    key: address,
    stateCreator: async (mint, creator, change = {}) => {
      const unsigned = {
        mint,
        creator,
        supply: "24276000000",
        expiresAt: Date.now() + handleStatementSeconds * 1_000,
        ...change,
      };
      return { ...unsigned, signature: await signBytes(key, utf8(creatorStatementText(unsigned))) };
    },
    sign: (text) => signBytes(key, utf8(text)),
    state: (of, change = {}) => sign({ ...ann(of), ...change }),
    stateBy: (text, of) => sign(ann(of), text(ann(of))),
  };
};
