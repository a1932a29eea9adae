/** Starts the page's clock at a fixed time: what a screen says of times is the same each day. */
export const startClock = (openedAt: number): void => {
  const device = Date;
  const lead = openedAt - device.now();
  const now = (): number => device.now() + lead;
  globalThis.Date = new Proxy(device, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
};
