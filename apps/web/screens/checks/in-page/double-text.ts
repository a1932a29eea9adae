// Runs inside a page, sent there as text by both floors (screens and e2e): it may use nothing from outside itself.

/** Doubles the page's text size. All font sizes are in pixels: the browser's setting for larger text scales them, the root's font size does not. */
export const doubleText = (): void => {
  const sizes = Object.entries({ xs: 12, sm: 14, base: 16, lg: 20, xl: 28, "2xl": 40 })
    .map(([name, size]) => `--text-${name}: ${size * 2}px !important;`)
    .join(" ");
  // A constructed style sheet, as the pages' content policy forbids inline styles.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root, :host { ${sizes} } html { font-size: 32px }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
