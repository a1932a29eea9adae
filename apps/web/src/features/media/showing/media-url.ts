import { type MediaForm, mediaUrlEnd, signMediaUrl } from "@tribe/contract";
import { useEffect, useState } from "react";
import { access } from "../../../shared/api/access.ts";
import { queryClient } from "../../../shared/api/query-client.ts";
import { configQuery, useConfig } from "../../../shared/queries/config.ts";
import { useStore } from "../../../shared/state/store.ts";
import { confirmServerTime } from "../../../shared/time/confirm-server-time.ts";
import { clockLead, serverNow } from "../../../shared/time/server-time.ts";
import { localUrl, useLocalUrl } from "./local-media.ts";

/** Computed URLs by their parameters, so that a picture that scrolls into view again is shown at once. */
const made = new Map<string, string>();

const keyOf = (id: string, form: MediaForm, session: { readonly sessionSecret: string }, until: number): string =>
  [id, form, session.sessionSecret, until].join(" ");

/** The URL of a file for this person; null while nobody is signed in. */
export const mediaUrl = async (id: string, form: MediaForm): Promise<string | null> => {
  const local = localUrl(id, form);
  if (local !== undefined) return local;
  const { session } = access.get();
  if (!session) return null;
  const { uploadUrl } = await queryClient().ensureQueryData(configQuery);
  await confirmServerTime();
  const until = mediaUrlEnd(serverNow());
  const claim = { id, form, sessionId: session.sessionId, until };
  const url = await signMediaUrl(uploadUrl, session.sessionSecret, claim);
  made.set(keyOf(id, form, session, until), url);
  return url;
};

/** {@link mediaUrl} as a hook; null until it is computed. */
export const useMediaUrl = (id: string, form: MediaForm): string | null => {
  const local = useLocalUrl(id, form);
  const { session } = useStore(access);
  const isReady = useConfig() !== null;
  // A corrected clock may give another address.
  useStore(clockLead);
  const known = session ? (made.get(keyOf(id, form, session, mediaUrlEnd(serverNow()))) ?? null) : null;
  const [, redraw] = useState(0);
  useEffect(() => {
    if (local !== undefined || known !== null || !session || !isReady) return;
    let isHere = true;
    void mediaUrl(id, form).then(() => isHere && redraw((count) => count + 1));
    return () => {
      isHere = false;
    };
  }, [id, form, local, known, session, isReady]);
  return local === undefined ? known : local;
};
