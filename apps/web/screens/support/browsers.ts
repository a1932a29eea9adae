type PageWindow = Window & typeof globalThis;

const refuse = (window: PageWindow, target: object, name: string): void => {
  Object.defineProperty(target, name, {
    get: () => {
      throw new window.DOMException("denied", "SecurityError");
    },
  });
};

/** A browser that was told to keep nothing of any site, as Chromium answers then. */
export const withoutStorage = (window: PageWindow): void => {
  const { navigator, indexedDB, DOMException } = window;
  for (const name of ["localStorage", "sessionStorage", "caches"]) refuse(window, window, name);
  refuse(window, navigator, "serviceWorker");
  Reflect.set(indexedDB, "open", () => {
    throw new DOMException("denied", "SecurityError");
  });
  const denied = () => Promise.reject(new DOMException("denied", "SecurityError"));
  Object.assign(navigator.locks, { request: denied, query: denied });
};

/** A browser whose database never answers, as Safari's does at times. */
export const withSilentDatabase = ({ indexedDB, EventTarget }: PageWindow): void => {
  Reflect.set(indexedDB, "open", () => new EventTarget());
};

/** iOS's Lockdown Mode, and hardened browsers: what they leave out of a page. */
export const withoutManyParts = (window: PageWindow): void => {
  for (const name of [
    "serviceWorker",
    "locks",
    "mediaDevices",
    "credentials",
    "storage",
    "share",
    "wakeLock",
    "clipboard",
  ])
    Reflect.deleteProperty(window.Navigator.prototype, name);
  for (const name of [
    ...["BroadcastChannel", "PushManager", "RTCPeerConnection", "MediaRecorder", "PublicKeyCredential", "caches"],
    ...["AudioContext", "requestIdleCallback", "WebGLRenderingContext", "WebAssembly", "FileReader"],
  ])
    Reflect.deleteProperty(window, name);
};

/** Safari's engine, as far as a page asks for it. */
export const asSafari = (window: PageWindow): void => {
  Reflect.set(window, "GestureEvent", class {});
};

/** A phone, by the size of its screen in CSS pixels; `hasTouch` besides. */
export const asPhone = (window: PageWindow): void => {
  for (const [name, value] of Object.entries({ width: 360, height: 740 }))
    Object.defineProperty(window.screen, name, { value, configurable: true });
};
