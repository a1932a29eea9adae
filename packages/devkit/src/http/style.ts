/** Style of the stand-ins' pages: the app's colours with system fonts, since nothing is loaded from elsewhere. */
export const style = `
:root{--ground:oklch(98% .006 70);--raised:oklch(100% 0 0);--line:oklch(88% .012 70);--text:oklch(25% .015 60);--quiet:oklch(45% .015 60);
--ember:oklch(52% .17 40);--on-ember:oklch(99% .01 70);--bad:oklch(48% .18 25);--good:oklch(45% .12 150)}
@media (prefers-color-scheme:dark){:root{--ground:oklch(18% .012 60);--raised:oklch(22% .014 60);--line:oklch(33% .014 60);--text:oklch(94% .01 70);--quiet:oklch(75% .012 70);
--ember:oklch(76% .15 50);--on-ember:oklch(18% .03 50);--bad:oklch(76% .14 25);--good:oklch(80% .13 150)}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 Inter,system-ui,sans-serif}
a{color:inherit}
.bar{display:flex;flex-wrap:wrap;gap:4px 16px;justify-content:space-between;align-items:center;padding:8px 16px;border-bottom:1px solid var(--line)}
.bar nav{display:flex;flex-wrap:wrap;gap:4px}.bar a{display:inline-flex;align-items:center;min-height:44px;padding:0 8px;text-decoration:none}
.bar nav a:hover,.bar nav a:focus-visible{text-decoration:underline}.brand{font-weight:600}
main{max-width:640px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:28px;line-height:1.15;margin:0 0 8px;overflow-wrap:anywhere}h2{font-size:20px;line-height:1.15;margin:32px 0 8px}
p{margin:0 0 16px;overflow-wrap:anywhere}.quiet{color:var(--quiet)}.small{font-size:14px}
ul.rows{list-style:none;margin:16px 0;padding:0;border-top:1px solid var(--line)}ul.rows>li{border-bottom:1px solid var(--line)}
a.row .small{grid-column:1/-1}
a.row{display:grid;gap:0 12px;grid-template-columns:1fr auto;padding:12px 4px;text-decoration:none;min-height:44px}
a.row:hover .subject,a.row:focus-visible .subject{text-decoration:underline}
.row>*{min-width:0;overflow-wrap:anywhere}.subject{font-weight:600}.row .code-small{font-variant-numeric:tabular-nums;font-weight:600;color:var(--ember)}
.card{background:var(--raised);border:1px solid var(--line);border-radius:12px;padding:20px 16px;margin:16px 0}
.code{display:block;font-size:40px;line-height:1.15;letter-spacing:.12em;font-variant-numeric:tabular-nums;font-weight:700;user-select:all;margin:0 0 12px}
button,.button{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:44px;padding:8px 20px;border-radius:8px;border:1px solid var(--line);background:var(--raised);color:var(--text);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button.main,.button.main{background:var(--ember);border-color:var(--ember);color:var(--on-ember)}
button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:3px solid var(--ember);outline-offset:2px}
.actions{display:flex;flex-wrap:wrap;gap:12px;margin-top:16px}
.person{display:grid;width:100%;grid-template-columns:48px 1fr;gap:12px;justify-content:start;text-align:left;padding:12px;margin:8px 0;font-weight:400}
.person img{border-radius:50%;width:48px;height:48px}.person strong{display:block;overflow-wrap:anywhere}
.account{display:grid;width:100%;gap:0;justify-items:start;justify-content:start;text-align:left;padding:12px 4px;font-weight:400;overflow-wrap:anywhere}button.account{border:0;border-radius:0;background:none}
button.account:hover strong,button.account:focus-visible strong{text-decoration:underline}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:0 0 16px}dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}
dd.figure{font-variant-numeric:tabular-nums;font-weight:600}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}
iframe{width:100%;height:480px;border:1px solid var(--line);border-radius:8px;background:#fff}
.good{color:var(--good)}.bad{color:var(--bad)}
form{margin:0 0 16px}h2.first{margin-top:0}
label{display:block;font-weight:600;margin-bottom:4px}input:not([type=hidden]){width:100%;min-height:44px;padding:8px 12px;border-radius:8px;border:1px solid var(--quiet);background:var(--ground);color:var(--text);font:inherit}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
`;
