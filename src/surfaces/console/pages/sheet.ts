/** The style of all pages. It is in the page itself, which the policy allows by its hash. */
export const sheet = `
:root{color-scheme:light dark;--back:#f3f5f8;--card:#fff;--line:#d9dee5;--text:#1b1f24;--soft:#56606b;--link:#1a56b0;--accent:#1f5fbf;--accent-text:#fff;--input:#fff;--edge:#7d8896;--bad:#b3261e;--bad-back:#fdecea;--good:#1a6b40;--good-back:#e6f4ec}
@media (prefers-color-scheme:dark){:root{--back:#0d1117;--card:#161b22;--line:#30363d;--text:#e6edf3;--soft:#9da7b3;--link:#79b8ff;--accent:#79b8ff;--accent-text:#0b1a2c;--input:#0d1117;--edge:#6e7986;--bad:#ff9b94;--bad-back:#3a1a1a;--good:#6fdba0;--good-back:#12301f}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%}
header{padding:24px 16px 0;text-align:center}
header a{display:inline-flex;gap:8px;align-items:center;padding:8px;color:var(--text);text-decoration:none;font-size:20px;font-weight:650}
header svg{color:var(--accent)}
main{max-width:440px;margin:0 auto;padding:16px 16px 48px}
main.wide,main:has(.sections){max-width:680px}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:24px;margin:0 0 16px}
h1{font-size:24px;line-height:1.25;margin:0 0 12px;overflow-wrap:anywhere}
h2{font-size:18px;line-height:1.3;margin:0 0 10px}
.sections>h1{margin:8px 0 16px}
p{margin:0 0 16px;overflow-wrap:anywhere}
.card>:last-child,form>:last-child,.field>:last-child{margin-bottom:0}
a{color:var(--link)}
.advice,.soft{color:var(--soft);font-size:14px}
.field{margin:0 0 16px}
label{display:block;font-weight:600;margin:0 0 4px}
.field .advice{margin:0 0 6px}
input:not([type=hidden]){display:block;width:100%;min-height:46px;padding:10px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--input);color:var(--text);font:inherit}
:is(input,button,a,.problem):focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button{display:inline-flex;gap:8px;align-items:center;justify-content:center;min-height:46px;padding:10px 18px;border:1px solid transparent;border-radius:8px;background:var(--accent);color:var(--accent-text);font:inherit;font-weight:600;cursor:pointer}
.narrow form>button{width:100%}
button.secondary,button.danger{background:transparent;border-color:var(--edge);color:var(--link)}
button.danger{color:var(--bad)}
button.small{min-height:40px;padding:6px 14px;font-size:15px}
button:hover{filter:brightness(.95)}
form{margin:0 0 16px}
form[hidden],[hidden]{display:none!important}
.or{display:flex;gap:12px;align-items:center;color:var(--soft);font-size:14px;margin:0 0 16px}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.links{display:flex;flex-wrap:wrap;gap:8px 20px;justify-content:space-between;font-size:15px;margin:0}
.foot{text-align:center;font-size:14px}
.problem,.success,.warning{border-radius:10px;padding:14px 18px;margin:0 0 16px}
.problem{background:var(--bad-back);border:1px solid var(--bad)}
.problem h2{font-size:16px;margin:0 0 2px;color:var(--bad)}
.problem p{margin:0}
form>.problem{margin:12px 0 0;color:var(--bad)}
.success{background:var(--good-back);border:1px solid var(--good)}
.warning{background:var(--bad-back);border:1px solid var(--bad)}
.who{padding:10px 14px;border:1px solid var(--line);border-radius:8px;display:flex;flex-wrap:wrap;gap:4px 12px;justify-content:space-between;overflow-wrap:anywhere}
ul{list-style:none;margin:0 0 16px;padding:0}
.rows>li{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:space-between;padding:12px 0;border-top:1px solid var(--line)}
.rows>li:first-child{border-top:0;padding-top:0}
.rows>li>div:first-child{flex:1 1 220px;min-width:0;overflow-wrap:anywhere}
.rows form,.row form{margin:0}
.rows>li:last-child{padding-bottom:0}
.rows .soft{display:block}
.actions{display:flex;flex-wrap:wrap;gap:8px}
.badge{display:inline-block;padding:1px 9px;border-radius:10px;background:var(--good-back);color:var(--good);font-size:13px;font-weight:600}
dl{display:grid;grid-template-columns:auto 1fr;gap:6px 16px;margin:0 0 20px}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
.qr{background:#fff;border-radius:8px;padding:8px;width:232px;max-width:100%;margin:0 0 16px;border:1px solid var(--line)}
.qr svg{display:block;width:100%;height:auto}
code{font:15px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.codes{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:6px 16px;padding:14px 18px;border:1px solid var(--line);border-radius:8px}
details{margin:0 0 16px}
summary{cursor:pointer;color:var(--link);padding:6px 0}
details[open]>summary{margin-bottom:8px}
@media (max-width:480px){.card{padding:20px 18px}.sections .card>form>button{width:100%}}
`;
