import type { StatusPageWire } from '../../status-pages/index.ts';
import { colourSheet } from './colours.ts';

/** Colours of state marks, on the cards of both themes; words always stand beside them. */
const states = `
:root{--operational:#1d7f4e;--maintenance:#2b64b5;--minor:#9a6700;--warning:#b4530a;--critical:#c4241f;--none:#c9d0d8;--line:color-mix(in srgb,var(--text) 14%,transparent)}
@media (prefers-color-scheme:dark){:root{--operational:#3fb77f;--maintenance:#6ea8f2;--minor:#e0b341;--warning:#f0883e;--critical:#ff7b72;--none:#39434f}}`;

const layout = `
*{box-sizing:border-box}
body{margin:0;background:var(--body);color:var(--body-text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;-webkit-text-size-adjust:100%}
a{color:inherit;text-underline-offset:3px}
:focus-visible{outline:3px solid var(--button);outline-offset:2px;border-radius:4px}
header{background:var(--banner);color:var(--banner-text)}
.in{max-width:820px;margin:0 auto;padding:0 20px}
header .in{padding-top:36px;padding-bottom:76px}
header p{margin:8px 0 0;max-width:60ch;white-space:pre-line;overflow-wrap:anywhere}
header .logo{display:block;width:auto;max-width:240px;margin:0 0 14px;object-fit:contain}
header .get{float:right;margin:6px 0 0 16px;font-size:14px}
header .who{margin:0 0 4px;font-size:14px}
header h1{margin:0;font-size:28px;line-height:1.25;letter-spacing:-.01em;overflow-wrap:anywhere}
main.in{margin-top:-44px}
section{margin:0 0 32px}
h2{font-size:18px;line-height:1.3;margin:0 0 12px}
h3{font-size:16px;line-height:1.4;margin:0;overflow-wrap:anywhere}
.card{background:var(--card);color:var(--text);border:1px solid var(--line);border-radius:10px;overflow:hidden;margin:0 0 12px}
.over{display:flex;align-items:center;gap:14px;padding:20px 22px;font-size:20px;font-weight:600;line-height:1.3;margin-bottom:32px;box-shadow:0 6px 24px rgb(0 0 0/.08)}
.over svg{flex:none}
.over small{display:block;font-size:15px;font-weight:400;margin-top:2px;overflow-wrap:anywhere}
.row{padding:16px 22px}
.row+.row{border-top:1px solid var(--line)}
.top{display:flex;justify-content:space-between;align-items:baseline;gap:16px}
.note{color:var(--quiet);font-size:14px;margin:2px 0 0;overflow-wrap:anywhere;white-space:pre-line}
.state{white-space:nowrap;font-size:14px;font-weight:600}
.state i{display:inline-block;width:9px;height:9px;border-radius:50%;background:currentColor;margin-right:7px}
.state b{font-weight:600;color:var(--text)}
.operational{color:var(--operational)}.maintenance{color:var(--maintenance)}.Minor{color:var(--minor)}.Warning{color:var(--warning)}.Critical{color:var(--critical)}.none{color:var(--none)}
.bars{display:block;width:100%;height:34px;margin:10px 0 4px}
.bars path{fill:none;stroke:currentColor;stroke-width:34;stroke-dasharray:3 1}
.ends{display:flex;justify-content:space-between;gap:12px;color:var(--quiet);font-size:13px}
.mark{border-left:4px solid currentColor}
.mark>*{color:var(--text)}
.mark .note{color:var(--quiet)}
.says{margin:12px 0 0;padding:0;list-style:none}
.says li{margin:10px 0 0;overflow-wrap:anywhere}
.says b{font-size:14px}
.says time{color:var(--quiet);font-size:14px}
details{margin:10px 0 0}
summary{cursor:pointer;color:var(--quiet);font-size:14px}
.titles{margin:12px 0 0;padding:0 0 0 18px;font-size:14px;overflow-wrap:anywhere}
.titles .note{list-style:none}
.all{margin:0}
.months{display:flex;justify-content:space-between;flex-wrap:wrap;gap:4px 16px}
.months.card{padding:16px 22px;margin-bottom:32px}
.says p{margin:2px 0 0;white-space:pre-line}
form{margin:0}
.fields{display:flex;gap:10px;flex-wrap:wrap;margin:8px 0 0}
label{display:block;font-weight:600;font-size:14px;margin-top:14px}
input{flex:1 1 220px;min-width:0;font:inherit;color:var(--body-text);background:var(--body);border:1px solid var(--quiet);border-radius:8px;padding:10px 12px}
button{font:inherit;font-weight:600;background:var(--button);color:var(--button-text);border:0;border-radius:8px;padding:11px 20px;cursor:pointer}
footer{color:var(--body-text);font-size:14px;padding:8px 0 48px}
footer .in{display:flex;flex-wrap:wrap;gap:6px 20px}
.page{max-width:520px;margin:0 auto;padding:64px 20px}
.page .row{padding:26px 24px}
.page h1{font-size:22px;line-height:1.3;margin:0 0 8px;overflow-wrap:anywhere}
.page p{margin:0 0 12px;overflow-wrap:anywhere}
.wrong{color:var(--critical);font-weight:600}
section>.note{margin:-8px 0 12px}
form+.note{margin-top:8px}
@media (max-width:480px){header .in{padding-top:24px}header h1{font-size:24px}.in{padding:0 14px}.row{padding:14px 16px}.over{padding:16px;font-size:18px}button{width:100%}}
@media print{header{background:none;color:inherit}.over{box-shadow:none}form,footer{display:none}}`;

/** The whole sheet of a page, in its colours. */
export function sheetOf(wire: StatusPageWire): string {
  return `${colourSheet(wire)}${states}${layout}`;
}
