import "./events.ts";

export { registerGateway } from "./gateway.ts";
