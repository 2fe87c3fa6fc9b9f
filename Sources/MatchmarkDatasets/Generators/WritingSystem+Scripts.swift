extension WritingSystem {
  /// European alphabets other than the Latin one.
  static let european = [
    WritingSystem(
      name: "Cyrillic",
      given: "Сергей Алёна Николай Їжак Андрій Фёдор Юлия Зоя Дмитрий Ольга Йордан Љубица",
      starts: "Ива Пет Сер Ко Мих Тол Дос Бой Заха Гри Шев Жу",
      middles: "но ро ле йко до сла ви ще",
      ends: "нов ский чёв енко ева ич ін ская йчук ль",
      prefixes: "Нижний Новая Великий Старый Синій", suffixes: "град поль ово ск бург йск"),
    WritingSystem(
      name: "Greek",
      given: "Γιώργος Ελένη Νίκος Άννα Αλέξης Ζωή Όλγα Ίρις Θανάσης Μαΐου Δήμητρα Λεωνίδας",
      starts: "Πα Κων Στα Δη Αγ Θεο Μα Χρι Λα Καρ",
      middles: "πα στά μό γε λό ρί να",
      ends: "ίδης όπουλος άκης ούλου έας ώτης ήρας ινός ύλος",
      prefixes: "Άγιος Νέα Παλαιό Άνω", suffixes: "πολη χώρι ούπολη ακή ός"),
    WritingSystem(
      name: "Georgian and Armenian",
      given: "გიორგი ნინო თამარ Արամ Անի Վահե Լուսինե დავით",
      starts: "ბერი კვა მჭე ჩხე გვა შა", middles: "ძე ლა ნი ტა",
      ends: "შვილი ძე ია ური ავა", prefixes: "ახალი ძველი", suffixes: "ეთი ისი ციხე"),
  ]

  static let rightToLeft = [
    WritingSystem(
      name: "Arabic",
      given: "أحمد مُحَمَّد فاطمة إبراهيم آمنة خالد ليلى يوسف عائشة هُدى مريم زينب",
      starts: "ال أبو بن آل عبد ال", middles: "حس رش كر مح سل نج",
      ends: "ين يد اوي ئيل ماني ان ؤوف اح",
      prefixes: "مدينة شارع وادي باب جبل", suffixes: "آباد ستان ية ات ان"),
    WritingSystem(
      name: "Hebrew",
      given: "דוד שרה יוסף רחל נועה אברהם שָׁלוֹם מִרְיָם איתן תמר",
      starts: "בן בר כה לו פר שפ גול אב", middles: "רה מי דש ני או",
      ends: "מן ברג שטיין ני סון צקי אל",
      prefixes: "תל קריית ראש בית גבעת", suffixes: "ים ון יה ות אל"),
  ]

  /// Scripts of South and Southeast Asia.
  static let southAsian = [
    WritingSystem(
      name: "Devanagari",
      given: "कुमार प्रिया राहुल सीता अनिल लक्ष्मी कृष्ण दीपिका विजय मीरा संजय नेहा",
      starts: "श र गु पा मि वि चौ दे सिं जो", middles: "र्मा धा प्ता ने ला का",
      ends: "ल शी श्रा वाल ठाकुर कर नी जा",
      prefixes: "नया श्री राम जय", suffixes: "पुर नगर गढ़ गंज आबाद"),
    WritingSystem(
      name: "Tamil and Bengali",
      given: "முருகன் லட்சுமி கண்ணன் অনিতা রবীন্দ্র সুভাষ মীনা",
      starts: "சு ரா வே கு நா மணி", middles: "ப்பி மா லு ந்த ரா",
      ends: "யன் மூர்த்தி தாசன் வேலு சாமி", prefixes: "புது திரு", suffixes: "பட்டி புரம் ஊர்"),
    WritingSystem(
      name: "Thai",
      given: "สมชาย สุดา วิชัย มาลี ณัฐพล กิตติ พรทิพย์ อรุณ",
      starts: "ศรี ทอง แก้ว วง จันทร์ สุข บุญ ชัย", middles: "วัฒ สวัส ประ นา พง รัต",
      ends: "กุล ดี ชัย นนท์ ศักดิ์ เจริญ พร",
      prefixes: "บ้าน เมือง หนอง บาง เกาะ", suffixes: "บุรี ธานี นคร", hasSpaces: true),
  ]

  static let eastAsian = [
    WritingSystem(
      name: "Hangul",
      given: "민준 서연 지우 현우 수빈 은지 동현 영희 예은 태양",
      starts: "김 이 박 최 정 강 조 윤 장 한 독고 남궁", middles: "성 하 재 민",
      ends: "국 진 호 희 연 수 영 빈 솔",
      prefixes: "새 큰 남 북", suffixes: "시 군 동 리 읍 산", familyNameFirst: true),
    WritingSystem(
      name: "Han",
      given: "伟 芳 秀英 敏 静 丽 强 志明 國華 美玲 浩然 子涵",
      starts: "王 李 張 刘 陈 楊 黃 趙 吴 周 徐 孫 欧阳 諸葛", middles: "文 明 建 小 海",
      ends: "华 国 龙 生 山 川 英 杰 雲 林",
      prefixes: "新 大 東 西 北", suffixes: "市 縣 镇 村 州 港 湾", hasSpaces: false,
      familyNameFirst: true),
    WritingSystem(
      name: "Kana and Kanji",
      given: "さくら ゆうた 太郎 花子 アンナ ジョージ けんじ まどか ペーター ひなた",
      starts: "たか やま なか わた さとう すず いが ドゥ マー", middles: "だ ぐ べ の ざ ンデ",
      ends: "がわ もと しま ざき ぶち ぐち グ ヴィ",
      prefixes: "ひがし にし きた おお", suffixes: "ヶ丘 が原 ばし 町 ぎ", hasSpaces: false,
      familyNameFirst: true),
  ]

  /// The writing systems, the most frequent first.
  static let all = latin + european + rightToLeft + southAsian + eastAsian
}

