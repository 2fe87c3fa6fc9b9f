/// The style sheet of all pages.
///
/// It must not contain the characters that XML escapes (`<`, `>`, `&`): a page is both XML and
/// HTML, and HTML does not unescape a style sheet.
enum HTMLStyle {
  static let sheet =
    ["", colours, type, layout, parts, tables, pictures, paper, ""].joined(separator: "\n")

  /// The colours by meaning, for light and dark mode.
  ///
  /// The eight matcher colours can be distinguished under the three kinds of colour blindness, and
  /// contrast with the background; a test computes both.
  private static let colours = """
    :root {
      color-scheme: light dark;
      --ground: #fbfaf7; --sheet: #ffffff; --ink: #1c1e21; --soft: #5c626b; --faint: #6b717a;
      --hair: #e5e2da; --grid: #edebe4; --link: #0b5cad;
      --right: #1a7340; --wrong: #b3261e; --care: #7a5200; --care-ground: #fdf3dc;
      --bound: #b9a580; --bound-ink: #7b6a48; --band: #1c1e211a; --shade: #1c1e2124;
      \(light)
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #131518; --sheet: #1a1d21; --ink: #e8e6e1; --soft: #a6abb3; --faint: #8b919a;
        --hair: #2c3036; --grid: #25292e; --link: #7db8f5;
        --right: #5fce8f; --wrong: #ff8f84; --care: #f0c05a; --care-ground: #2c2412;
        --bound: #7d6d50; --bound-ink: #bba77f; --band: #e8e6e122; --shade: #00000070;
        --c0: #7d99f1; --c1: #f28d4b; --c2: #06aa86; --c3: #cb68af;
        --c4: #cfcc38; --c5: #bfc1b9; --c6: #53cbfe; --c7: #ff5785;
      }
    }
    """

  /// The matcher colours on a light background, which are also used for print.
  static let light = """
    --c0: #075bc3; --c1: #e05e00; --c2: #008b6c; --c3: #914892;
    --c4: #926e33; --c5: #534b60; --c6: #4687de; --c7: #a12841;
    """

  private static let type = """
    html {
      font: 16px/1.55 'Inter', ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue',
        'Noto Sans', 'Liberation Sans', Arial, sans-serif;
      background: var(--ground); color: var(--ink);
      font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
    }
    h1, h2, h3, p, dl, dd, ul, figure { margin: 0; padding: 0; }
    h1, h2, h3 { font-variant-numeric: proportional-nums; }
    h2 { font-size: 1.75rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.018em; }
    h3 { font-size: 1.125rem; line-height: 1.35; font-weight: 600; letter-spacing: -0.006em; }
    .lead { color: var(--soft); max-width: 70ch; text-wrap: pretty; }
    .note, figcaption { color: var(--soft); font-size: 0.8125rem; line-height: 1.5; }
    small { font-size: 0.8125rem; font-weight: 400; color: var(--soft); }
    a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 3px; }
    code, pre {
      font: 0.8125rem/1.5 ui-monospace, SFMono-Regular, 'Cascadia Mono', Menlo, Consolas,
        'Liberation Mono', monospace;
    }
    h1, h2, h3, p, li, summary, figcaption, small, bdi, dd, td, th { overflow-wrap: anywhere; }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 3px; }
    """

