import { type SignerConfig, signerConnectSchema, signerProtocolVersion } from "@tribe/contract";

/** The part of a window that the handshake needs. */
export type FrameWindow = Pick<Window, "addEventListener" | "removeEventListener"> & {
  readonly parent: Pick<Window, "postMessage">;
};

/**
 * Announces the frame to its parent and waits for the app's port. Only the first `connect` from exactly the app's origin and
 * exactly our parent is accepted; everything else is ignored without an answer.
 */
export const awaitApp = (config: SignerConfig, frame: FrameWindow): Promise<MessagePort> =>
  new Promise((resolve) => {
    const onMessage = (event: MessageEvent) => {
      if (event.origin !== config.appOrigin || event.source !== frame.parent) return;
      if (!signerConnectSchema.safeParse(event.data).success) return;
      const [port] = event.ports;
      if (!port || event.ports.length !== 1) return;
      frame.removeEventListener("message", onMessage);
      resolve(port);
    };
    frame.addEventListener("message", onMessage);
    frame.parent.postMessage({ tribeSigner: signerProtocolVersion, ready: true }, config.appOrigin);
  });
