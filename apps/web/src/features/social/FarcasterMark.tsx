/** The mark of Farcaster, drawn plain: an arch. */
export const FarcasterMark = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    className="size-4 shrink-0"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
  >
    <path d="M4 4h16M6 4v16M18 4v16M9 20v-6a3 3 0 0 1 6 0v6M3 20h6M15 20h6" />
  </svg>
);