  private static let layout = """
    body { margin: 0; }
    header, main, footer { max-width: 1140px; margin: 0 auto; padding: 0 clamp(18px, 4vw, 40px); }
    header { padding-top: 26px; }
    .masthead {
      display: flex; flex-wrap: wrap; gap: 2px 20px; align-items: baseline;
      justify-content: space-between;
    }
    .masthead h1 { font-size: 1.0625rem; font-weight: 650; letter-spacing: -0.01em; }
    .masthead h1 span {
      margin-left: 10px; padding-left: 11px; border-left: 1px solid var(--hair);
      font-weight: 400; color: var(--soft);
    }
    .masthead p { font-size: 0.875rem; color: var(--soft); }
    nav {
      display: flex; flex-wrap: wrap; gap: 4px 22px; margin-top: 12px; padding: 10px 0 11px;
      border-top: 1px solid var(--hair); border-bottom: 1px solid var(--hair);
    }
    nav a { font-size: 0.875rem; text-decoration: none; color: var(--soft); }
    nav a:hover { color: var(--link); text-decoration: underline; }
    main { padding-bottom: 40px; }
    section { scroll-margin-top: 16px; }
    main h2 { margin-top: 88px; padding-bottom: 4px; }
    .verdict h2 { margin-top: 44px; }
    .verdict .lead { margin-top: 8px; }
    .block { margin-top: 40px; }
    .block .lead { margin-top: 6px; }
    footer { margin-top: 40px; padding-bottom: 40px; }
    footer p {
      border-top: 1px solid var(--hair); padding-top: 18px; font-size: 0.8125rem;
      color: var(--soft);
    }
    .skip { position: absolute; left: -999px; }
    .skip:focus { left: 16px; top: 8px; background: var(--sheet); padding: 6px 12px; }
    """
}

extension HTMLStyle {
  /// The style of the verdict, the recommendation, warnings, counterexamples and facts.
  static let parts = """
    .headline {
      display: flex; gap: 14px; align-items: flex-start;
      font-size: clamp(1.75rem, 1.2rem + 2.4vw, 2.625rem); line-height: 1.15; font-weight: 680;
      letter-spacing: -0.026em;
    }
    .headline + .lead { margin-top: 10px; }
    .status { flex: none; width: 0.95em; height: 0.95em; margin-top: 0.11em; }
    .status circle { fill: currentColor; }
    .right .status { color: var(--right); }
    .wrong .status { color: var(--wrong); }
    .status path {
      fill: none; stroke: var(--ground); stroke-width: 2.4; stroke-linecap: round;
      stroke-linejoin: round;
    }
    .failures { list-style: none; margin-top: 14px; max-width: 110ch; }
    .failures li + li { margin-top: 8px; }
    .own { list-style: none; margin-top: 14px; max-width: 70ch; font-weight: 600; }
    .warnings {
      list-style: none; margin-top: 20px; padding: 12px 16px; border-radius: 8px;
      background: var(--care-ground); color: var(--care); font-size: 0.875rem;
    }
    .warnings li + li { margin-top: 4px; }
    .warnings code { font-size: inherit; white-space: nowrap; }
    .glance {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr));
      gap: 24px 44px; margin-top: 34px; align-items: start;
    }
    .glance .block { margin-top: 0; }
    .glance figure { margin-top: 10px; }
    .glance .panel { max-width: none; }
    .choice {
      display: grid; gap: 18px;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr));
    }
    .card, .counterexample {
      background: var(--sheet); border: 1px solid var(--hair); border-radius: 10px;
      padding: 20px 22px;
    }
    .card .when { color: var(--soft); font-size: 0.875rem; }
    .who { font-weight: 620; overflow-wrap: anywhere; }
    .card .who { font-size: 1.5rem; letter-spacing: -0.015em; line-height: 1.3; }
    .who span { font-weight: 400; color: var(--soft); }
    .badge { vertical-align: -0.06em; margin-right: 7px; width: 0.78em; height: 0.78em; }
    .card dl { display: flex; flex-wrap: wrap; gap: 10px 32px; margin: 14px 0 12px; }
    .card dl div { display: flex; flex-direction: column-reverse; }
    .card dt { color: var(--soft); font-size: 0.8125rem; }
    .card dd { font-size: 1.25rem; font-weight: 560; letter-spacing: -0.01em; }
    .counterexample { margin-top: 16px; }
    .counterexample dl, .facts {
      display: grid; gap: 6px 20px; margin-top: 10px; font-size: 0.9375rem;
    }
    .counterexample dl div, .facts div {
      display: grid; grid-template-columns: minmax(90px, 150px) minmax(0, 1fr); gap: 16px;
    }
    .counterexample dl div { grid-template-columns: 64px minmax(0, 1fr); }
    .counterexample dt, .facts dt { color: var(--soft); }
    .facts { margin-top: 14px; }
    pre {
      margin: 14px 0 0; padding: 10px 14px; border-radius: 7px; background: var(--grid);
      white-space: pre-wrap; overflow-wrap: anywhere; user-select: all;
    }
    """

