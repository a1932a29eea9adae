// Passes every byte of a TCP connection on a moment later, each way: a database that is not on the same machine. A process
// of its own, so that a busy bench adds nothing to it. Started with the port behind it and the milliseconds; says its own.
import { connect, createServer, type Socket } from "node:net";

const [port, delayMs] = process.argv.slice(2).map(Number);

const passOn = (from: Socket, to: Socket): void => {
  from.setNoDelay(true);
  // Timers of one length fire in their order.
  from.on("data", (chunk) => setTimeout(() => to.write(chunk), delayMs));
  from.on("close", () => setTimeout(() => to.destroy(), delayMs));
  from.on("error", () => from.destroy());
};

const server = createServer((near) => {
  const far = connect(port ?? 0, "127.0.0.1");
  passOn(near, far);
  passOn(far, near);
}).listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address) process.send?.(address.port);
});
process.on("disconnect", () => process.exit(0));
