export { registerPictureProxy } from "./picture-proxy.ts";
export { socialImplementations } from "./routes.ts";
