import type { Database } from "../../db/client.ts";
import type { RouteImplementation } from "../../http/implement.ts";
import { createGoogleClient } from "./google-client.ts";
import { createDevice } from "./routes/create-device.ts";
import { endOtherSessions } from "./routes/end-other-sessions.ts";
import { endSession } from "./routes/end-session.ts";
import { finishGoogle } from "./routes/finish-google.ts";
import { linkGoogle } from "./routes/link-google.ts";
import { rotateSession } from "./routes/rotate-session.ts";
import { searchPeople } from "./routes/search-people.ts";
import { sessions } from "./routes/sessions.ts";
import { signIn } from "./routes/sign-in.ts";
import { signOut } from "./routes/sign-out.ts";
import { startEmail } from "./routes/start-email.ts";
import { startGoogle } from "./routes/start-google.ts";
import { updateUser } from "./routes/update-user.ts";
import { userProfile } from "./routes/user-profile.ts";
import { verifyEmail } from "./routes/verify-email.ts";

/**
 * Devices, sign-in by mailed code and with Google, sessions and the profile. `sideDb` counts attempts on a connection of its own,
 * so that a command that rolls back does not undo the count.
 */
export const identityImplementations = (
  sideDb: Database,
  google = createGoogleClient(),
): readonly RouteImplementation[] => [
  createDevice,
  startEmail,
  verifyEmail(sideDb),
  startGoogle(google),
  finishGoogle(google),
  linkGoogle(sideDb),
  rotateSession,
  signOut,
  sessions,
  endSession,
  endOtherSessions,
  signIn,
  updateUser,
  userProfile,
  searchPeople,
];

export { callerWallet } from "./caller-wallet.ts";
export { createCallers } from "./callers.ts";
export { endSessionJob } from "./end-session-job.ts";
export { forgetPerson } from "./forget-person.ts";
export { nameAndPictureAt, nameAndPictureOf } from "./rules/name-and-picture.ts";
export type { Person } from "./rules/person.ts";
export { placeOf } from "./rules/session-place.ts";
export { tribeName, tribePicture } from "./rules/tribe-appearance.ts";
export { revokeSessions } from "./sessions.ts";
export { consumeMailedCode, makeMailedCode } from "./sign-in-codes.ts";
export {
  emailOf,
  grantRights,
  moveAddress,
  setAddress,
  setFarcaster,
  setNerfed,
  setTwitter,
} from "./store/edit-people.ts";
export {
  peopleByAddresses,
  peopleByUidAndAddress,
  peopleByUids,
  personByAddress,
  personByUid,
} from "./store/people.ts";
export { resealSecrets } from "./store/reseal-secrets.ts";
export { shownTribeName } from "./store/shown-tribe-name.ts";
