import { once } from "node:events";
import { type ApiCall, routes, type ServerFrame } from "@tribe/contract";
import { WebSocket } from "ws";

/** An open WebSocket that sends messages and gets their outcome. */
export interface Line {
  /** Resolves with the refusal's code, or null when the message was stored. */
  say(mint: string, text: string): Promise<string | null>;
  read(mint: string): Promise<void>;
  /** How many messages arrived. */
  received(): number;
  close(): void;
}

/** Connects as a browser does: a one-time token, then the upgrade. */
export const openLine = async (appUrl: string, api: ApiCall): Promise<Line> => {
  const { token } = await api(routes.system.realtimeToken, {});
  const socket = new WebSocket(`${appUrl.replace(/^http/, "ws")}/ws?token=${token}`);
  const waiting = new Map<string, (code: string | null) => void>();
  let received = 0;
  const settle = (key: string | null, code: string | null) => {
    if (key === null) return;
    waiting.get(key)?.(code);
    waiting.delete(key);
  };
  socket.on("message", (data) => {
    const text = data.toString();
    if (text.startsWith('{"type":"message"')) {
      received += 1;
      return;
    }
    const frame = JSON.parse(text) as ServerFrame; // of our own server
    if (frame.type === "acknowledged") settle(frame.clientId, null);
    else if (frame.type === "refused") settle(frame.clientId ?? frame.mint, frame.code);
    else if (frame.type === "subscribed") settle(frame.mint, null);
  });
  socket.on("close", (code) => {
    for (const key of [...waiting.keys()]) settle(key, `closed ${code}`);
  });
  await once(socket, "open");
  const ask = (key: string, frame: object) =>
    new Promise<string | null>((resolve) => {
      waiting.set(key, resolve);
      socket.send(JSON.stringify(frame));
    });
  return {
    say: (mint, text) => {
      const clientId = crypto.randomUUID();
      return ask(clientId, { type: "send", mint, clientId, text });
    },
    read: async (mint) => {
      const code = await ask(mint, { type: "subscribe", mint, afterSeq: null });
      if (code) throw new Error(`a chat could not be read: ${code}`);
    },
    received: () => received,
    close: () => socket.close(),
  };
};
