import type { LiveMediaFigures } from "../../../engines/live/port.ts";
import type { Metric } from "../../../metrics/read-metrics.ts";
import type { OpenRooms } from "./open-rooms.ts";

/** Figures for operators about the lives of this process. @param figures null while the media engine does not run */
export const liveMetrics = (
  rooms: OpenRooms,
  figures: () => LiveMediaFigures | null,
  maxStreams: number,
): readonly Metric[] => {
  const ofMedia = (name: string, help: string, figure: keyof LiveMediaFigures): Metric => ({
    ...{ name, help },
    value: () => figures()?.[figure] ?? null,
  });
  const onStage = () => rooms.everybody().filter(({ member }) => member.place !== null).length;
  return [
    { name: "tribe_lives", help: "Lives that are on in this process", value: () => rooms.all().length },
    { name: "tribe_live_people", help: "People in them", value: () => rooms.everybody().length },
    { name: "tribe_live_stage", help: "Of these on a stage", value: onStage },
    { name: "tribe_live_streams_limit", help: "Streams that one live may make", value: () => maxStreams },
    {
      name: "tribe_live_refused_total",
      help: "People refused because a live was full",
      value: () => rooms.counts().refusedFull,
    },
    {
      name: "tribe_live_media_broken_total",
      help: "Times that the media engine broke off",
      value: () => rooms.counts().brokenOff,
    },
    ofMedia("tribe_live_streams", "Streams that go out now", "streams"),
    ofMedia("tribe_live_packets_in", "Packets that came from those who are in", "packetsIn"),
    ofMedia("tribe_live_packets_out", "Packets that went to them", "packetsOut"),
    ofMedia("tribe_live_bytes_out", "Bytes of these", "bytesOut"),
    ofMedia("tribe_live_keyframes_asked", "Whole pictures that they asked for", "keyframesAsked"),
    ofMedia("tribe_live_media_memory_bytes", "Memory of the media engine's process", "memory"),
  ];
};
