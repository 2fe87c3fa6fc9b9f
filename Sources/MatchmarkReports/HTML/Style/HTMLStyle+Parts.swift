extension HTMLStyle {
  /// The verdict, the choice, warnings, counterexamples and facts.
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
    .matrix .theme th { padding-top: 18px; color: var(--ink); font-weight: 560; }
    .matrix .theme:first-child th { padding-top: 10px; }
    .matrix thead th { color: var(--ink); font-weight: 560; font-size: 0.875rem; }
    .matrix tbody td { white-space: nowrap; min-width: 4.5em; }
    .matrix tbody th { color: var(--soft); }
    .matrix tr th:first-child { position: sticky; left: 0; background: var(--ground); }
    .matrix .right { color: var(--right); }
    .matrix .wrong { color: var(--wrong); font-weight: 620; }
    .matrix .none { color: var(--faint); }
    .panel-key { margin-top: 8px; font-size: 0.8125rem; }
    .panel-key th, .panel-key td { padding: 2px 10px 2px 0; border: none; }
    .panel-key td:not(.number) { min-width: 0; }
    .panel-key thead th { font-size: 0.75rem; }
    .panel-key tbody th { color: var(--ink); }
    .panel-key th:last-child, .panel-key td:last-child { padding-right: 0; }
    details { margin-top: 16px; }
    summary {
      cursor: pointer; color: var(--soft); font-size: 0.875rem; width: fit-content;
      padding: 2px 0;
    }
    summary:hover { color: var(--link); }
    .note { margin-top: 8px; max-width: 78ch; }

    """
}
