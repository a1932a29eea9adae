import { type Mint, routes } from "@tribe/contract";
import { type LiveAction, type LiveEvent, type LivePart, liveEventSchema } from "@tribe/contract/live";
import { type AnsweredOffer, answerOffer, ssrcs } from "../../../engines/live/testing/answer-offer.ts";
import type { TestDevice } from "../../../testing/start-test-app.ts";

/** A page's WebSocket, as a live uses it; `openSocket` of the realtime module's tests makes one. */
interface PageSocket {
  readonly frames: readonly { readonly type: string }[];
  send(frame: { type: "live"; mint: Mint; peerId: string; action: unknown }): void;
  readonly socket: {
    on(event: "message", listener: (data: { toString(): string }) => void): unknown;
    setMaxListeners(count: number): unknown;
  };
}

/** A page in a live, without a browser: real media connections, with packets made by hand. */
export interface TestPage {
  readonly peerId: string;
  readonly events: LiveEvent[];
  act(action: LiveAction): void;
  actRaw(action: unknown): void;
  /** The first event of a kind (which fits), among those that have arrived and those to come. */
  next<Kind extends LiveEvent["kind"]>(
    kind: Kind,
    fits?: (event: Extract<LiveEvent, { kind: Kind }>) => boolean,
  ): Promise<Extract<LiveEvent, { kind: Kind }>>;
  /** Packets that arrived in a stream of the receiving connection. */
  received(mid: string): number;
  /** Sends one packet of a stream; false while that is not possible. */
  send(mid: string, sequence: number, isKeyframe?: boolean): boolean;
  /** Sends arbitrary bytes in a stream. */
  sendRaw(mid: string, bytes: Buffer): boolean;
  /** What it was told and the state of its connections, to be read when a test fails. */
  states(): string;
  close(): void;
}

/** Longer than other timeouts of tests, because the unit's process may have to start first. */
export const mediaTimeout = 60_000;

/** Opens a page's part in a live. With a token it joins at once. */
export const openPage = (socket: PageSocket, mint: Mint, options: { answers?: boolean } = {}): TestPage => {
  const peerId = crypto.randomUUID();
  const events: LiveEvent[] = [];
  const looks = new Set<() => void>();
  const connections = new Map<LivePart, AnsweredOffer>();
  const counts = new Map<string, number>();
  let isClosed = false;

  const answer = (part: LivePart, sdp: string): void => {
    const connection = answerOffer(peerId, part, sdp, {
      answer: (own) => page.act({ kind: "answer", part, sdp: own }),
      packet: (mid, packet) => {
        if (packet.readUInt8(1) < 192 || packet.readUInt8(1) > 223) counts.set(mid, (counts.get(mid) ?? 0) + 1);
      },
      opened: () => undefined,
    });
    connections.set(part, connection);
  };

  socket.socket.setMaxListeners(0);
  socket.socket.on("message", (data) => {
    const frame: { type: string; peerId?: string; event?: unknown } = JSON.parse(data.toString());
    if (frame.type !== "live" || frame.peerId !== peerId) return;
    const event = liveEventSchema.parse(frame.event);
    events.push(event);
    if (event.kind === "offer" && options.answers !== false) answer(event.part, event.sdp);
    if (event.kind === "answered") connections.get(event.part)?.begin();
    for (const look of looks) look();
  });

  const page: TestPage = {
    peerId,
    events,
    act: (action) => socket.send({ type: "live", mint, peerId, action }),
    actRaw: (action) => socket.send({ type: "live", mint, peerId, action }),
    next: (kind, fits = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          if (isClosed) return;
          looks.delete(look);
          reject(new Error(`no ${kind} came: ${page.states()}`));
        }, mediaTimeout);
        const isIt = (event: LiveEvent): event is Extract<LiveEvent, { kind: typeof kind }> => event.kind === kind;
        const look = () => {
          const found = events.filter(isIt).find(fits);
          if (!found) return;
          clearTimeout(timer);
          looks.delete(look);
          resolve(found);
        };
        looks.add(look);
        look();
      }),
    received: (mid) => counts.get(mid) ?? 0,
    send: (mid, sequence, isKeyframe = false) => {
      const isAudio = mid === "microphone";
      const packet = Buffer.alloc(60);
      packet.writeUInt8(0x80, 0);
      packet.writeUInt8(isAudio ? 111 : 96, 1);
      packet.writeUInt16BE(sequence & 0xffff, 2);
      packet.writeUInt32BE((sequence * (isAudio ? 960 : 3_600)) >>> 0, 4);
      packet.writeUInt32BE(ssrcs[mid] ?? 1, 8);
      packet.writeUInt8(0x10, 12);
      packet.writeUInt8(isKeyframe ? 0 : 1, 13);
      return page.sendRaw(mid, packet);
    },
    sendRaw: (mid, bytes) => {
      const part = mid in ssrcs ? "send" : "receive";
      // The screen goes both ways; here it is the page's own.
      const track = connections.get(part)?.tracks.get(mid);
      try {
        return track?.isOpen() ? track.sendMessageBinary(bytes) : false;
      } catch {
        return false; // closed in this very moment
      }
    },
    states: () =>
      `told ${events.map((event) => ("reason" in event ? event.reason : event.kind)).join(", ")}; ${[...connections]
        .map(([part, connection]) => `${part}: ${connection.state()}`)
        .join("; ")}`,
    close: () => {
      isClosed = true;
      for (const connection of connections.values()) connection.close();
    },
  };
  return page;
};

/** Asks for a token and joins. */
export const joinLive = async (
  page: TestPage,
  device: TestDevice,
  mint: Mint,
  { soundOnly }: { readonly soundOnly?: boolean } = {},
): Promise<void> => {
  const { token } = await device.call(routes.live.token, { body: { mint } });
  page.act({ kind: "join", token, ...(soundOnly === undefined ? {} : { soundOnly }) });
};
