import { apiErrors, isApiErrorCode, type Mint } from "@tribe/contract";
import { realtime } from "../../shared/realtime/connection.ts";
import { createStore } from "../../shared/state/store.ts";
import type { Outgoing } from "./chat-log.ts";

/** What this person has sent and the server has not acknowledged, over all chats of this tab. */
export const outbox = createStore<readonly Outgoing[]>([]);

const change = (clientId: string, state: Outgoing["state"]) =>
  outbox.set((all) => all.map((entry) => (entry.clientId === clientId ? { ...entry, state } : entry)));

/** Sends a text at once, or when the connection is back; it is shown until it is acknowledged. */
export const sendMessage = (mint: Mint, text: string): void => {
  const clientId = crypto.randomUUID();
  outbox.set((all) => [...all, { clientId, mint, text, askedAt: Date.now(), state: { kind: "sending" } }]);
  realtime.send({ mint, clientId, text });
};

/** Tries a refused message again. Its client id stays, so that it can never be there twice. */
export const retryMessage = ({ clientId, mint, text }: Outgoing): void => {
  change(clientId, { kind: "sending" });
  realtime.send({ mint, clientId, text });
};

/** Gives a refused message up. */
export const dropMessage = ({ clientId }: Outgoing): void => {
  realtime.dropSend(clientId);
  outbox.set((all) => all.filter((entry) => entry.clientId !== clientId));
};

/** A message of ours is in the log: it needs no place here any more. */
const settle = (clientId: string): void => outbox.set((all) => all.filter((entry) => entry.clientId !== clientId));

realtime.listen((frame) => {
  if (frame.type === "message") settle(frame.message.clientId);
  if (frame.type === "refused" && frame.clientId) {
    const known = isApiErrorCode(frame.code) ? apiErrors[frame.code].message : apiErrors.internal.message;
    const wait = frame.retryAfterSeconds ? ` Try again in ${Math.ceil(frame.retryAfterSeconds)} s.` : "";
    change(frame.clientId, { kind: "failed", reason: `${known}${wait}` });
  }
});
