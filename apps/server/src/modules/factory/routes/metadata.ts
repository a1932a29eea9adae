import { ApiError, metadataIdBase, routes, type TokenId } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { personByUid, tribePicture } from "../../identity/index.ts";
import { findCreationById } from "../store/creations.ts";

/** Two people in a circle: the picture that wallets show for a Tribe without one. */
const defaultImage = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="48" fill="#2b2a33"/><circle cx="36" cy="42" r="12" fill="#f4b860"/><circle cx="62" cy="46" r="9" fill="#c8553d"/><path d="M14 78c2-16 12-22 22-22s20 6 22 22z" fill="#f4b860"/><path d="M52 78c1-12 6-18 12-18s12 6 14 18z" fill="#c8553d"/></svg>',
)}`;

const parseTokenId = (text: string): TokenId =>
  [...text].reduce(
    (sum, digit) => sum * BigInt(metadataIdBase) + BigInt(Number.parseInt(digit, metadataIdBase)),
    0n,
  ) as TokenId; // the contract allows only digits of base 36

/** The metadata that a mint's `uri` points to, in the form that wallets and explorers read. */
export const metadata = query(routes.factory.metadata, async ({ ctx, tx, query }) => {
  const creation = await findCreationById(tx, parseTokenId(query.t));
  if (!creation) throw new ApiError("not_found");
  const creator = await personByUid(tx, creation.uid);
  const { appUrl } = ctx.config;
  const picture = tribePicture(creation.pfp, creator);
  return {
    name: creation.name,
    symbol: creation.symbol,
    description: `The token that opens ${creation.name}'s Tribe`,
    image: picture ? new URL(picture, appUrl).href : defaultImage,
    external_url: `${appUrl}/token/${creation.mint}`,
  };
});
