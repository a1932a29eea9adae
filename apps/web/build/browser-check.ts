import type { Plugin } from "vite";
import { neededParts } from "../../../packages/domain/src/browsers/floor.ts";
import { oldBrowserTexts } from "../../../packages/domain/src/words/page/browser-texts.ts";

const tests = neededParts.page.map(({ test }) => test).join("&&");

/**
 * The page's first script, in ES5: a browser that lacks a needed part shows the template `#too-old` in place of the page, with what
 * the head says of the address (apps/server/src/http/page/preview.ts), and never asks for the page's module script. A browser
 * that does not know an algorithm rejects it before the next script of the page runs. Plain http has a page of its own
 * (src/app/shell/InsecureContextPage.tsx).
 */
export const checkScript = `(function(page){
var root=page.documentElement;
function said(name){var meta=page.querySelector('meta[property="og:'+name+'"]');return meta&&meta.content}
function show(){
page.body.innerHTML=page.getElementById("too-old").innerHTML;
root.style.display="";
var opened=page.getElementById("opened"),parts=opened.children,picture=said("image");
if(!said("title"))return opened.parentNode.removeChild(opened);
parts[0].onerror=function(){this.style.display="none"};
if(picture)parts[0].src=picture,parts[0].alt=said("image:alt")||"";
parts[1].textContent=said("title");
parts[2].textContent=said("description")
}
function old(){
root.setAttribute("data-old","");
if(page.readyState!=="loading")return show();
root.style.display="none";
page.addEventListener("DOMContentLoaded",show)
}
try{
if(!(${tests}))return old();
if(crypto.subtle)crypto.subtle.generateKey("${neededParts.wallet.algorithm}",false,["sign","verify"]).then(null,old)
}catch(e){old()}
})(document)`;

const { title, why, ways, afterwards } = oldBrowserTexts;

/** Styled by itself: old browsers don't know the layers in which the page's styles are. */
const tooOld = `<template id="too-old"><style>
html,body{height:auto;overflow:auto}
body{margin:0;padding:2rem 1.25rem;background:#faf8f5;color:#261c15;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:34rem;margin:0 auto;overflow-wrap:break-word}
h1,h2{font-weight:700}
h1{margin:0;font-size:1.5rem;line-height:1.2}
h2{margin:.75rem 0 0;font-size:1.125rem}
ul{list-style:disc;padding-left:1.25rem}
p,ul{margin:1rem 0 0}
li{margin-top:.5rem}
#opened{margin-top:2rem;padding-top:1.5rem;border-top:1px solid #8886}
#opened p{margin-top:.25rem}
img{display:block;width:100%;height:auto;border-radius:12px}
img:not([src]){display:none}
[data-theme=dark] body{background:#0e0b09;color:#f5efe8}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]) body{background:#0e0b09;color:#f5efe8}}
</style><main><h1>${title}</h1><p>${why}</p><ul>${ways.map((way) => `<li>${way}</li>`).join("")}</ul><p>${afterwards}</p><section id="opened"><img alt=""><h2></h2><p></p></section></main></template>`;

/** Puts the check of the browser, and the page for one that is too old, in their places in index.html. */
export const browserCheck = (): Plugin => ({
  name: "tribe-browser-check",
  transformIndexHtml: {
    order: "pre",
    handler: (html) =>
      html
        .replace("<!--browser-check-->", () => `<script>${checkScript}</script>`)
        .replace("<!--too-old-->", () => tooOld),
  },
});
