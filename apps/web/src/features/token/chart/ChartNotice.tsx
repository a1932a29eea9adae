/** The visible notice that the chart library's licence requires, and the way to the texts of all the others. */
export const ChartNotice = () => (
  <p className="border-t border-line pt-4 text-xs text-muted">
    Chart: TradingView Lightweight Charts™ Copyright © 2025 TradingView, Inc.{" "}
    <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer" className="underline underline-offset-2">
      https://www.tradingview.com/
    </a>{" "}
    <a href="/third-party-licences.txt" target="_blank" rel="noreferrer" className="underline underline-offset-2">
      Third-party licences
    </a>
  </p>
);
