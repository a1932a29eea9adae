/** Bit rate and size of sent video: the camera twice, so that viewers with a small picture need not receive the large one. */
const encodings: Readonly<Record<string, RTCRtpEncodingParameters>> = {
  microphone: { maxBitrate: 40_000 },
  camera: { maxBitrate: 1_200_000 },
  small: { maxBitrate: 150_000, scaleResolutionDownBy: 4, maxFramerate: 15 },
  screen: { maxBitrate: 1_500_000, maxFramerate: 15 },
};

/** A connection with which this page receives the others' sound and video, or sends its own. */
export interface PageConnection {
  /** Puts a track on one of the sent streams; null stops it. */
  readonly put: (mid: string, track: MediaStreamTrack | null) => void;
  /** Begins the ICE checks, when the server has the answer. */
  readonly begin: () => void;
  readonly close: () => void;
}

interface Options {
  readonly sdp: string;
  readonly iceServers: readonly RTCIceServer[];
  readonly part: "receive" | "send";
  /** A received stream, by its name. */
  readonly onTrack: (mid: string, track: MediaStreamTrack) => void;
  /** Media can be received and sent. */
  readonly onReached: () => void;
  /** No media can be received or sent any more. */
  readonly onLost: () => void;
}

/** After this long a connection does not recover by itself. Milliseconds. */
const lostAfter = 4_000;
/** Without a connection after this long there will be none. */
const unreachedAfter = 20_000;

/** An offer without the server's addresses, and those. */
const apart = (sdp: string) => {
  const isAddress = (line: string): boolean => line.startsWith("a=candidate:") || line === "a=end-of-candidates";
  const lines = sdp.split("\r\n");
  return {
    offer: lines.filter((line) => !isAddress(line)).join("\r\n"),
    candidates: lines.filter((line) => line.startsWith("a=candidate:")).map((line) => line.slice(2)),
  };
};

/**
 * Answers the server's offer. Its ICE candidates are held back until the server has the answer: a library that is contacted
 * before it knows by whom may finish the handshake too early, and break it off (docs/decisions/0086).
 * @throws DOMException when the browser can't
 */
export const answerOffer = async ({
  sdp,
  iceServers,
  part,
  onTrack,
  onReached,
  onLost,
}: Options): Promise<{ readonly connection: PageConnection; readonly answer: string }> => {
  const connection = new RTCPeerConnection({ iceServers: [...iceServers], bundlePolicy: "max-bundle" });
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(onLost, unreachedAfter);
  connection.addEventListener("track", ({ transceiver, track }) => {
    if (transceiver.mid !== null) onTrack(transceiver.mid, track);
  });
  connection.addEventListener("connectionstatechange", () => {
    if (connection.connectionState === "connecting") return;
    clearTimeout(timer);
    if (connection.connectionState === "connected") onReached();
    else if (connection.connectionState === "failed") onLost();
    else if (connection.connectionState === "disconnected") timer = setTimeout(onLost, lostAfter);
  });
  const { offer, candidates } = apart(sdp);
  await connection.setRemoteDescription({ type: "offer", sdp: offer });
  const senders = new Map<string, RTCRtpSender>();
  if (part === "send")
    for (const transceiver of connection.getTransceivers()) {
      transceiver.direction = "sendonly";
      if (transceiver.mid !== null) senders.set(transceiver.mid, transceiver.sender);
    }
  const answer = await connection.createAnswer();
  await connection.setLocalDescription(answer);
  for (const [mid, sender] of senders) {
    const parameters = sender.getParameters();
    parameters.encodings = parameters.encodings.map((encoding) => ({ ...encoding, ...encodings[mid] }));
    // A browser that does not support these settings sends with its defaults.
    await sender.setParameters(parameters).catch(() => undefined);
  }
  return {
    answer: connection.localDescription?.sdp ?? answer.sdp ?? "",
    connection: {
      put: (mid, track) =>
        void senders
          .get(mid)
          ?.replaceTrack(track)
          .catch(() => undefined), // closed meanwhile
      begin: () => {
        for (const candidate of candidates)
          void connection.addIceCandidate({ candidate, sdpMLineIndex: 0 }).catch(() => undefined); // closed meanwhile
      },
      close: () => {
        clearTimeout(timer);
        connection.close();
      },
    },
  };
};
