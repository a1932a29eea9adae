/** A small mark on the picture of a person who is online. */
export const OnlineMark = () => (
  <span className="absolute -right-0.5 -bottom-0.5 size-3 rounded-full border-2 border-bg bg-up">
    <span className="sr-only">online</span>
  </span>
);
