/// The style sheet of all pages.
///
/// It must not contain the characters that XML escapes (`<`, `>`, `&`): a page is XML and HTML at
/// the same time, and HTML does not unescape a style sheet.
enum HTMLStyle {
  static let sheet = "\n" + [colours, type, layout, parts, tables, pictures, paper].joined()

  /// Colours by meaning, for light and for dark.
  ///
  /// The eight of the matchers keep apart under the three kinds of colour blindness, and stand out
  /// from the ground; a test computes both.
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

  /// The colours of the matchers on a light ground, on paper too.
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
