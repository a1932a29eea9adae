import type { RouteImplementation } from "../../http/implement.ts";
import { latest } from "./routes/latest.ts";

/** The API's calls about rates of SOL. */
export const ratesImplementations: readonly RouteImplementation[] = [latest];

export { ratesAt } from "./store/readings.ts";
export { ratesWorker } from "./worker.ts";
