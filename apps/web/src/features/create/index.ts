export { TribeIsLive } from "./TribeIsLive.tsx";
