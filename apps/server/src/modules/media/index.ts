import type { JobDefinition } from "../../engines/jobs/definition.ts";
import type { Registration } from "../../http/app.ts";
import type { RouteImplementation } from "../../http/implement.ts";
import { processJob } from "./process-job.ts";
import { registerMedia } from "./register-media.ts";
import { registerUploads } from "./register-uploads.ts";
import { mediaSweepJob, removeJob } from "./remove.ts";
import { upload } from "./routes/upload.ts";

export { deleteFilesOf } from "./delete-files.ts";
export { readSentPicture } from "./sent-picture.ts";
export { lockUnsentFiles, markFilesSent, type UnsentFile } from "./store/uploads.ts";

/** Files of messages: uploads, the forms that are made of them, and who may fetch them. */
export const mediaImplementations: readonly RouteImplementation[] = [upload];
export const mediaRegistrations: readonly Registration[] = [registerUploads, registerMedia];
export const mediaJobs: readonly JobDefinition[] = [processJob, removeJob, mediaSweepJob];
