/** The logo of another service, drawn as one plain line. */
export const LineMark = ({ path, width = 2 }: { path: string; width?: number }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    className="size-4 shrink-0"
    fill="none"
    stroke="currentColor"
    strokeWidth={width}
    strokeLinecap="round"
  >
    <path d={path} />
  </svg>
);
