import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import nodeDataChannel, { type PeerConnection, type Track } from "node-datachannel";
import { WebSocket } from "ws";
import * as z from "zod/mini";
import { isRtcp, payloadTypes } from "../sfu/rtp.ts";
import { ssrcs } from "./answer-offer.ts";
import { freePort } from "./livekit-server.ts";

/** A VideoRoom of a separate Janus server, with one speaker in it: clients with the same library as our own load test. */
export interface JanusRoom {
  readonly pid: number;
  /** Sends a packet as the speaker. */
  readonly put: (mid: "microphone" | "camera", packet: Buffer) => boolean;
  /** Adds a viewer. Returns how many packets of media they have received. */
  readonly enter: (name: string) => Promise<{ readonly received: () => number }>;
  readonly close: () => Promise<void>;
}

const room = 1;

const answerSchema = z.object({
  janus: z.string(),
  transaction: z.optional(z.string()),
  data: z.optional(z.object({ id: z.number() })),
  jsep: z.optional(z.object({ type: z.string(), sdp: z.string() })),
  plugindata: z.optional(
    z.object({
      data: z.looseObject({ error: z.optional(z.string()), id: z.optional(z.number()) }),
    }),
  ),
});
type Answer = z.output<typeof answerSchema>;

/** Starts Janus with one room. */
const startJanus = async () => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-janus-"));
  const port = await freePort();
  const installed = "/usr/lib/x86_64-linux-gnu/janus";
  await writeFile(
    join(folder, "janus.jcfg"),
    `general: { configs_folder = "${folder}"; plugins_folder = "${installed}/plugins"; transports_folder = "${installed}/transports"; debug_level = 2 }
media: { }
nat: { }
plugins: { }
transports: { disable = "libjanus_http.so,libjanus_pfunix.so,libjanus_mqtt.so,libjanus_nanomsg.so,libjanus_rabbitmq.so" }
`,
  );
  await writeFile(
    join(folder, "janus.transport.websockets.jcfg"),
    `general: { json = "compact"; ws = true; ws_port = ${port}; ws_ip = "127.0.0.1" }\nadmin: { admin_ws = false }\n`,
  );
  await writeFile(
    join(folder, "janus.plugin.videoroom.jcfg"),
    `room-${room}: { publishers = 6; audiocodec = "opus"; videocodec = "vp8"; bitrate = 2500000; notify_joining = false }\n`,
  );
  const server: ChildProcess = spawn("janus", ["-F", folder, "-o"], { stdio: ["ignore", "ignore", "ignore"] });
  const ended = once(server, "exit");
  const stop = async (): Promise<void> => {
    server.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; ; attempt += 1) {
    if (server.exitCode !== null || attempt > 200) throw new Error("Janus did not start");
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, "janus-protocol");
    const isUp = await once(socket, "open").then(
      () => true,
      () => false,
    );
    if (isUp) return { pid: server.pid ?? 0, socket, stop };
    await wait(50);
  }
};

/** A Janus session over its WebSocket, shared by all clients. */
const openSession = async (socket: WebSocket) => {
  const waiting = new Map<string, (answer: Answer) => void>();
  socket.on("message", (data: Buffer) => {
    const answer = z.parse(answerSchema, JSON.parse(data.toString()));
    const isDone = answer.janus !== "ack" && answer.transaction !== undefined;
    if (isDone) waiting.get(answer.transaction ?? "")?.(answer);
  });
  const ask = async (janus: string, more: object = {}): Promise<Answer> => {
    const transaction = crypto.randomUUID();
    const answered = new Promise<Answer>((resolve) => waiting.set(transaction, resolve));
    socket.send(JSON.stringify({ janus, transaction, ...more }));
    const answer = await answered;
    waiting.delete(transaction);
    const error = answer.plugindata?.data.error;
    if (answer.janus === "error" || error !== undefined) throw new Error(`Janus refused: ${error ?? janus}`);
    return answer;
  };
  const session = (await ask("create")).data?.id;
  const alive = setInterval(() => void ask("keepalive", { session_id: session }), 20_000);
  return {
    /** One client's plugin handle for the room. */
    attach: async () => {
      const { data } = await ask("attach", { session_id: session, plugin: "janus.plugin.videoroom" });
      return (body: object, jsep?: object): Promise<Answer> =>
        ask("message", { session_id: session, handle_id: data?.id, body, ...(jsep ? { jsep } : {}) });
    },
    close: () => {
      clearInterval(alive);
      socket.close();
    },
  };
};

/** Waits for the local description with all its candidates. */
const described = (connection: PeerConnection): Promise<{ readonly type: string; readonly sdp: string }> =>
  new Promise((resolve) =>
    connection.onGatheringStateChange((state) => {
      const own = state === "complete" ? connection.localDescription() : null;
      if (own) resolve({ type: own.type.toLowerCase(), sdp: own.sdp });
    }),
  );

/** Starts Janus from Debian's package (`apt-get install janus`), with its own settings. Null when it is not installed. */
export const openJanusRoom = async (): Promise<JanusRoom | null> => {
  if (spawnSync("janus", ["--version"]).error) return null; // its exit code is 1 even when it is installed
  const janus = await startJanus();
  const session = await openSession(janus.socket);
  const connections: PeerConnection[] = [];
  const held: Track[] = [];
  const connect = (name: string): PeerConnection => {
    const connection = new nodeDataChannel.PeerConnection(name, { iceServers: [], disableAutoNegotiation: true });
    connections.push(connection);
    return connection;
  };
  const speak = await session.attach();
  const feed = (await speak({ request: "join", ptype: "publisher", room, display: "speaker" })).plugindata?.data.id;
  const speaker = connect("speaker");
  const audio = new nodeDataChannel.Audio("microphone", "SendOnly");
  audio.addOpusCodec(payloadTypes.audio);
  audio.addSSRC(ssrcs.microphone ?? 0, "page", "page", "microphone");
  const video = new nodeDataChannel.Video("camera", "SendOnly");
  video.addVP8Codec(payloadTypes.video);
  video.addSSRC(ssrcs.camera ?? 0, "page", "page", "camera");
  const tracks = { microphone: speaker.addTrack(audio), camera: speaker.addTrack(video) };
  const offered = described(speaker);
  speaker.setLocalDescription("offer");
  const { jsep } = await speak({ request: "publish" }, await offered);
  speaker.setRemoteDescription(jsep?.sdp ?? "", "answer");
  while (!tracks.camera.isOpen()) await wait(5);
  return {
    pid: janus.pid,
    put: (mid, packet) => tracks[mid].sendMessageBinary(packet),
    enter: async (name) => {
      const listen = await session.attach();
      const { jsep: offer } = await listen({ request: "join", ptype: "subscriber", room, streams: [{ feed }] });
      const viewer = connect(name);
      let received = 0;
      viewer.onTrack((track) => {
        held.push(track);
        track.onMessage((packet) => {
          if (!isRtcp(packet)) received += 1;
        });
      });
      const answered = described(viewer);
      viewer.setRemoteDescription(offer?.sdp ?? "", "offer");
      viewer.setLocalDescription("answer");
      await listen({ request: "start" }, await answered);
      return { received: () => received };
    },
    close: async () => {
      for (const connection of connections) connection.close();
      session.close();
      await janus.stop();
    },
  };
};
