/** Shown on a plain-http address, where the browser has no secure context: explains it, and how to set the public URL. */
export const InsecureContextPage = () => (
  <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-4 px-6 py-12">
    <h1 className="font-display text-xl font-semibold">This address isn't secure</h1>
    <p>
      Tribe keeps a wallet in your browser, and browsers allow that only on secure addresses: <code>https://…</code> or{" "}
      <code>http://localhost</code>. This page came over <code>{location.origin}</code>.
    </p>
    <p className="text-muted">
      On the machine that runs Tribe, open <code>http://localhost:{location.port || "3000"}</code>. To reach it from
      other devices, put it behind https and start it with that address:
    </p>
    <pre className="rounded-card bg-raised p-4 text-sm break-all whitespace-pre-wrap">
      TRIBE_PUBLIC_URL=https://tribe.example npm start
    </pre>
  </main>
);
