import type { RouteImplementation } from "../../http/implement.ts";
import { image } from "./routes/image.ts";

/** The API's calls for pictures of Tribes and messages, to share elsewhere. */
export const shareImplementations: readonly RouteImplementation[] = [image];

export { registerShare } from "./register-share.ts";
