import "yet-another-react-lightbox/styles.css";
import { useEffect, useState } from "react";
import YetAnotherLightbox, { type Slide } from "yet-another-react-lightbox";
import Download from "yet-another-react-lightbox/plugins/download";
import Video from "yet-another-react-lightbox/plugins/video";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { mediaUrl } from "./media-url.ts";
import type { Visual } from "./visual.ts";

/** A message's pictures and videos, large. Swipe or arrow keys: next; pinch, double tap, wheel, +, −: zoom; Escape: close. */
export const Lightbox = ({
  visuals,
  index,
  onClose,
}: {
  visuals: readonly Visual[];
  index: number;
  onClose: () => void;
}) => {
  const [slides, setSlides] = useState<readonly Slide[] | null>(null);
  useEffect(() => {
    let isHere = true;
    void Promise.all(visuals.map(slideOf)).then((made) => isHere && setSlides(made));
    return () => {
      isHere = false;
    };
  }, [visuals]);
  return slides === null ? null : (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={[...slides]}
      plugins={[Zoom, Video, Download]}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      zoom={{ maxZoomPixelRatio: 3, scrollToZoom: true }}
      animation={{ fade: 150, swipe: 200 }}
      render={visuals.length > 1 ? {} : { buttonPrev: () => null, buttonNext: () => null }}
      styles={{ container: { backgroundColor: "oklch(0.1 0.006 55 / 0.94)" } }}
    />
  );
};

const slideOf = async (visual: Visual): Promise<Slide> => {
  const url = (await mediaUrl(visual.id, "full")) ?? "";
  const { width, height, name } = visual;
  if (visual.kind === "image") return { src: url, alt: name, width, height, download: { url, filename: name } };
  const poster = visual.blur === null ? null : await mediaUrl(visual.id, "poster");
  return {
    type: "video",
    width,
    height,
    ...(poster === null ? {} : { poster }),
    sources: [{ src: url, type: visual.mimeType }],
    download: { url, filename: name },
  };
};
