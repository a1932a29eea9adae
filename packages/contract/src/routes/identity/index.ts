/** Sign-in, the session and the person, split so that a page loads only the parts that it calls. */

export * from "./own-profile.ts";
export * from "./people-search.ts";
export * from "./profile.ts";
export { createDevice, rotateSession, signIn, signOut } from "./session.ts";
export * from "./sessions.ts";
export * from "./sign-in.ts";
