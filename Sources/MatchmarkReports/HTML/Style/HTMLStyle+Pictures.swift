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
    .wide .panel { max-width: 560px; }
    .fixed .panel { max-width: 100%; }
    .panel .scroll { margin-top: 0; padding-bottom: 4px; }
    .name { font-size: 0.9375rem; font-weight: 600; margin-bottom: 4px; }
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

  /// Print: black on white, tables open, nothing cut in two.
  static let paper = """
    @media (max-width: 640px) {
      main h2 { margin-top: 64px; }
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
