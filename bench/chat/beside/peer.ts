// The minimal cost of a chat server: broadcasts messages over bare `ws` or socket.io, and does nothing else. A process of its
// own, so that its processor time and memory can be measured. Started with the protocol's name; prints its port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { WebSocketServer } from "ws";

const server = createServer();
if (process.argv[2] === "ws") {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on("connection", (socket) => {
    socket.on("message", (data) => {
      const text = String(data);
      for (const each of sockets.clients) each.send(text);
    });
    socket.on("error", () => socket.terminate());
  });
} else {
  const io = new Server(server, { transports: ["websocket"], perMessageDeflate: false });
  io.on("connection", (socket) => {
    socket.on("say", (text: unknown) => io.emit("said", text));
  });
}
server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, () => {
  process.send?.((server.address() as AddressInfo).port); // a TCP server has no other kind of address
});
process.on("disconnect", () => process.exit(0));
