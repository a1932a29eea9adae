import { type ClientFrame, clientFrameSchema, type Seq, type ServerFrame, serverFrameSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { createLog } from "./log.ts";

type FrameOf<Type extends ClientFrame["type"]> = Extract<ClientFrame, { readonly type: Type }>;

/** The page's end of a scripted connection, with as much of a WebSocket as the page uses. */
class ScriptedSocket extends EventTarget {
  readyState: number = WebSocket.CONNECTING;
  readonly #onFrame: (frame: ClientFrame) => void;
  readonly #onClose: () => void;

  constructor(onFrame: (frame: ClientFrame) => void, onClose: () => void) {
    super();
    this.#onFrame = onFrame;
    this.#onClose = onClose;
  }

  open(): void {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  deliver(frame: ServerFrame): void {
    const data = JSON.stringify(z.encode(serverFrameSchema, frame));
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  send(data: string | BufferLike | Blob): void {
    this.#onFrame(z.decode(clientFrameSchema, JSON.parse(String(data))));
  }

  close(code = 1000): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#onClose();
    this.dispatchEvent(new CloseEvent("close", { code }));
  }
}
type BufferLike = ArrayBuffer | ArrayBufferView<ArrayBuffer>;

/**
 * `open`: a new connection is taken and greeted; `hung`: it is taken, and neither greeted nor heard; `refused`: it is closed at
 * once.
 */
type Reception = "open" | "hung" | "refused";

/** The server's end of the page's realtime connection. */
export const createScriptedRealtime = () => {
  const sockets = new Set<ScriptedSocket>();
  const frames = createLog<ClientFrame>();
  let reception: Reception = "open";
  let isOnline = true;
  /** How many frames came before the last disconnection. */
  let earlier = 0;
  let answer: (frame: ClientFrame) => readonly ServerFrame[] = () => [];

  const push = (frame: ServerFrame): void => {
    const open = [...sockets].filter(({ readyState }) => readyState === WebSocket.OPEN);
    if (open.length === 0) throw new Error(`the page has no connection on which '${frame.type}' could come`);
    for (const socket of open) socket.deliver(frame);
  };

  const greetings = (frame: ClientFrame): readonly ServerFrame[] => {
    if (frame.type === "ping") return [{ type: "pong" }];
    if (frame.type !== "subscribe") return [];
    // The page has loaded all up to there, and new frames follow. (The contract makes numbers of a chat by its schema alone.)
    return [
      { type: "subscribed", mint: frame.mint, headSeq: frame.afterSeq ?? (0 as Seq) },
      { type: "online", mint: frame.mint, uids: [] },
    ];
  };

  const closeAll = (code: number): void => {
    earlier = frames.all.length;
    for (const socket of [...sockets]) socket.close(code);
  };

  const openWebSocket = (): WebSocket => {
    const socket: ScriptedSocket = new ScriptedSocket(
      (frame) => {
        if (reception === "hung") return;
        frames.add(frame);
        for (const reply of [...greetings(frame), ...answer(frame)]) socket.deliver(reply);
      },
      () => sockets.delete(socket),
    );
    sockets.add(socket);
    queueMicrotask(() => {
      if (reception === "refused" || !isOnline) return socket.close(1011);
      socket.open();
      if (reception === "open") socket.deliver({ type: "ready" });
    });
    return socket as unknown as WebSocket; // the page's line uses nothing else of it (OpenWebSocket)
  };

  return {
    openWebSocket,
    /** Sends the page a frame. @throws Error without a connection: await `sent` of what the page asks for first */
    push,
    /** Every frame that the page has sent, pings aside from none. */
    frames: frames.all,
    /** The page's first frame of a type since the last disconnection, sent already or soon. */
    sent: <Type extends ClientFrame["type"]>(
      type: Type,
      matches: (frame: FrameOf<Type>) => boolean = () => true,
    ): Promise<FrameOf<Type>> =>
      frames.first(
        (frame, index): frame is FrameOf<Type> & ClientFrame =>
          index >= earlier && frame.type === type && matches(frame as FrameOf<Type>), // the type that was just compared
        `a frame '${type}'`,
      ),
    /** What the server answers to frames, beside `ready`, `pong` and `subscribed`. */
    answerFrames: (to: (frame: ClientFrame) => readonly ServerFrame[]): void => {
      answer = to;
    },
    /** Closes the connection; the page opens another one, which is received like this. */
    disconnect: (code = 1006, next: Reception = "open"): void => {
      reception = next;
      closeAll(code);
    },
    /** Without a network no connection stands or opens; how they are received afterwards stays as it was. */
    setOnline: (next: boolean): void => {
      isOnline = next;
      if (!next) closeAll(1006);
    },
    /** How connections are received from now on; one that stands hangs from now on, or no longer. */
    receive: (next: Reception): void => {
      reception = next;
    },
  } as const;
};

export type ScriptedRealtime = ReturnType<typeof createScriptedRealtime>;