extension WritingSystem {
  /// The Latin alphabet, for languages with different kinds of marks.
  static let latin = [
    WritingSystem(
      name: "French and Portuguese",
      given: "Éloïse François Zoë Jérôme Hélène André Chloé João Inês Conceição Noël Benoît",
      starts: "Bé Cha Da Fré Gar Hé La Mar Né Pas Ré Thé Val Ça Bras",
      middles: "lé ri mé çon ti ra gné vo",
      ends: "nard rault çois let vière nçal zé mão bert ôme",
      prefixes: "Saint Château São Île", suffixes: "ville -sur-Mer ençon açu bourg"),
    WritingSystem(
      name: "German, Nordic and Baltic",
      given: "Jürgen Søren Åsa Björn Käthe Günther Ünal Mia Jānis Žaneta Łukasz Jėra",
      starts: "Mül Schrö Grö Bå Sjö Kø Hä Wei Lüt Øst Kļa Bir",
      middles: "ler den ge mar bo rū kā",
      ends: "ström berg ßner gård sen mann næs dóttir iņš änen",
      prefixes: "Bad Nørre Groß Övre Väst", suffixes: "burg hafen köping å ås lü stad"),
    WritingSystem(
      name: "Czech, Polish and Hungarian",
      given: "Jiří Šárka Zdeněk Żaneta Świętosław László Ödön Ferenc Jadwiga Ľubica Łucja Kveta",
      starts: "Dvo Vě Hro Kře Šim Żu Woj Gór Ná Fű Szé Łu",
      middles: "řá ště cie ko ná chy dra ső",
      ends: "ček ková ński czyk ðová házi lý řák őcs ńska",
      prefixes: "Nový Stará Český Górny Nagy", suffixes: "hrad ov ice ów ín vár hely"),
    WritingSystem(
      name: "Turkish",
      given: "İbrahim Çağla Şule Gülşen Oğuz Ömer Işıl Ayşe",
      starts: "Yıl Öz Çel Kara Şim Gök Ağ Dur", middles: "dı kö ma lü ca ğa",
      ends: "maz türk ik oğlu şahin taş çı ız",
      prefixes: "Büyük Yeni Kuşa Gümüş", suffixes: "köy şehir ağaç hisar lı"),
    WritingSystem(
      name: "Vietnamese",
      given: "Phương Hiền Đức Thảo Ngọc Tuấn Sơn Hạnh Yến Dũng",
      starts: "Nguy Tr Ph L V B Đ H Th",
      ends: "ễn ần ợng ịnh ạm ải ế ương ồng ậu ứ ảo iệt",
      prefixes: "Hồ Thành Phú Bình", suffixes: "bình sơn giang ninh"),
  ]
}
