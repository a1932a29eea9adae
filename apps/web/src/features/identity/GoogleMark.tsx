/** The mark of Google, drawn plain. */
export const GoogleMark = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    className="size-4 shrink-0"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.5"
    strokeLinecap="round"
  >
    <path d="M19 6.5A8.5 8.5 0 1 0 20.5 12H12.5" />
  </svg>
);
