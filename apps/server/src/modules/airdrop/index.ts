import type { RouteImplementation } from "../../http/implement.ts";
import { create } from "./routes/create.ts";
import { existing } from "./routes/existing.ts";
import { preview } from "./routes/preview.ts";
import { recipients } from "./routes/recipients.ts";
import { send } from "./routes/send.ts";
import { status } from "./routes/status.ts";
import { submit } from "./routes/submit.ts";
import { terminate } from "./routes/terminate.ts";
import { tokens } from "./routes/tokens.ts";
import "./events.ts";

/** The API's calls about airdrops. */
export const airdropImplementations: readonly RouteImplementation[] = [
  create,
  existing,
  preview,
  recipients,
  send,
  status,
  submit,
  terminate,
  tokens,
];

export { airdropWorker } from "./airdrop-worker.ts";
export { authorsOf } from "./authors.ts";
export { paidShares } from "./store/paid-shares.ts";
