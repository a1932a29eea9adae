import { Link } from "@tanstack/react-router";
import { buttonClasses, EmptyState } from "@tribe/ui";
import { Compass } from "@tribe/ui/icons";
import { usePageTitle } from "../../shared/navigation/page-title.ts";

/** A path that leads nowhere. */
export const NotFoundPage = () => {
  usePageTitle("Page not found");
  return (
    <EmptyState
      icon={<Compass size={24} />}
      heading="h1"
      title="Page not found"
      message="The link may be incomplete, or the page is gone."
    >
      <Link to="/" className={buttonClasses("primary")}>
        Go home
      </Link>
    </EmptyState>
  );
};
