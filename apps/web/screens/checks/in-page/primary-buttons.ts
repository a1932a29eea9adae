// Runs inside a page, sent there as text by both floors (screens and e2e): it may use nothing from outside itself.

/** The texts of the visible primary (ember) buttons: a screen may have at most one. */
export const primaryButtons = (): readonly string[] => {
  const top = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1) ?? document.body;
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.backgroundColor = "var(--tribe-ember)";
  const ember = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return [...top.querySelectorAll<HTMLElement>("button, a[href]")]
    .filter((element) => {
      // Elements that appear only on keyboard focus do not count.
      if (element.matches(".sr-only, .max-sm\\:sr-only, .-translate-y-full")) return false;
      const { left, right, top: up, bottom, width, height } = element.getBoundingClientRect();
      return (
        getComputedStyle(element).backgroundColor === ember &&
        element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
        width > 1 &&
        height > 1 &&
        right > 0 &&
        left < innerWidth &&
        bottom > 0 &&
        up < innerHeight
      );
    })
    .map((element) => element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "");
};
