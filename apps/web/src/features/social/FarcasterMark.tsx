import { LineMark } from "../../shared/components/LineMark.tsx";

/** The mark of Farcaster: an arch. */
export const FarcasterMark = () => <LineMark path="M4 4h16M6 4v16M18 4v16M9 20v-6a3 3 0 0 1 6 0v6M3 20h6M15 20h6" />;
