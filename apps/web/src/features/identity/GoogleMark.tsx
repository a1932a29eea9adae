import { LineMark } from "../../shared/components/LineMark.tsx";

/** The mark of Google. */
export const GoogleMark = () => <LineMark path="M19 6.5A8.5 8.5 0 1 0 20.5 12H12.5" width={2.5} />;
