import type { TokenId } from "./primitives.ts";
import { factoryRoutes } from "./routes/factory.ts";

/** The program's limit for a mint's `uri`. */
const maxUriBytes = 64;
/** The id is written in this base to keep the URL short; a u64 has at most this many digits in it. */
export const metadataIdBase = 36;
const idDigits = 13;

/**
 * The URL of a token's metadata, on the app. It has the same length for every id, so that the rent of a new Tribe is known
 * before its id.
 * @throws RangeError when the app's origin is too long for the mint's 64 bytes
 */
export const tokenMetadataUri = (appUrl: string, tokenId: TokenId): string => {
  const id = tokenId.toString(metadataIdBase).padStart(idDigits, "0");
  const uri = `${appUrl}/api${factoryRoutes.metadata.path}?t=${id}`;
  if (new TextEncoder().encode(uri).length > maxUriBytes)
    throw new RangeError(`${appUrl} is too long: a token's address of ${maxUriBytes} bytes must fit it`);
  return uri;
};
