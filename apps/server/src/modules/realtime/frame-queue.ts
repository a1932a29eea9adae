/** Frames that one connection may send at once, and per second after that. */
const frameRate = { burst: 60, perSecond: 20 } as const;
/** With so many frames waiting nothing more is read from a connection until some are answered. */
const pauseAt = 64;
/** What one read of the network brings may be more. No page of ours has so much to say. */
const floodAt = 1_000;

/** What carries a connection's frames. */
export interface FrameSource {
  /** Reads nothing more from the network: what the client says meanwhile waits on its own side. */
  pause(): void;
  resume(): void;
}

/** One connection's frames, answered one after another in the order in which they were sent. */
export interface FrameQueue {
  /** @returns false when so many wait that it can only be a flood; this one is not kept. */
  put(text: string): boolean;
  /** Drops what waits. */
  end(): void;
}

/**
 * Answers frames no faster than a connection may ask. Whoever asks faster is slowed down and not cut off: a page that comes
 * back with many chats to follow and many messages to send would ask for the same again, and be cut off again.
 * @param answer must not throw
 * @param now milliseconds of a clock that never goes back
 */
export const createFrameQueue = (
  source: FrameSource,
  answer: (text: string) => Promise<void>,
  now: () => number = () => performance.now(),
): FrameQueue => {
  const waiting: string[] = [];
  let tokens: number = frameRate.burst;
  let filledAt = now();
  let isRunning = false;
  let isPaused = false;

  /** Takes the right to one answer. @returns milliseconds to wait and ask again, or 0 when it was taken. */
  const take = (): number => {
    const at = now();
    tokens = Math.min(frameRate.burst, tokens + ((at - filledAt) / 1_000) * frameRate.perSecond);
    filledAt = at;
    if (tokens < 1) return Math.ceil(((1 - tokens) * 1_000) / frameRate.perSecond);
    tokens -= 1;
    return 0;
  };
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const waitMs = take();
      if (waitMs > 0) {
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        continue;
      }
      const text = waiting.shift();
      if (isPaused && waiting.length < pauseAt / 2) {
        isPaused = false;
        source.resume();
      }
      if (text !== undefined) await answer(text);
    }
    isRunning = false;
  };
  return {
    put: (text) => {
      if (waiting.length >= floodAt) return false;
      waiting.push(text);
      if (!isPaused && waiting.length >= pauseAt) {
        isPaused = true;
        source.pause();
      }
      if (!isRunning) {
        isRunning = true;
        void run();
      }
      return true;
    },
    end: () => {
      waiting.length = 0;
    },
  };
};
