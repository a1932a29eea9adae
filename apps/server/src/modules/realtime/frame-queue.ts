// Why a busy socket is slowed down, not closed: docs/decisions/0074.
/** Rate limit of one connection's frames: burst, and per second. */
const frameRate = { burst: 60, perSecond: 20 } as const;
/** When so many frames wait, the connection is not read until some are answered. */
const pauseAt = 64;
/** The most that may wait, because one read of the network can bring several. No page of ours sends so many. */
const floodAt = 1_000;

/** What the queue needs of a connection. */
export interface FrameSource {
  /** Stops reading from the network, so that the client's data waits on its own side. */
  pause(): void;
  resume(): void;
}

/** The frames of one connection, answered in the order in which they were sent. */
export interface FrameQueue {
  /** @returns false when so many wait that it can only be a flood; this frame is dropped */
  put(text: string): boolean;
  /** Drops all waiting frames. */
  end(): void;
}

/**
 * Answers frames no faster than the rate limit. A client that sends faster is slowed down instead of disconnected: a page that
 * comes back with many chats and many unsent messages would send the same again, and be disconnected again.
 * @param answer must not throw
 * @param now milliseconds of a monotonic clock
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

  /** Takes one answer from the rate limit. @returns 0, or how many milliseconds to wait before trying again */
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
