/** Somebody is here now: a small mark on their picture. */
export const OnlineMark = () => (
  <span className="absolute -right-0.5 -bottom-0.5 size-3 rounded-full border-2 border-bg bg-up">
    <span className="sr-only">online</span>
  </span>
);
