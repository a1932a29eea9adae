import { onTestFinished } from "vitest";
import {
  asksKeyframe,
  negativeAcknowledgement,
  pictureLossIndication,
  readRtcp,
  readRtp,
  rtcpTypes,
} from "../sfu/rtp.ts";
import { makePacket, type Viewer, type ViewerListener } from "./viewer.ts";

/** Sends as a browser does: keyframes and retransmissions on request. */
export const newSpeaker = () => {
  const kept = new Map<number, Buffer>();
  let viewer: Viewer | null = null;
  let [frame, sequence, sound] = [0, 0, 0];
  let wantsKeyframe = true;
  return {
    listener: {
      feedback: (mid, packet) => {
        for (const part of readRtcp(packet)) {
          if (asksKeyframe(part)) wantsKeyframe = true;
          if (mid !== "small" || part.type !== rtcpTypes.transportFeedback) continue;
          for (let at = 12; at + 4 <= part.bytes.length; at += 4) {
            const lost = kept.get(part.bytes.readUInt16BE(at));
            if (lost) viewer?.put("small", lost);
          }
        }
      },
    } satisfies ViewerListener,
    begin: (as: Viewer) => {
      viewer = as;
    },
    /** 40 ms: one video frame in two packets, and two packets of sound. */
    sendFrame: () => {
      frame += 1;
      for (const part of [0, 1]) {
        sequence += 1;
        const isKeyframe = part === 0 && wantsKeyframe;
        const packet = makePacket("small", { bytes: 400, sequence, timestamp: frame * 3_600, isKeyframe });
        kept.set(sequence & 0xffff, packet);
        viewer?.put("small", packet);
        sound += 1;
        viewer?.put("microphone", makePacket("microphone", { bytes: 80, sequence: sound, timestamp: sound * 960 }));
      }
      wantsKeyframe = false;
    },
  };
};

/** Receives as a browser does: requests missing packets. Reports afterwards what could be shown and heard. */
export const newWatcher = () => {
  const pictures = new Map<number, { readonly timestamp: number; readonly isKeyframe: boolean }>();
  const sounds = new Set<number>();
  const missing = new Map<number, number>();
  let [highest, viewer, timer]: [number, Viewer | null, NodeJS.Timeout | undefined] = [-1, null, undefined];
  return {
    listener: {
      packet: (mid, packet) => {
        const header = readRtp(packet);
        if (!header) return;
        if (mid === "a0") sounds.add(header.timestamp);
        if (mid !== "v0") return;
        const { sequence, timestamp, payloadAt } = header;
        pictures.set(sequence, { timestamp, isKeyframe: packet.readUInt8(payloadAt + 1) === 0 });
        missing.delete(sequence);
        if (highest >= 0) for (let lost = highest + 1; lost < sequence; lost += 1) missing.set(lost, 0);
        highest = Math.max(highest, sequence);
      },
    } satisfies ViewerListener,
    begin: (as: Viewer) => {
      viewer = as;
      timer = setInterval(() => {
        const again = [...missing].filter(([, tries]) => tries < 10).map(([sequence]) => sequence);
        for (const sequence of again) missing.set(sequence, (missing.get(sequence) ?? 0) + 1);
        if (again.length > 0) viewer?.put("v0", negativeAcknowledgement(2_000, again.slice(0, 50)));
        // A keyframe that was lost before anything else arrived is not a gap.
        const isBlind = highest >= 0 && ![...pictures.values()].some(({ isKeyframe }) => isKeyframe);
        if (isBlind) viewer?.put("v0", pictureLossIndication(2_000));
      }, 60);
      onTestFinished(() => clearInterval(timer));
    },
    /** Frames that are complete, with all frames that they depend on. */
    shown: () => {
      let [count, isBroken, expected] = [0, true, -1];
      const sequences = [...pictures.keys()].sort((a, b) => a - b);
      for (const [index, sequence] of sequences.entries()) {
        const packet = pictures.get(sequence);
        if (sequence !== expected && expected >= 0) isBroken = true;
        if (packet?.isKeyframe) isBroken = false;
        expected = sequence + 1;
        const next = sequences[index + 1];
        const isLast = next === sequence + 1 && pictures.get(next)?.timestamp !== packet?.timestamp;
        if (isLast && !isBroken) count += 1;
      }
      return count;
    },
    heard: () => sounds.size,
    /** The longest gap within the received sound, ms. */
    longestGap: () => {
      const times = [...sounds].sort((a, b) => a - b);
      return times.reduce((longest, time, index) => Math.max(longest, time - (times[index - 1] ?? time) - 960), 0) / 48;
    },
  };
};
