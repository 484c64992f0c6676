// SPDX-License-Identifier: Apache-2.0
// Internal to export. The style sheet of the page of differences: colours and sizes of look.md 1, both themes by the
// reader's preference, and paper.
#pragma once

#include <string_view>

namespace relaxscope {

inline constexpr std::string_view kDiffPageStyle = R"css(
:root{--window:#f3f5f7;--panel:#fff;--subtle:#f8f9fb;--zebra:#fafbfc;--border:#dde2e8;--text:#17202b;--second:#445060;
--third:#566271;--accent:#1f5fbf;--less:#1f5fbf;--lessBack:#e1ecfb;--more:#9a4f00;--moreBack:#fdebd3;--changed:#5b2c83;
--changedBack:#f0e6f8;--ok:#0b6b61;--okBack:#dff3ef;--warn:#8f5300;--warnBack:#fdefd8;--reg:#1d5bd0;--const:#78298f;
--func:#0b5a50;--imm:#814608;--hatch:#e8ecf0}
@media (prefers-color-scheme:dark){:root{--window:#12161b;--panel:#191e24;--subtle:#1d232a;--zebra:#1b2026;
--border:#2c343d;--text:#e5eaf0;--second:#b6c0cb;--third:#98a5b3;--accent:#82b1ff;--less:#82b1ff;--lessBack:#1d2d47;
--more:#f3b562;--moreBack:#3a2a14;--changed:#e2c6ff;--changedBack:#32263f;--ok:#5fd0be;--okBack:#17352f;--warn:#f0b65e;
--warnBack:#3a2a14;--reg:#7aa3fb;--const:#d4afe4;--func:#7ef1d4;--imm:#ecb565;--hatch:#252c34}}
*{box-sizing:border-box}
html{color-scheme:light dark}
body{margin:0;padding:24px;background:var(--window);color:var(--text);font:400 13px/1.5 Inter,system-ui,sans-serif}
main{max-width:1500px;margin:0 auto}
h1{font-size:24px;font-weight:600;margin:0 0 4px}
h2{font-size:15px;font-weight:600;margin:24px 0 8px}
h3{font-size:13px;font-weight:600;margin:0;padding:8px 12px}
code,.code{font-family:"JetBrains Mono",ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:12px;
font-variant-ligatures:none;unicode-bidi:isolate;overflow-wrap:anywhere}
.files{color:var(--second);margin:0 0 12px}
.panel{background:var(--panel);border:1px solid var(--border);border-radius:8px;overflow:hidden;margin-bottom:16px}
.verdict,.chip{display:inline-block;border-radius:4px;padding:0 8px;font-size:11px;font-weight:600;line-height:18px;
white-space:nowrap;border:1px solid currentColor}
.verdict.same{color:var(--ok);background:var(--okBack)}
.verdict.different{color:var(--warn);background:var(--warnBack)}
.less{color:var(--less);background:var(--lessBack)}
.more{color:var(--more);background:var(--moreBack)}
.change{color:var(--changed);background:var(--changedBack)}
.equal{color:var(--third);background:var(--subtle)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 24px;margin:0;padding:12px 16px}
dt{font-weight:600}
dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
th{font-size:11px;font-weight:600;text-align:left;color:var(--second);background:var(--subtle);padding:4px 12px;
border-bottom:1px solid var(--border)}
td{padding:3px 12px;vertical-align:top;border-bottom:1px solid var(--border);overflow-wrap:anywhere}
tbody tr:last-child td{border-bottom:0}
.lines td:first-child{width:44px;text-align:center}
.lines td:nth-child(2),.lines td:nth-child(3){width:32%}
h3 .note,.note{color:var(--third);font-weight:400}
.listing{table-layout:fixed}
.listing th,.listing td{padding:1px 8px}
.listing .pc{width:58px;text-align:right;color:var(--third);font-variant-numeric:tabular-nums}
.listing .kind{width:136px;text-align:center}
.listing td{border-bottom-color:transparent}
.listing .gap td{background:var(--subtle);color:var(--third);font-size:11px;text-align:center;
border-top:1px solid var(--border);border-bottom:1px solid var(--border)}
.listing .what td{background:var(--changedBack);color:var(--changed);font-weight:600;padding:3px 12px}
td.removed{background:var(--lessBack)}td.added{background:var(--moreBack)}td.altered{background:var(--changedBack)}
td.moved{background:var(--subtle)}
td.missing{background:repeating-linear-gradient(135deg,transparent 0 5px,var(--hatch) 5px 6px)}
.r{color:var(--reg)}.c{color:var(--const)}.i{color:var(--imm)}.f{color:var(--func);font-weight:700}
.quiet{color:var(--third)}
.figures td,.figures th{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.figures td:first-child,.figures th:first-child{text-align:left;white-space:normal}
.figures .sum td{font-weight:600;background:var(--subtle)}
.figures td.low{color:var(--less)}.figures td.high{color:var(--more)}
details.panel>summary{padding:8px 12px;cursor:pointer;font-weight:600}
.kernel td.code{white-space:pre-wrap}
footer{color:var(--third);font-size:11px;margin-top:16px}
a{color:var(--accent)}
@media screen and (max-width:900px){body{padding:12px}dl{grid-template-columns:1fr}dd{margin-bottom:8px}}
@media print{:root{--window:#fff;--panel:#fff;--subtle:#f8f9fb;--border:#bac3cd;--text:#17202b;--second:#445060;
--third:#566271;--less:#1f5fbf;--lessBack:#e1ecfb;--more:#9a4f00;--moreBack:#fdebd3;--changed:#5b2c83;
--changedBack:#f0e6f8;--ok:#0b6b61;--okBack:#dff3ef;--warn:#8f5300;--warnBack:#fdefd8;--reg:#1d5bd0;--const:#78298f;
--func:#0b5a50;--imm:#814608;--hatch:#e8ecf0}
@page{size:A4 landscape;margin:12mm}
html{color-scheme:light;print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{padding:0;font-size:10px}main{max-width:none}code,.code{font-size:9px}
.panel{overflow:visible;border-radius:0}tr{break-inside:avoid}thead{display:table-header-group}
h2,h3,.what{break-after:avoid}}
)css";

}  // namespace relaxscope
