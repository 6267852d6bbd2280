/** The style of a transcript, light or dark as its reader prefers. */
export const style = `:root{color-scheme:light dark}
body{margin:0;font:16px/1.45 system-ui,sans-serif;background:light-dark(#fff,#1c1d22);color:light-dark(#1c1d22,#e3e4e8);overflow-wrap:anywhere}
main{max-width:56rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.5rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;padding-bottom:1rem;border-bottom:1px solid light-dark(#d4d5da,#3a3c44)}
dt,time,small{color:light-dark(#5a5c66,#a0a3ad);font-size:.875rem}
dd{margin:0}
article{padding:.5rem 0}
article p{margin:.125rem 0}
.deleted .said{text-decoration:line-through}
.app{background:#4752c4;color:#fff;border-radius:3px;padding:0 .25rem;font-size:.6875rem}
.mention{background:light-dark(#e3e6fc,#32355a);border-radius:3px;padding:0 .125rem}
.embed{border-left:4px solid #8a8d96;padding:.5rem .75rem;margin:.25rem 0;background:light-dark(#f3f4f6,#25262c)}
.file,.components{border:1px solid light-dark(#d4d5da,#3a3c44);border-radius:6px;padding:.375rem .625rem;margin:.25rem 0;width:fit-content;max-width:100%;box-sizing:border-box}
.spoiler{background:light-dark(#d4d5da,#3a3c44);border-radius:3px}
.heading-1,.heading-2,.heading-3{font-weight:700;font-size:1.25rem}
blockquote{margin:0;padding-left:.75rem;border-left:4px solid light-dark(#d4d5da,#3a3c44)}
pre{overflow:auto;padding:.5rem;background:light-dark(#f3f4f6,#25262c)}
.reply{font-size:.875rem}
a{color:light-dark(#0062b8,#5cb3ff)}`
