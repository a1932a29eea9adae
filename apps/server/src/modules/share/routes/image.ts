import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { messageImage } from "../message-image.ts";
import { allowPage } from "../register-share.ts";
import { tribeImage } from "../share-cards.ts";

/** Draws a picture to share. */
export const image = query(routes.share.image, async ({ ctx, body, session, reply }) => {
  allowPage(ctx, reply);
  switch (body.kind) {
    case "tribe":
      return tribeImage(ctx, body.mint);
    case "message":
      if (!session) throw new ApiError("unauthorized");
      return messageImage(ctx, session.uid, body);
  }
});
