import type { ChainAccount } from "../../chain/accounts/account.ts";
import { base58Of, type Key } from "../../codec/keys.ts";
import { UnparsableError } from "../field-reader.ts";
import type { ParsedData } from "../parsed-data.ts";
import { describeExtensions } from "./extensions/extensions.ts";
import { readMintState, readMultisig, readTokenAccount, type TokenAccountState } from "./state.ts";
import { displayAmount, mintDisplay } from "./ui-amount.ts";

type Read = (key: Key) => ChainAccount | null;

/** A parsed token account, mint or multisig; an account whose mint cannot be read is not parsed. Throws UnparsableError. */
export function parseTokenAccount(data: Buffer, read: Read): ParsedData {
  const account = attempt(() => readTokenAccount(data));
  if (account !== undefined) return { type: "account", info: describeAccount(account, read) };
  const mint = attempt(() => readMintState(data));
  if (mint === undefined) return { type: "multisig", info: readMultisig(data) };
  const info = {
    mintAuthority: mint.mintAuthority,
    supply: mint.supply.toString(),
    decimals: mint.decimals,
    isInitialized: true,
    freezeAuthority: mint.freezeAuthority,
    ...extensionsField(mint.extensions, "mint"),
  };
  return { type: "mint", info };
}

function describeAccount(account: TokenAccountState, read: Read) {
  const display = mintDisplay(read(account.mint), read);
  if (display === undefined) throw new UnparsableError("the mint can't be read");
  const { delegate, rentExemptReserve, closeAuthority } = account;
  return {
    mint: base58Of(account.mint),
    owner: base58Of(account.owner),
    tokenAmount: displayAmount(account.amount, display),
    ...(delegate === null ? {} : { delegate }),
    state: account.use,
    isNative: rentExemptReserve !== null,
    ...(rentExemptReserve === null ? {} : { rentExemptReserve: displayAmount(rentExemptReserve, display) }),
    ...(delegate === null ? {} : { delegatedAmount: displayAmount(account.delegatedAmount, display) }),
    ...(closeAuthority === null ? {} : { closeAuthority }),
    ...extensionsField(account.extensions, "account"),
  };
}

function extensionsField(data: Buffer, of: "mint" | "account") {
  const extensions = describeExtensions(data, of);
  return extensions.length === 0 ? {} : { extensions };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnparsableError) return undefined;
    throw error;
  }
}
