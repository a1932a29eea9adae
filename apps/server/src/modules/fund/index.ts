import type { RouteImplementation } from "../../http/implement.ts";
import { bridgePage } from "./routes/bridge-page.ts";
import { cardStatus } from "./routes/card-status.ts";
import { startCard } from "./routes/start-card.ts";

/** Funding by card and from another chain. */
export const fundImplementations: readonly RouteImplementation[] = [startCard, cardStatus, bridgePage];

export { deBridgeUrl } from "./bridge.ts";
export { registerCardReturn, registerCardWebhook } from "./webhook.ts";
