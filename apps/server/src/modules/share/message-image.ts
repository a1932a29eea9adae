import { ApiError, type MessageId, type Mint, type Uid } from "@tribe/contract";
import { plainTextOf } from "@tribe/domain/markup";
import type { AppContext } from "../../context/context.ts";
import { findMessage } from "../chat/index.ts";
import { nameAndPictureOf, personByAddress, personByUid, tribeName } from "../identity/index.ts";
import { findToken } from "../indexer/index.ts";
import { readSentPicture } from "../media/index.ts";
import { requireAccess } from "../membership/index.ts";
import { messageCard } from "./card/message-card.ts";
import { toDataUrl } from "./card/picture.ts";
import { renderCard } from "./card/render.ts";
import { pictureUrl } from "./facts.ts";

const pictureSide = 430;

/**
 * Draws a message that its author shares. Nobody else may show a text of a closed chat elsewhere, nor may an author who has no seat
 * there any more. @throws ApiError `not_found`, `forbidden`, `not_a_member`, `banned`
 */
export const messageImage = async (
  ctx: AppContext,
  uid: Uid,
  { mint, messageId }: { readonly mint: Mint; readonly messageId: MessageId },
): Promise<Buffer> => {
  const [person, token] = await Promise.all([personByUid(ctx.db, uid), findToken(ctx.db, mint)]);
  if (!person) throw new ApiError("unauthorized");
  if (!token) throw new ApiError("not_found");
  await requireAccess(ctx.db, mint, person);
  const message = await findMessage(ctx.db, mint, messageId);
  if (!message || message.deletedAt !== null) throw new ApiError("not_found");
  if (message.authorUid !== uid) throw new ApiError("forbidden");
  const face = nameAndPictureOf(person);
  const chief = await personByAddress(ctx.db, token.creatorAddress);
  const first = message.attachments.find(({ kind }) => kind === "image");
  const picture = first ? await readSentPicture(ctx, first.id).catch(() => null) : null;
  return renderCard(
    messageCard({
      text: plainTextOf(message.text).trim(),
      author: face.displayName,
      authorPicture: await pictureUrl(ctx, face.pfp, 64),
      picture: picture && (await toDataUrl(picture, pictureSide, pictureSide)),
      tribe: tribeName(token.name, chief),
      day: message.sentAt.toLocaleDateString("en-GB", {
        day: "numeric",
        month: "short",
        year: "numeric",
        timeZone: "UTC",
      }),
    }),
  );
};
