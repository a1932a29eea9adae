import type { LiveMediaFigures } from "../../../engines/live/port.ts";
import type { Metric } from "../../../http/metrics.ts";
import type { OpenRooms } from "./open-rooms.ts";

/** Figures for operators about the lives of this process. @param figures null while the media engine does not run */
export const liveMetrics = (
  rooms: OpenRooms,
  figures: LiveMediaFigures | null,
  maxStreams: number,
): readonly Metric[] => {
  const people = rooms.everybody();
  const onStage = people.filter(({ member }) => member.place !== null).length;
  const { refusedFull, brokenOff } = rooms.counts();
  return [
    { name: "tribe_lives", help: "Lives that are on in this process", value: rooms.all().length },
    { name: "tribe_live_people", help: "People in them", value: people.length },
    { name: "tribe_live_stage", help: "Of these on a stage", value: onStage },
    { name: "tribe_live_streams_limit", help: "Streams that one live may make", value: maxStreams },
    { name: "tribe_live_refused_total", help: "People refused because a live was full", value: refusedFull },
    { name: "tribe_live_media_broken_total", help: "Times that the media engine broke off", value: brokenOff },
    ...(figures
      ? [
          { name: "tribe_live_streams", help: "Streams that go out now", value: figures.streams },
          { name: "tribe_live_packets_in", help: "Packets that came from those who are in", value: figures.packetsIn },
          { name: "tribe_live_packets_out", help: "Packets that went to them", value: figures.packetsOut },
          { name: "tribe_live_bytes_out", help: "Bytes of these", value: figures.bytesOut },
          {
            name: "tribe_live_keyframes_asked",
            help: "Whole pictures that they asked for",
            value: figures.keyframesAsked,
          },
          {
            name: "tribe_live_media_memory_bytes",
            help: "Memory of the media engine's process",
            value: figures.memory,
          },
        ]
      : []),
  ];
};
