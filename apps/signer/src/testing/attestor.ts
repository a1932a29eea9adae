import {
  type Address,
  type HandleStatement,
  handleStatementSeconds,
  handleStatementText,
  type UnsignedStatement,
} from "@tribe/contract";
import { utf8 } from "../keys/bytes.ts";
import { generateSeed, importSeed, signBytes } from "../keys/ed25519.ts";

/** What says whose account is whose, as an installation's role `keys` does. */
export interface Attestor {
  readonly key: Address;
  /** A true statement of somebody on X, or one with a fault that was signed all the same. */
  state(address: Address, change?: Partial<UnsignedStatement>): Promise<HandleStatement>;
  /** The same with a signature over this text in place of the statement's own. */
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
    state: (of, change = {}) => sign({ ...ann(of), ...change }),
    stateBy: (text, of) => sign(ann(of), text(ann(of))),
  };
};
