/** What some browsers don't have, or have switched off. */
export type Lack = "RTCPeerConnection" | "field-sizing";

/** Takes it from this page, before its scripts ask for it. */
export const takeAway = (lacks: readonly Lack[]): void => {
  for (const lack of lacks)
    if (lack === "field-sizing") takeProperty(lack);
    else Reflect.deleteProperty(window, lack);
};

/** Takes a property of CSS. */
const takeProperty = (name: string): void => {
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (property: string, value?: string) =>
    !property.includes(name) && (value === undefined ? supports(property) : supports(property, value));
  const sheet = new CSSStyleSheet();
  sheet.insertRule(`* { ${name}: initial !important; }`);
  document.adoptedStyleSheets.push(sheet);
};
