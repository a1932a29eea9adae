import { skipToken, useQuery } from "@tanstack/react-query";
import type { Mint } from "@tribe/contract";
import { keys } from "./keys.ts";

/** Whether the chat could not be loaded, so that retrying is the screen's main action. The room itself loads it. */
export const useIsRoomFailed = (mint: Mint): boolean => {
  const messages = useQuery({ queryKey: keys.messages(mint), queryFn: skipToken });
  const room = useQuery({ queryKey: keys.room(mint), queryFn: skipToken });
  return messages.data === undefined && (messages.isError || room.isError);
};
