/** The fire; grey and still while it is out. */
export const Flame = ({ size = 28, isOut = false }: { size?: number; isOut?: boolean }) => (
  <svg aria-hidden="true" viewBox="0 0 32 36" height={size} className={isOut ? undefined : "animate-flicker"}>
    <path
      className={isOut ? "fill-faint" : "fill-ember"}
      d="M16.500 1c1 6.500 9 10 9 20a9.500 9.500 0 0 1-19 1c0-4.800 2-7.300 4.200-9.800.4 2.900 1.500 4.400 3.200 5C13.200 12 13.800 5.500 16.500 1z"
    />
    <path
      className={isOut ? "fill-line-strong" : "fill-tip"}
      d="M16.300 17c.6 3.500 4.200 4.800 4.200 9a4.500 4.500 0 0 1-9 .2c0-2.300 1-3.500 2-4.600.3 1.200.8 1.900 1.500 2.200-.3-2.600.2-4.800 1.300-6.800z"
    />
  </svg>
);
