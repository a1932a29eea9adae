/** The mark of X, drawn plain. */
export const XMark = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    className="size-4 shrink-0"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
  >
    <path d="M4 4l16 16M20 4L4 20" strokeLinecap="round" />
  </svg>
);
