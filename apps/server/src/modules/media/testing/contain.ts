import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  type Mp4OutputFormat,
  type MpegTsOutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";

/** Twenty milliseconds each: a second of video and sound. */
const packets = 50;
const packetBytes = 200;

/**
 * A container with packets that can't be decoded, which no code of ours tries. @param frameBytes size of each of the video's
 * fifty packets. @param starts seconds before the first packet of each track
 */
export const contain = async (
  format: WebMOutputFormat | Mp4OutputFormat | MpegTsOutputFormat,
  hasVideo: boolean,
  frameBytes: number = packetBytes,
  starts: { readonly video: number; readonly audio: number } = { video: 0, audio: 0 },
): Promise<Buffer> => {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const isWebM = format instanceof WebMOutputFormat;
  const video = new EncodedVideoPacketSource("vp8");
  const audio = new EncodedAudioPacketSource(isWebM ? "opus" : "aac");
  if (hasVideo) output.addVideoTrack(video, { name: "Secret track" });
  output.addAudioTrack(audio);
  output.setMetadataTags({ title: "Secret place", comment: "+51.5000-000.1200/" });
  await output.start();
  const shape = { numberOfChannels: 1, sampleRate: 48_000 };
  const meta = {
    decoderConfig: isWebM
      ? { codec: "opus", ...shape }
      : { codec: "mp4a.40.2", ...shape, description: Uint8Array.from([0x11, 0x88]) },
  };
  for (let index = 0; index < packets; index += 1) {
    const bytes = new Uint8Array(packetBytes).fill(index);
    const time = index * 0.02;
    if (hasVideo)
      await video.add(
        new EncodedPacket(
          new Uint8Array(frameBytes).fill(index),
          index % 10 === 0 ? "key" : "delta",
          starts.video + time,
          0.02,
        ),
        {
          decoderConfig: { codec: "vp8", codedWidth: 320, codedHeight: 240 },
        },
      );
    await audio.add(new EncodedPacket(bytes, "key", starts.audio + time, 0.02), meta);
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
};
