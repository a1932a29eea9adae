import { openJanusRoom } from "../../apps/server/src/engines/live/testing/janus-room.ts";
import { type CrowdCost, type Load, measureCrowd } from "./crowd.ts";

/** One speaker with a crowd of viewers in a VideoRoom of Janus. Null if Janus is not installed. */
export const measureJanus = async (load: Load): Promise<CrowdCost | null> => {
  const room = await openJanusRoom();
  if (!room) return null;
  try {
    return await measureCrowd(load, room);
  } finally {
    await room.close();
  }
};
