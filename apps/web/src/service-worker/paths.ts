/** The page without data, as the server has it for the service worker. */
export const shellPath = "/shell.html";

/** Whether a path of our origin is a page of the app: not the API, media or a file. */
export const isPagePath = (path: string): boolean => !/^\/(api|img|media|ws)(\/|$)/.test(path) && !/\.\w+$/.test(path);
