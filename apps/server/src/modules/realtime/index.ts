export { registerGateway } from "./gateway.ts";
