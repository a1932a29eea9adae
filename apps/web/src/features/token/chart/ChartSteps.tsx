import { IconButton } from "@tribe/ui";
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "@tribe/ui/icons";

interface ChartStepsProps {
  readonly onPan: (part: number) => void;
  readonly onZoom: (factor: number) => void;
}

/** Buttons to pan and zoom without a pointer. Loaded with the chart. */
export const ChartSteps = ({ onPan, onZoom }: ChartStepsProps) => (
  <div className="flex">
    <IconButton label="Earlier" onClick={() => onPan(-0.3)}>
      <ChevronLeft aria-hidden size={18} />
    </IconButton>
    <IconButton label="Later" onClick={() => onPan(0.3)}>
      <ChevronRight aria-hidden size={18} />
    </IconButton>
    <IconButton label="Zoom out" onClick={() => onZoom(1.5)}>
      <ZoomOut aria-hidden size={18} />
    </IconButton>
    <IconButton label="Zoom in" onClick={() => onZoom(1 / 1.5)}>
      <ZoomIn aria-hidden size={18} />
    </IconButton>
  </div>
);
