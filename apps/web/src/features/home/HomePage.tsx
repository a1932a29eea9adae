import { useNavigate, useSearch } from "@tanstack/react-router";
import { Button, TextField } from "@tribe/ui";
import { Tabs } from "@tribe/ui/tabs";
import { Flame, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useIsSignedIn } from "../../shared/api/access.ts";
import { openCreate } from "../../shared/flow/openers.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { type HomeSearch, readHomeSearch } from "./home-search.ts";
import { Listing } from "./Listing.tsx";
import { SetupCard } from "./SetupCard.tsx";
import { Welcome } from "./Welcome.tsx";
import { WindowChoice } from "./WindowChoice.tsx";

const tabs = [
  { value: "leaderboard", label: "Leaderboard" },
  { value: "migrated", label: "Migrated" },
] as const;

/** Typing goes on for a moment before it is searched for. */
const typingMs = 250;

/** The market at the door: ranked Tribes with live prices. What is shown stands in the address, so that Back finds it. */
export const HomePage = () => {
  const { tab = "leaderboard", window = "all", q = "" } = useSearch({ from: "/" });
  const navigate = useNavigate({ from: "/" });
  const [typed, setTyped] = useState(q);
  const asked = useRef(q);
  // Back, or a link to the plain page, brings another search than the one that was typed.
  useEffect(() => {
    if (q === asked.current) return;
    asked.current = q;
    setTyped(q);
  }, [q]);
  const isSignedIn = useIsSignedIn();
  useWatch(null);
  const show = (change: HomeSearch) =>
    void navigate({ to: "/", search: (old) => readHomeSearch({ ...old, ...change }), replace: true });
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === q) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      void navigate({ to: "/", search: (old) => readHomeSearch({ ...old, q: wanted }), replace: true });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, q, navigate]);
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-4 px-4 py-4 lg:px-6">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="flex-1 font-display text-xl font-bold lg:flex-none">Tribes</h1>
        <TextField
          label="Search Tribes"
          labelHidden
          type="search"
          placeholder="Search by name or symbol"
          maxLength={64}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          suffix={<Search aria-hidden size={16} />}
          className="order-last w-full lg:order-none lg:w-80"
        />
        <span className="hidden flex-1 lg:block" />
        <Button look="main" icon={<Flame aria-hidden size={18} />} onClick={() => openCreate()}>
          Create your Tribe
        </Button>
      </div>
      {isSignedIn ? <SetupCard /> : <Welcome />}
      <Tabs
        label="Listing"
        value={tab}
        onChange={(value) => show({ tab: value })}
        options={tabs}
        className="relative"
        listClassName="w-47 lg:w-60"
        panelClassName="pt-2"
      >
        <div className="absolute top-0 right-0">
          <WindowChoice value={window} onChange={(value) => show({ window: value })} />
        </div>
        <Listing key={`${tab} ${window} ${q}`} tab={tab} window={window} search={q} />
      </Tabs>
    </div>
  );
};
