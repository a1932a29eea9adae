import { createElement, type FunctionComponent, type SVGProps } from "react";

export interface IconProps extends SVGProps<SVGSVGElement> {
  /** Of its square, in pixels. */
  readonly size?: number;
}
export type Icon = FunctionComponent<IconProps>;

/** An element of the drawing and its attributes. */
type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** Whether an icon has a meaning for those who do not see it; others are decoration. */
const isNamed = (props: object): boolean =>
  Object.entries(props).some(([name, value]) => /^(aria-|role$)/.test(name) && value != null);

/** An icon of Lucide, drawn on 24 by 24 units. */
export const createIcon =
  (shapes: readonly Shape[]): Icon =>
  ({ size = 24, children, ...props }) =>
    createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": children !== undefined || isNamed(props) ? undefined : true,
        ...props,
      },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    );
