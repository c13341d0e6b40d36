// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

/** How the page looks: on wide screens and narrow ones, in light and dark. */
final class PageStyle {

  /** Colors and bars; the series can be told apart by the color-blind (Okabe and Ito). */
  static final String COLOURS =
      """
      :root {
        --text: #222; --paper: #fff; --rule: #ddd; --quiet: #666; --shade: #f4f4f4; --published: #b5b5b5;
        --c0: #0072b2; --c1: #56b4e9; --c2: #d55e00; --c3: #e69f00;
        --c4: #009e73; --c5: #8bc34a; --c6: #cc79a7; --c7: #777; --c8: #6a51a3;
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --text: #ddd; --paper: #1b1b1b; --rule: #444; --quiet: #999; --shade: #262626; --published: #666;
          --c0: #3f9fd8; --c7: #aaa; --c8: #9e8bd0;
        }
      }
      svg { font: 12px system-ui, sans-serif }
      svg text { fill: var(--text) }
      svg text.title { font-weight: bold; font-size: 13px }
      rect.published { fill: var(--published) }
      rect.c0 { fill: var(--c0) }
      rect.c1 { fill: var(--c1) }
      rect.c2 { fill: var(--c2) }
      rect.c3 { fill: var(--c3) }
      rect.c4 { fill: var(--c4) }
      rect.c5 { fill: var(--c5) }
      rect.c6 { fill: var(--c6) }
      rect.c7 { fill: var(--c7) }
      rect.c8 { fill: var(--c8) }
      """;

  /** The style sheet of the whole page. */
  static final String SHEET =
      COLOURS
          + """
      body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5em; color: var(--text); background: var(--paper) }
      p { max-width: 60em }
      p.headline { font-size: 20px; font-weight: 600; line-height: 1.35 }
      a { color: var(--c0) }
      code, small { color: var(--quiet); font-size: 12px }
      td small { display: block; white-space: normal; max-width: 34em }
      .table { overflow-x: auto; margin: 1em 0 }
      table { border-collapse: collapse }
      th, td { padding: .25em .7em; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap }
      th { vertical-align: bottom; background: var(--shade) }
      th[colspan] { text-align: center }
      th:first-child, td:first-child, td.absent { text-align: left }
      td:first-child { position: sticky; left: 0; background: var(--paper) }
      table.facts td { text-align: left; white-space: normal }
      td.absent { color: var(--quiet) }
      .wordy td:last-child, .wordy th:last-child { text-align: left; white-space: normal; min-width: 24em }
      tr.missed td:last-child { color: var(--c2); font-weight: bold }
      .charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26em), 1fr)); gap: 1.5em }
      figure { margin: 0 }
      svg { width: 100%; max-width: 36em }
      svg line { stroke: var(--rule) }
      polyline { fill: none; stroke-width: 2 }
      polyline.c0 { stroke: var(--c0) }
      polyline.c1 { stroke: var(--c1) }
      polyline.c2 { stroke: var(--c2) }
      polyline.c3 { stroke: var(--c3) }
      polyline.c4 { stroke: var(--c4) }
      polyline.c5 { stroke: var(--c5) }
      polyline.c6 { stroke: var(--c6) }
      polyline.c7 { stroke: var(--c7) }
      polyline.c8 { stroke: var(--c8) }
      @media (max-width: 40em) {
        body { margin: .8em }
        td:first-child { position: static }
        td:first-child, td.absent { white-space: normal; min-width: 11em }
        .goals th, .goals td { white-space: normal; padding: .25em .3em }
        .goals td:first-child { min-width: 0 }
        .goals td:last-child { white-space: nowrap }
      }
      """;

  private PageStyle() {}
}
