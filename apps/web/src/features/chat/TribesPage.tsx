import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { useMyChats } from "../../shared/queries/my-chats.ts";
import { idle } from "../../shared/time/idle.ts";
import { ChatList } from "./ChatList.tsx";
import { loadChatRoom } from "./parts.ts";

/** My chats. */
export const TribesPage = () => {
  usePageTitle("My Tribes");
  const router = useRouter();
  const mint = useMyChats().data?.[0]?.mint;
  // A chat is the likely next step: its scripts take a slow phone longer than everything else here.
  useEffect(() => {
    if (mint === undefined) return;
    idle()
      .then(() => Promise.all([router.preloadRoute({ to: "/chat/$mint", params: { mint } }), loadChatRoom()]))
      .catch(() => undefined); // it is loaded with the chat
  }, [router, mint]);
  return (
    // On a desktop as wide as Home, whose list has the same measure.
    <div className="mx-auto flex max-w-xl flex-col gap-4 px-4 py-6 lg:max-w-7xl lg:px-6">
      <h1 className="font-display text-xl font-semibold lg:px-3">My Tribes</h1>
      <ChatList isPage />
    </div>
  );
};
