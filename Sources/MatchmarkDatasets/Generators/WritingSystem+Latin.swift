extension WritingSystem {
  /// The Latin alphabet, by languages with marks of different kinds.
  static let latin = [
    WritingSystem(
      "French and Portuguese",
      ScriptPieces(
        given: "Éloïse François Zoë Jérôme Hélène André Chloé João Inês Conceição Noël Benoît",
        starts: "Bé Cha Da Fré Gar Hé La Mar Né Pas Ré Thé Val Ça Bras",
        middles: "lé ri mé çon ti ra gné vo",
        ends: "nard rault çois let vière nçal zé mão bert ôme",
        prefixes: "Saint Château São Île", suffixes: "ville -sur-Mer ençon açu bourg")),
    WritingSystem(
      "German, Nordic and Baltic",
      ScriptPieces(
        given: "Jürgen Søren Åsa Björn Käthe Günther Ünal Mia Jānis Žaneta Łukasz Jėra",
        starts: "Mül Schrö Grö Bå Sjö Kø Hä Wei Lüt Øst Kļa Bir",
        middles: "ler den ge mar bo rū kā",
        ends: "ström berg ßner gård sen mann næs dóttir iņš änen",
        prefixes: "Bad Nørre Groß Övre Väst", suffixes: "burg hafen köping å ås lü stad")),
    WritingSystem(
      "Czech, Polish and Hungarian",
      ScriptPieces(
        given: "Jiří Šárka Zdeněk Żaneta Świętosław László Ödön Ferenc Jadwiga Ľubica Łucja Kveta",
        starts: "Dvo Vě Hro Kře Šim Żu Woj Gór Ná Fű Szé Łu",
        middles: "řá ště cie ko ná chy dra ső",
        ends: "ček ková ński czyk ðová házi lý řák őcs ńska",
        prefixes: "Nový Stará Český Górny Nagy", suffixes: "hrad ov ice ów ín vár hely")),
    WritingSystem(
      "Turkish",
      ScriptPieces(
        given: "İbrahim Çağla Şule Gülşen Oğuz Ömer Işıl Ayşe",
        starts: "Yıl Öz Çel Kara Şim Gök Ağ Dur", middles: "dı kö ma lü ca ğa",
        ends: "maz türk ik oğlu şahin taş çı ız",
        prefixes: "Büyük Yeni Kuşa Gümüş", suffixes: "köy şehir ağaç hisar lı")),
    WritingSystem(
      "Vietnamese",
      ScriptPieces(
        given: "Phương Hiền Đức Thảo Ngọc Tuấn Sơn Hạnh Yến Dũng",
        starts: "Nguy Tr Ph L V B Đ H Th",
        ends: "ễn ần ợng ịnh ạm ải ế ương ồng ậu ứ ảo iệt",
        prefixes: "Hồ Thành Phú Bình", suffixes: "bình sơn giang ninh")),
  ]
}
