import { useParams } from "@tanstack/react-router";
import { ErrorPanel, Loading, Skeleton, useMediaQuery } from "@tribe/ui";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { codeOf } from "../../shared/errors.ts";
import { useBack } from "../../shared/navigation/use-back.ts";
import { useToken } from "../../shared/queries/token.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { ChatGate } from "./ChatGate.tsx";
import { ChatHeader } from "./ChatHeader.tsx";
import { ChatList } from "./ChatList.tsx";
import { ChatRoom } from "./ChatRoom.tsx";
import { MembersList } from "./MembersList.tsx";

/** The room: messages for those inside, and for others what it takes to come in. */
export const ChatPage = () => {
  const { mint } = useParams({ from: "/chat/$mint" });
  const isWide = useMediaQuery("(min-width: 1024px)");
  const token = useToken(mint);
  const back = useBack("/tribes");
  useWatch(mint);
  if (!token.data)
    return codeOf(token.error) === "not_found" ? (
      <ErrorPanel
        heading="h1"
        title="This Tribe is not known here"
        cause="The link may be wrong."
        action="Go back"
        onAction={back}
      />
    ) : token.error ? (
      <QueryError error={token.error} onRetry={() => void token.refetch()} />
    ) : (
      <Loading label="Loading the chat">
        <div className="flex flex-col gap-4 p-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-16 w-2/3" />
          <Skeleton className="h-10 w-1/2" />
          <Skeleton className="h-16 w-3/5" />
        </div>
      </Loading>
    );
  const isInside = token.data.subscribeState === "active" || token.data.subscribeState === "chief";
  return (
    <div className="flex h-full min-h-0">
      {isWide ? (
        <nav aria-label="My Tribes" className="w-72 shrink-0 overflow-y-auto border-r border-line p-2">
          <ChatList />
        </nav>
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col">
        <ChatHeader token={token.data} />
        {isInside ? <ChatRoom key={mint} mint={mint} name={token.data.name} /> : <ChatGate token={token.data} />}
      </div>
      {isWide ? (
        <aside aria-label="Members" className="w-72 shrink-0 overflow-y-auto border-l border-line p-4">
          <h2 className="pb-2 font-display text-lg font-semibold">Members</h2>
          <MembersList mint={mint} symbol={token.data.symbol} />
        </aside>
      ) : null}
    </div>
  );
};
