import { type ChainAccount, TOKEN_2022_PROGRAM } from "../chain/accounts/account.ts";
import { derivedKey } from "../chain/genesis.ts";
import { base58Of, type Key, keyAt, knownKey, rawBytes } from "../codec/keys.ts";
import { tokenMetadata } from "../parsed/token/extensions/metadata.ts";
import { extensionValue, readExactly } from "../parsed/token/extensions/tlv.ts";

/** A token's name and symbol, and the URL of its metadata file. */
export interface TokenTexts {
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
}

const METAPLEX = knownKey("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s");
const METADATA_KEY = 4;
const TOKEN_METADATA = 19;
const EXTENSIONS_AT = 166;

/** The texts of a mint: its own for Token-2022, or those in Metaplex's account; `undefined` when it has none. */
export function tokenTexts(mint: Key, account: ChainAccount, read: (key: Key) => ChainAccount | null) {
  const own = account.owner === TOKEN_2022_PROGRAM ? ownTexts(mint, account.data) : undefined;
  return own ?? metaplexTexts(mint, read);
}

function ownTexts(mint: Key, data: Buffer): TokenTexts | undefined {
  const metadata = extensionValue(data.subarray(EXTENSIONS_AT), TOKEN_METADATA, tokenMetadata);
  if (metadata?.mint !== base58Of(mint)) return undefined;
  const { name, symbol, uri } = metadata;
  return { name, symbol, uri };
}

/** Metaplex's account of a mint: a type, two addresses, and fixed-size texts padded with zeros. */
function metaplexTexts(mint: Key, read: (key: Key) => ChainAccount | null): TokenTexts | undefined {
  const place = derivedKey([Buffer.from("metadata"), rawBytes(METAPLEX), rawBytes(mint)], METAPLEX);
  const account = read(place);
  if (account?.owner !== METAPLEX || account.data[0] !== METADATA_KEY || keyAt(account.data, 33) !== mint)
    return undefined;
  const withoutZeros = (text: string) => text.replace(/\0+$/, "");
  return readExactly(account.data.subarray(65), (reader) => {
    const [name, symbol, uri] = [reader.borshText(), reader.borshText(), reader.borshText()].map(withoutZeros);
    reader.raw(reader.remaining);
    return { name: name ?? "", symbol: symbol ?? "", uri: uri ?? "" };
  });
}
