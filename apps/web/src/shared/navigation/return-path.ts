/** The path of this page, for a provider to send the browser back to. */
export const returnPath = (): string => `${location.pathname}${location.search}`.slice(0, 300);
