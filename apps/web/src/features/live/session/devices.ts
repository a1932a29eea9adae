/** Opens the microphone. @throws DOMException when the person or the device refuses. */
export const openMicrophone = async (): Promise<MediaStreamTrack> => {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  return onlyTrack(stream);
};

/** Opens the front or the back camera. @throws DOMException as above */
export const openCamera = async (facing: "user" | "environment"): Promise<MediaStreamTrack> => {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { width: { ideal: 1_280 }, height: { ideal: 720 }, frameRate: { ideal: 25, max: 30 }, facingMode: facing },
  });
  return onlyTrack(stream);
};

/** Whether this browser can show its screen. */
export const canShareScreen = (): boolean => "mediaDevices" in navigator && "getDisplayMedia" in navigator.mediaDevices;

/** Opens the screen or a window that the person chooses. @throws DOMException when they choose none. */
export const openScreen = async (): Promise<MediaStreamTrack> => {
  const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 15 } }, audio: false });
  const track = onlyTrack(stream);
  track.contentHint = "detail";
  return track;
};

const onlyTrack = (stream: MediaStream): MediaStreamTrack => {
  const [track] = stream.getTracks();
  if (!track) throw new DOMException("The device gave nothing", "NotFoundError");
  return track;
};

/** Measures a microphone's loudness, 0 to 1, about 15 times a second. Returns a function that stops it. */
export const watchLevel = (track: MediaStreamTrack, onLevel: (level: number) => void): (() => void) => {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    // Loudness is perceived as a power of the signal.
    onLevel(Math.min(1, Math.sqrt(power) ** 0.6 * 2));
  }, 66);
  return () => {
    clearInterval(timer);
    void context.close();
  };
};
