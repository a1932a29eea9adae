import { type Html, html } from "./html.ts";

/** Carries an OAuth request's own parameters through a form. */
export const hiddenFields = (params: URLSearchParams, names: readonly string[]): Html[] =>
  names.map((name) => html`<input type="hidden" name="${name}" value="${params.get(name) ?? ""}">`);
