import { type ClientFrame, routes, type ServerFrame, serverFrameSchema } from "@tribe/contract";
import { WebSocket } from "ws";
import type { TestApp, TestDevice } from "../../../testing/start-test-app.ts";

const timeoutMs = 60_000;

type FrameOf<Type extends ServerFrame["type"]> = Extract<ServerFrame, { type: Type }>;

/** A client's side of the WebSocket, with every frame it got, parsed by the contract. */
export interface TestSocket {
  readonly socket: WebSocket;
  readonly frames: ServerFrame[];
  send(frame: ClientFrame): void;
  sendRaw(text: string): void;
  /** The first frame of a type (which fits), among those that have arrived and those to come. */
  next<Type extends ServerFrame["type"]>(type: Type, fits?: (frame: FrameOf<Type>) => boolean): Promise<FrameOf<Type>>;
  /** Resolves with the code when the server closes it. */
  readonly closed: Promise<number>;
  /** Sequence numbers of the messages and other changes that arrived, in order. */
  seqs(): number[];
  close(): void;
}

/** Connects as a browser does: a one-time token, then the upgrade. */
export const openSocket = async (app: TestApp, device: TestDevice): Promise<TestSocket> => {
  const { token } = await device.call(routes.system.realtimeToken, {});
  const socket = new WebSocket(`${app.origin.replace(/^http/, "ws")}/ws?token=${token}`);
  const frames: ServerFrame[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  socket.on("message", (data) => {
    frames.push(serverFrameSchema.parse(JSON.parse(data.toString())));
    for (const look of waiting) look();
  });
  const client: TestSocket = {
    socket,
    frames,
    closed,
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendRaw: (text) => socket.send(text),
    next: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`no ${type} frame came; there were ${JSON.stringify(frames.map((frame) => frame.type))}`));
        }, timeoutMs);
        const isIt = (frame: ServerFrame): frame is FrameOf<typeof type> => frame.type === type;
        const look = () => {
          const found = frames.filter(isIt).find(fits);
          if (!found) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    seqs: () =>
      frames.flatMap((frame) => {
        if (frame.type === "message") return [frame.message.seq as number];
        return frame.type === "change" ? [frame.seq as number] : [];
      }),
    close: () => socket.close(),
  };
  await client.next("ready");
  return client;
};
