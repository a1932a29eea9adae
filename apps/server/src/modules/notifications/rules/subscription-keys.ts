import { ApiError, type PushSubscriptionEntity } from "@tribe/contract";
import { pushTexts } from "@tribe/domain/words";

const pointBytes = 65;
const authBytes = 16;

/** Decodes a browser's keys for pushes (RFC 8291). @throws ApiError `invalid_field` when they are none */
export const decodeSubscriptionKeys = (
  keys: PushSubscriptionEntity["keys"],
): { readonly p256dh: Buffer; readonly auth: Buffer } => {
  const p256dh = Buffer.from(keys.p256dh, "base64");
  const auth = Buffer.from(keys.auth, "base64");
  // An uncompressed point begins with 4.
  if (p256dh.length !== pointBytes || p256dh[0] !== 4 || auth.length !== authBytes)
    throw new ApiError("invalid_field", { field: "body.keys", message: pushTexts.noKeys });
  return { p256dh, auth };
};
