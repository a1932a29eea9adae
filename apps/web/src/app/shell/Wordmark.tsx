/** The fire. */
export const Wordmark = () => (
  <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8">
    <path
      d="M16 4c1 4.500 7 7.500 7 14.500a7 7 0 0 1-14 0c0-2.900 1.200-4.700 2.600-6.200.3 2 1.100 3.100 2.300 3.500C13.300 12 14.200 7.500 16 4z"
      className="fill-ember"
    />
    <path d="M7 28h18" className="stroke-line-strong" strokeWidth="2" strokeLinecap="round" />
  </svg>
);
