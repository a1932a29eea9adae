/** Three animated bars that mean "live". */
export const LiveBars = () => (
  <span aria-hidden className="inline-flex h-3 items-center gap-0.5">
    {["h-1/2", "h-full [animation-delay:-300ms]", "h-3/4 [animation-delay:-600ms]"].map((each) => (
      <span key={each} className={`w-0.5 rounded-full bg-current animate-live ${each}`} />
    ))}
  </span>
);
