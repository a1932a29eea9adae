import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { readHomeSearch } from "../home-search.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The entry below is Home without a search: closing the search goes back to it. */
    isSearchOverHome?: boolean;
  }
}

/** Debounces typing in the search. */
const typingMs = 250;

/**
 * The search on Home. While it is open it has an entry of the browser's history, so that Back closes it, and a found Tribe's page
 * leads back to what was found. It opens by a press or by typing, not when the focus merely passes the field.
 */
export const useHomeSearch = () => {
  const { q } = useSearch({ from: "/" });
  const navigate = useNavigate({ from: "/" });
  const router = useRouter();
  const [isOpen, setOpen] = useState(q !== undefined);
  const [typed, setTyped] = useState(q ?? "");
  const lastQuery = useRef(q);
  // Back, or a link to Home without a search, changes the search in the address: the field follows it.
  useEffect(() => {
    if (q === lastQuery.current) return;
    lastQuery.current = q;
    setTyped(q ?? "");
    setOpen(q !== undefined);
  }, [q]);
  const open = () => {
    if (isOpen) return;
    setOpen(true);
    lastQuery.current = "";
    void navigate({
      to: "/",
      search: (old) => readHomeSearch({ ...old, q: "" }),
      state: (old) => ({ ...old, isSearchOverHome: true }),
    });
  };
  const close = () => {
    setOpen(false);
    setTyped("");
    lastQuery.current = undefined;
    if (router.state.location.state.isSearchOverHome) router.history.back();
    else void navigate({ to: "/", search: (old) => readHomeSearch({ ...old, q: undefined }), replace: true });
  };
  useEffect(() => {
    const wanted = typed.trim();
    if (!isOpen || q === undefined || wanted === q) return;
    const timer = setTimeout(() => {
      lastQuery.current = wanted;
      void navigate({
        to: "/",
        search: (old) => readHomeSearch({ ...old, q: wanted }),
        state: (old) => ({ ...old }),
        replace: true,
      });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, q, isOpen, navigate]);
  return { isOpen, typed, search: q ?? "", open, close, setTyped };
};
