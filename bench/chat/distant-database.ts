// Delays every byte of a TCP connection in both directions, like a database on another machine. A separate process, so that a
// busy bench adds no delay. Started with the database's port and the milliseconds; reports its own port.
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
