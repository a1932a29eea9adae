export { Flame } from "./Flame.tsx";
export { RingedFace } from "./RingedFace.tsx";
export { type RingSeat, SeatRing } from "./SeatRing.tsx";
