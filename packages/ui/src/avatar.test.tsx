import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { Avatar } from "./Avatar.tsx";

const pictureOf = (src: string | null, fallback: string | null) =>
  /<img[^>]* src="([^"]+)"/.exec(renderToString(<Avatar src={src} fallback={fallback} name="Mara" />))?.[1] ?? null;

it("shows the picture, or the default one without it, and keeps the place while that is being drawn", () => {
  expect(pictureOf("/mara.png", "data:default")).toBe("/mara.png");
  expect(pictureOf(null, "data:default")).toBe("data:default");
  expect(pictureOf(null, null)).toBeNull();
});
