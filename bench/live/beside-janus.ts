import { openJanusRoom } from "../../apps/server/src/engines/live/testing/janus-room.ts";
import { type CrowdCost, type Load, measureCrowd } from "./crowd.ts";

/** One speaker before a crowd in a VideoRoom of Janus. Null where Janus is not. */
export const measureJanus = async (load: Load): Promise<CrowdCost | null> => {
  const room = await openJanusRoom();
  if (!room) return null;
  try {
    return await measureCrowd(load, room);
  } finally {
    await room.close();
  }
};
