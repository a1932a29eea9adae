// Why colours are written twice: docs/decisions/0084.
/** Both colour schemes of `packages/ui/src/tokens.css` as sRGB: mail programs support neither OKLCH nor `light-dark()`. */
export const light = {
  ground: "#faf7f4",
  panel: "#ffffff",
  raised: "#f2eeea",
  line: "#e2ddd8",
  text: "#201713",
  muted: "#5c524a",
  ember: "#c74307",
  link: "#b73900",
  onEmber: "#fffdfa",
  up: "#056f3c",
  down: "#be2132",
} as const;

const dark: Readonly<Record<keyof typeof light, string>> = {
  ground: "#0e0b09",
  panel: "#15110f",
  raised: "#201b17",
  line: "#2b2622",
  text: "#f5f2ed",
  muted: "#b4ada5",
  ember: "#ff8538",
  link: "#ff974d",
  onEmber: "#1c0b03",
  up: "#5fdc96",
  down: "#fd8188",
};

export const titles = "'Bricolage Grotesque', Inter, 'Segoe UI', Helvetica, Arial, sans-serif";
export const words = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/**
 * Light colours are inline styles, which every mail program supports; this style sheet switches to dark where the program
 * knows the reader's preference, and adapts the width to phones.
 */
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.ground { background-color: ${light.ground}; }
@media (prefers-color-scheme: dark) {
.ground { background-color: ${dark.ground} !important; }
.panel { background-color: ${dark.panel} !important; border-color: ${dark.line} !important; }
.raised { background-color: ${dark.raised} !important; border-color: ${dark.line} !important; color: ${dark.text} !important; }
.line { border-color: ${dark.line} !important; }
.text { color: ${dark.text} !important; }
.muted { color: ${dark.muted} !important; }
.link { color: ${dark.link} !important; }
.button { background-color: ${dark.ember} !important; color: ${dark.onEmber} !important; }
.up { color: ${dark.up} !important; }
.down { color: ${dark.down} !important; }
.mark { background-color: ${dark.ember} !important; }
}
@media (max-width: 480px) {
.panel { padding: 24px 20px !important; border-radius: 0 !important; border-left-width: 0 !important; border-right-width: 0 !important; }
.edge { padding-left: 20px !important; padding-right: 20px !important; }
.button { display: block !important; }
}`;
