import { type LocalUser, routes } from "@tribe/contract";
import { reachable } from "../http/reachable.ts";
import type { Session } from "./session.ts";

/** An account of the X stand-in; any valid handle works. */
export interface XAccount {
  readonly name: string;
  /** 1 to 15 letters, digits or underscores. */
  readonly username: string;
}

/**
 * Connects an X account as a browser does: from the app to X's consent page, and back to the app's callback.
 * @throws Error with the last step, when the account was not connected
 */
export const connectX = async (session: Session, account: XAccount): Promise<LocalUser> => {
  const { authorizationUrl } = await session.api(routes.social.startX, { body: { returnTo: "/" } });
  const page = await fetch(authorizationUrl);
  if (!page.ok) throw new Error(`X answered the request for consent with ${page.status}`);
  const url = new URL(authorizationUrl);
  const form = new URLSearchParams(url.searchParams);
  form.set("persona", "typed");
  form.set("name", account.name);
  form.set("username", account.username);
  const consent = await fetch(`${url.origin}${url.pathname}`, { method: "POST", body: form, redirect: "manual" });
  const callback = consent.headers.get("location");
  if (!callback) throw new Error(`X answered the consent with ${consent.status}`);
  const end = await session.fetch(reachable(callback), { redirect: "manual" });
  const landed = end.headers.get("location") ?? `status ${end.status}`;
  const user = await session.signIn();
  if (user.twitter?.handle !== account.username) throw new Error(`The X account was not connected: ${landed}`);
  return user;
};
