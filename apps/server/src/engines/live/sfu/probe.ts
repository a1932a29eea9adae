import nodeDataChannel from "node-datachannel";

const everyMs = 2_000;
const timeoutMs = 8_000;

/**
 * Checks every two seconds whether the native library still works: it has few threads, one that never finished its work was
 * found once (docs/decisions/0086), and when all of them hang, all lives stop. Nothing here can stop such a thread; `stuck`
 * ends the process.
 * @param isNeeded whether anybody is in a live
 */
export const startProbe = (isNeeded: () => boolean, stuck: () => void): void => {
  const next = (): void => void setTimeout(probe, everyMs);
  const probe = (): void => {
    if (!isNeeded()) {
      next();
      return;
    }
    const late = setTimeout(stuck, timeoutMs);
    const connection = new nodeDataChannel.PeerConnection("probe", {
      iceServers: [],
      bindAddress: "127.0.0.1",
      disableAutoNegotiation: true,
    });
    const track = connection.addTrack(new nodeDataChannel.Audio("probe", "SendOnly"));
    connection.onGatheringStateChange((state) => {
      if (state !== "complete") return;
      clearTimeout(late);
      // Keeps the reference until here: an unreferenced track is garbage-collected.
      track.close();
      connection.close();
      next();
    });
    connection.setLocalDescription("offer");
  };
  next();
};
