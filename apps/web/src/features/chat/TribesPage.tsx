import { usePageTitle } from "../../shared/navigation/page-title.ts";
import { ChatList } from "./ChatList.tsx";

/** My chats. */
export const TribesPage = () => {
  usePageTitle("My Tribes");
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-4 px-4 py-6">
      <h1 className="font-display text-xl font-semibold">My Tribes</h1>
      <ChatList />
    </div>
  );
};
