import type { TokenId } from "./primitives.ts";
import { factoryRoutes } from "./routes/factory.ts";

/** The program's limit for a mint's `uri`. */
const maxUriBytes = 64;
/** The id is written in this base to keep the address short; a u64 has at most so many digits of it. */
export const metadataIdBase = 36;
const idDigits = 13;

/**
 * Where a token's metadata lies: on the app. It is as long for every id, so that the rent of a new Tribe is known before
 * its id is.
 * @throws RangeError when the app's origin is too long for the mint's 64 bytes.
 */
export const tokenMetadataUri = (appUrl: string, tokenId: TokenId): string => {
  const id = tokenId.toString(metadataIdBase).padStart(idDigits, "0");
  const uri = `${appUrl}/api${factoryRoutes.metadata.path}?t=${id}`;
  if (new TextEncoder().encode(uri).length > maxUriBytes)
    throw new RangeError(`${appUrl} is too long: a token's address of ${maxUriBytes} bytes must fit it`);
  return uri;
};
