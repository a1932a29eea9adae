import { LineMark } from "../../shared/components/LineMark.tsx";

/** The mark of X. */
export const XMark = () => <LineMark path="M4 4l16 16M20 4L4 20" />;
