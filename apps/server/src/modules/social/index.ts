import type { RouteImplementation } from "../../http/implement.ts";
import { startX } from "./routes/start-x.ts";
import { unlinkX } from "./routes/unlink-x.ts";
import { xCallback } from "./routes/x-callback.ts";

/** Connecting and unlinking X. */
export const socialImplementations: readonly RouteImplementation[] = [startX, xCallback, unlinkX];

export { fetchPublic } from "./fetch-public.ts";
export { pictureBytes, proxiedPicture, registerPictureProxy } from "./picture-proxy.ts";
