export { fundImplementations } from "./routes.ts";
export { registerCardWebhook } from "./webhook.ts";
