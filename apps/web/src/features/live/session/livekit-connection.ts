import {
  type LocalTrackPublication,
  type RemoteTrackPublication,
  Room,
  RoomEvent,
  Track,
  VideoPreset,
  VideoQuality,
} from "livekit-client";

/** A connection with LiveKit, which carries received and sent media. */
export interface LiveKitConnection {
  /** Puts a track on one of the sent streams; null stops it. It is published as soon as LiveKit allows it. */
  readonly put: (mid: string, track: MediaStreamTrack | null) => void;
  /** The place of the person whose video is received in its larger layer. */
  readonly showLarge: (place: number | null) => void;
  /** Whether only sound is received. */
  readonly setSoundOnly: (isOn: boolean) => void;
  readonly close: () => void;
}

interface Options {
  readonly url: string;
  readonly token: string;
  /** A received stream, by its name in our own unit; null when it has ended. */
  readonly onTrack: (mid: string, track: MediaStreamTrack | null) => void;
  /** Whether LiveKit holds all video back, because the bandwidth is only enough for sound. */
  readonly onSoundAlone: (isSoundAlone: boolean) => void;
  readonly onLost: () => void;
}

/** Sent streams, by LiveKit's names of their sources. It creates the two layers of a camera itself. */
const sources: Readonly<Record<string, Track.Source>> = {
  microphone: Track.Source.Microphone,
  camera: Track.Source.Camera,
  screen: Track.Source.ScreenShare,
};
/** The numbers of these in LiveKit's protocol. */
const sourceNumbers: Readonly<Record<string, number>> = { camera: 1, microphone: 2, screen: 3 };
const small = new VideoPreset(320, 180, 150_000, 15);

/** Joins a room of LiveKit. @throws Error when it can't be reached */
export const connectLiveKit = async ({
  url,
  token,
  onTrack,
  onSoundAlone,
  onLost,
}: Options): Promise<LiveKitConnection> => {
  const room = new Room({ adaptiveStream: false, dynacast: true, stopLocalTrackOnUnpublish: false });
  const wanted = new Map<string, MediaStreamTrack | null>();
  const published = new Map<
    string,
    { readonly track: MediaStreamTrack; readonly publication: LocalTrackPublication }
  >();
  let large: number | null = null;
  let isSoundOnly = false;
  let isClosed = false;
  let work: Promise<void> = Promise.resolve();

  const cameras = (): readonly { readonly place: string; readonly publication: RemoteTrackPublication }[] =>
    [...room.remoteParticipants.values()].flatMap(({ attributes, trackPublications }) =>
      [...trackPublications.values()].flatMap((publication) =>
        publication.source === Track.Source.Camera ? [{ place: attributes.place ?? "", publication }] : [],
      ),
    );
  /** Disabled tracks are not sent; LiveKit requests a key frame when one is enabled again. */
  const choosePictures = (): void => {
    for (const { trackPublications } of room.remoteParticipants.values())
      for (const publication of trackPublications.values())
        if (publication.kind === Track.Kind.Video) publication.setEnabled(!isSoundOnly);
  };
  const chooseLayers = (): void => {
    for (const { place, publication } of cameras())
      publication.setVideoQuality(place === String(large) ? VideoQuality.HIGH : VideoQuality.LOW);
  };
  const judgeLine = (): void => {
    const shown = cameras().filter(({ publication }) => publication.isSubscribed);
    onSoundAlone(
      !isSoundOnly &&
        shown.length > 0 &&
        shown.every(({ publication }) => publication.track?.streamState === Track.StreamState.Paused),
    );
  };
  const nameOf = (source: Track.Source, place: string | undefined): string | null => {
    if (source === Track.Source.ScreenShare) return "screen";
    if (!place) return null;
    return source === Track.Source.Camera ? `v${place}` : source === Track.Source.Microphone ? `a${place}` : null;
  };
  const maySend = (mid: string): boolean => {
    const { canPublish = false, canPublishSources = [] } = room.localParticipant.permissions ?? {};
    const all: readonly number[] = canPublishSources;
    return canPublish && (all.length === 0 || all.includes(sourceNumbers[mid] ?? 0));
  };
  /** Publishes and unpublishes tracks as wanted and allowed, one after another. */
  const settle = (): void => {
    work = work
      .then(async () => {
        for (const [mid, track] of wanted) {
          const source = sources[mid];
          if (isClosed) return;
          if (!source) continue;
          const sent = published.get(mid);
          if (sent && sent.track !== track) {
            published.delete(mid);
            await room.localParticipant.unpublishTrack(sent.track, false);
          }
          if (!track || published.has(mid) || !maySend(mid)) continue;
          const publication = await room.localParticipant.publishTrack(track, {
            source,
            videoCodec: "vp8",
            simulcast: mid === "camera",
            videoEncoding: {
              maxBitrate: mid === "screen" ? 1_500_000 : 1_200_000,
              maxFramerate: mid === "screen" ? 15 : 30,
            },
            videoSimulcastLayers: [small],
          });
          published.set(mid, { track, publication });
        }
      })
      // Revoked meanwhile, or LiveKit refuses: the next change tries again.
      .catch(() => undefined);
  };

  room
    .on(RoomEvent.TrackSubscribed, (track, publication, { attributes }) => {
      const name = nameOf(publication.source, attributes.place);
      if (name !== null) onTrack(name, track.mediaStreamTrack);
      choosePictures();
      chooseLayers();
      judgeLine();
    })
    .on(RoomEvent.TrackUnsubscribed, (_track, publication, { attributes }) => {
      const name = nameOf(publication.source, attributes.place);
      if (name !== null) onTrack(name, null);
      judgeLine();
    })
    .on(RoomEvent.TrackStreamStateChanged, judgeLine)
    .on(RoomEvent.ParticipantPermissionsChanged, (_before, participant) => participant.isLocal && settle())
    .on(RoomEvent.LocalTrackUnpublished, (publication) => {
      for (const [mid, sent] of published) if (sent.publication === publication) published.delete(mid);
      settle();
    })
    .on(RoomEvent.Disconnected, () => isClosed || onLost());
  await room.connect(url, token);
  return {
    put: (mid, track) => {
      wanted.set(mid, track);
      settle();
    },
    showLarge: (place) => {
      large = place;
      chooseLayers();
    },
    setSoundOnly: (isOn) => {
      isSoundOnly = isOn;
      choosePictures();
      judgeLine();
    },
    close: () => {
      isClosed = true;
      void room.disconnect(false);
    },
  };
};
