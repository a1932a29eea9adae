export { BadFileError } from "./bad-file-error.ts";
export { createChain, type LocalChain, type LocalChainOptions } from "./create-chain.ts";
export { ensureLight } from "./light/ensure-light.ts";
export type { StartFailure } from "./messages.ts";
export { type Localnet, type LocalnetOptions, LocalnetStartError, startLocalnet } from "./start-localnet.ts";
