import type { JobDefinition } from "../../engines/jobs/definition.ts";
import type { RouteImplementation } from "../../http/implement.ts";
import { sweepPicturesJob } from "./outside-pictures.ts";
import { finishFarcaster } from "./routes/finish-farcaster.ts";
import { startFarcaster } from "./routes/start-farcaster.ts";
import { startX } from "./routes/start-x.ts";
import { unlinkFarcaster } from "./routes/unlink-farcaster.ts";
import { unlinkX } from "./routes/unlink-x.ts";
import { xCallback } from "./routes/x-callback.ts";

/** The API's calls for connecting and unlinking X and Farcaster. */
export const socialImplementations: readonly RouteImplementation[] = [
  startX,
  xCallback,
  unlinkX,
  startFarcaster,
  finishFarcaster,
  unlinkFarcaster,
];

export const socialJobs: readonly JobDefinition[] = [sweepPicturesJob];

export { fetchPublic } from "./fetch-public.ts";
export { pictureBytes, proxiedPicture, registerPictureProxy } from "./picture-proxy.ts";
