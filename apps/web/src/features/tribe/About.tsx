import type { TokenProfile } from "@tribe/contract";
import { Suspense, useCallback, useState } from "react";
import { AboutTribe } from "../token/index.ts";

/** What is told of a Tribe, with what its Chief has pinned in the chat. It is loaded once its place comes into sight. */
export const About = ({ token }: { token: TokenProfile }) => {
  const [isSeen, setSeen] = useState(false);
  const watch = useCallback((place: HTMLElement) => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={isSeen ? null : watch} aria-label="About" className="min-h-60">
      {isSeen ? (
        <Suspense>
          <AboutTribe token={token} />
        </Suspense>
      ) : null}
    </section>
  );
};
