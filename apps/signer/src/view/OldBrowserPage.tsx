import { oldBrowserTexts } from "@tribe/domain/words";
import { OwnWindow } from "./OwnWindow.tsx";
import { Panel } from "./Panel.tsx";

/** What a browser says that can't sign: which ones can, and that the address works there. */
export const OldBrowserPage = ({ appOrigin }: { readonly appOrigin: string }) => (
  <OwnWindow appOrigin={appOrigin}>
    <Panel title={oldBrowserTexts.title}>
      <p className="text-sm">{oldBrowserTexts.why}</p>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-sm">
        {oldBrowserTexts.ways.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
      <p className="text-sm">{oldBrowserTexts.afterwards}</p>
    </Panel>
  </OwnWindow>
);
