import type { RouteImplementation } from "../../http/implement.ts";
import { cardStatus } from "./routes/card-status.ts";
import { startCard } from "./routes/start-card.ts";

/** Funding by card. */
export const fundImplementations: readonly RouteImplementation[] = [startCard, cardStatus];

export { registerCardReturn, registerCardWebhook } from "./webhook.ts";