  static let tables = """
    .scroll {
      overflow-x: auto; margin-top: 14px;
      background:
        linear-gradient(to right, var(--ground) 30%, transparent) 0 0 / 32px 100% no-repeat local,
        linear-gradient(to left, var(--ground) 30%, transparent) 100% 0 / 32px 100% no-repeat local,
        linear-gradient(to right, var(--shade), transparent) 0 0 / 12px 100% no-repeat scroll,
        linear-gradient(to left, var(--shade), transparent) 100% 0 / 12px 100% no-repeat scroll;
    }
    table { border-collapse: collapse; font-size: 0.875rem; line-height: 1.4; min-width: 100%; }
    caption {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
    }
    th, td {
      text-align: left; padding: 6px 14px 6px 0; border-bottom: 1px solid var(--hair);
      vertical-align: top; font-weight: 400;
    }
    thead th, thead td { color: var(--soft); font-size: 0.8125rem; vertical-align: bottom; }
    th:last-child, td:last-child { padding-right: 0; }
    .number { text-align: right; white-space: nowrap; }
    td:not(.number) { min-width: 6.5em; }
    td.prose { min-width: 17em; }
    .matrix th { white-space: nowrap; }
    .matrix thead th { color: var(--ink); font-weight: 560; font-size: 0.875rem; }
    .matrix tbody td { white-space: nowrap; min-width: 4.5em; }
    .matrix tbody th { color: var(--soft); }
    .matrix tr th:first-child { position: sticky; left: 0; background: var(--ground); }
    td.right { color: var(--right); }
    td.wrong { color: var(--wrong); font-weight: 620; }
    td.care { color: var(--care); }
    td.none { color: var(--faint); }
    details { margin-top: 16px; }
    .whole { margin-top: 0; }
    summary h3 { display: inline; color: var(--ink); }
    summary {
      cursor: pointer; color: var(--soft); font-size: 0.875rem; width: fit-content;
      padding: 2px 0;
    }
    summary:hover { color: var(--link); }
    .note { margin-top: 8px; max-width: 78ch; }
    """
}

