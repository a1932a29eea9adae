export { callerWallet } from "./caller-wallet.ts";
export { createCallers } from "./callers.ts";
export { faceAt, faceOf, tribePicture } from "./face.ts";
export { createPeople, createPeopleEditor } from "./people.ts";
export { identityImplementations } from "./routes.ts";