extension HTMLStyle {
  static let pictures = """
    figure { margin-top: 18px; }
    .legend {
      display: flex; flex-wrap: wrap; gap: 4px 20px; font-size: 0.875rem; margin-bottom: 14px;
    }
    .legend span {
      white-space: nowrap; max-width: 100%; overflow: hidden; text-overflow: ellipsis;
    }
    .panels {
      display: grid; gap: 30px 28px;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr));
    }
    .panels.fixed { display: flex; flex-wrap: wrap; gap: 26px 36px; }
    .panels.wide { display: block; }
    .panel { min-width: 0; max-width: 470px; }
    .panels.column { grid-template-columns: minmax(0, 1fr); }
    .wide .panel { max-width: 760px; }
    .fixed .panel { max-width: 100%; }
    .panel .scroll { margin-top: 0; padding-bottom: 4px; }
    .name { font-size: 0.9375rem; font-weight: 600; margin: 20px 0 4px; }
    .name small { margin-left: 8px; }
    figcaption { margin-top: 12px; max-width: 78ch; }
    figcaption:empty { display: none; }
    .plot { display: block; width: 100%; height: auto; overflow: visible; }
    .plot.fixed { width: auto; }
    .c0 { --c: var(--c0); } .c1 { --c: var(--c1); } .c2 { --c: var(--c2); }
    .c3 { --c: var(--c3); } .c4 { --c: var(--c4); } .c5 { --c: var(--c5); }
    .c6 { --c: var(--c6); } .c7 { --c: var(--c7); }
    .plot text { font-size: 10.5px; fill: var(--soft); }
    .plot .title { font-size: 10.5px; fill: var(--faint); }
    .plot .note { font-size: 9px; fill: var(--bound-ink); paint-order: stroke;
      stroke: var(--ground); stroke-width: 3px; stroke-linejoin: round; }
    .plot .key { font-size: 11px; fill: var(--ink); }
    .plot .key.word { font-size: 9px; fill: var(--soft); }
    .plot .name { font-size: 11px; font-weight: 600; fill: var(--ink); }
    .grid { stroke: var(--grid); stroke-width: 1; }
    .axis { stroke: var(--hair); stroke-width: 1; }
    .bound { stroke: var(--bound); stroke-width: 1; stroke-dasharray: 3 3; }
    .band { fill: var(--band); }
    .offence { fill: none; stroke: var(--wrong); stroke-width: 1.5; }
    .reply { stroke: var(--bound); stroke-width: 1.25; }
    .line { fill: none; stroke: var(--c); stroke-width: 1.75; stroke-linejoin: round; }
    .again { stroke-dasharray: 6 3; }
    .outline { fill: none; stroke: var(--faint); stroke-width: 1.25; stroke-dasharray: 1 3;
      stroke-linecap: round; }
    .stroke { stroke: var(--c); stroke-width: 1.75; }
    .whisker { stroke: var(--c); stroke-width: 1.5; stroke-linecap: round; opacity: 0.6; }
    .sign { fill: var(--c); stroke: var(--ground); stroke-width: 1; }
    .badge .sign { stroke: none; }
    .hollow .sign { fill: var(--ground); stroke: var(--c); stroke-width: 1.5; }
    .faint .sign { opacity: 0.55; stroke: none; }
    .target { fill: transparent; }
    .mark:hover .sign { stroke: var(--ink); stroke-width: 1.5; opacity: 1; }
    .bar { fill: var(--c); }
    .bar:hover { fill: var(--ink); }
    """

  /// The style of print: black on white, tables expanded, no element broken across pages.
  static let paper = """
    @media (max-width: 640px) {
      main h2 { margin-top: 64px; }
      .wide .plot text { font-size: 13px; }
      .card { padding: 16px 18px; }
      .stacks thead { display: none; }
      .stacks tr { display: block; padding: 10px 0; border-bottom: 1px solid var(--hair); }
      .stacks tbody td, .stacks tbody td.number {
        display: grid; grid-template-columns: 88px minmax(0, 1fr); gap: 12px; border: none;
        padding: 2px 0; text-align: left; white-space: normal; min-width: 0;
      }
      .stacks td::before { content: attr(data-label); color: var(--soft); }
      .stacks td:empty, .stacks td:has(bdi:empty) { display: none; }
      .facts div { grid-template-columns: minmax(0, 1fr); gap: 0; }
      .counterexample dl div { grid-template-columns: minmax(0, 1fr); gap: 0; }
    }
    @media print {
      :root {
        color-scheme: light; --ground: #fff; --sheet: #fff; --ink: #000; --soft: #333;
        --faint: #555; --hair: #bbb; --grid: #e5e5e5; --right: #14592f; --wrong: #8c1d17;
        \(light)
      }
      html { font-size: 11px; }
      nav, .skip { display: none; }
      header, main, footer { max-width: none; padding: 0; }
      main h2 { margin-top: 32px; }
      .panel, .card, .counterexample, tr { break-inside: avoid; }
      h2, h3, .lead, .legend { break-after: avoid; }
      .scroll { overflow: visible; }
      .plot.fixed { max-width: 100%; }
      details::details-content { content-visibility: visible; block-size: auto; }
    }
    """
}
