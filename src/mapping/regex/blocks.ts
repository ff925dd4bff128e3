/**
 * The block names of `\p{Is…}`: all of the basic plane. .NET up to 10 knows those of Unicode 4, later ones know the
 * rest too. Some blocks have an old name besides.
 */
const table = `
AlphabeticPresentationForms FB00 FB4F
Arabic 0600 06FF
ArabicExtended-A 08A0 08FF
ArabicExtended-B 0870 089F
ArabicPresentationForms-A FB50 FDFF
ArabicPresentationForms-B FE70 FEFF
ArabicSupplement 0750 077F
Armenian 0530 058F
Arrows 2190 21FF
Balinese 1B00 1B7F
Bamum A6A0 A6FF
BasicLatin 0000 007F
Batak 1BC0 1BFF
Bengali 0980 09FF
BlockElements 2580 259F
Bopomofo 3100 312F
BopomofoExtended 31A0 31BF
BoxDrawing 2500 257F
BraillePatterns 2800 28FF
Buginese 1A00 1A1F
Buhid 1740 175F
CJKCompatibility 3300 33FF
CJKCompatibilityForms FE30 FE4F
CJKCompatibilityIdeographs F900 FAFF
CJKRadicalsSupplement 2E80 2EFF
CJKStrokes 31C0 31EF
CJKSymbolsandPunctuation 3000 303F
CJKUnifiedIdeographs 4E00 9FFF
CJKUnifiedIdeographsExtensionA 3400 4DBF
Cham AA00 AA5F
Cherokee 13A0 13FF
CherokeeSupplement AB70 ABBF
CombiningDiacriticalMarks 0300 036F
CombiningDiacriticalMarksExtended 1AB0 1AFF
CombiningDiacriticalMarksSupplement 1DC0 1DFF
CombiningDiacriticalMarksforSymbols 20D0 20FF
CombiningHalfMarks FE20 FE2F
CombiningMarksforSymbols 20D0 20FF
CommonIndicNumberForms A830 A83F
ControlPictures 2400 243F
Coptic 2C80 2CFF
CurrencySymbols 20A0 20CF
Cyrillic 0400 04FF
CyrillicExtended-A 2DE0 2DFF
CyrillicExtended-B A640 A69F
CyrillicExtended-C 1C80 1C8F
CyrillicSupplement 0500 052F
Devanagari 0900 097F
DevanagariExtended A8E0 A8FF
Dingbats 2700 27BF
EnclosedAlphanumerics 2460 24FF
EnclosedCJKLettersandMonths 3200 32FF
Ethiopic 1200 137F
EthiopicExtended 2D80 2DDF
EthiopicExtended-A AB00 AB2F
EthiopicSupplement 1380 139F
GeneralPunctuation 2000 206F
GeometricShapes 25A0 25FF
Georgian 10A0 10FF
GeorgianExtended 1C90 1CBF
GeorgianSupplement 2D00 2D2F
Glagolitic 2C00 2C5F
Greek 0370 03FF
GreekExtended 1F00 1FFF
GreekandCoptic 0370 03FF
Gujarati 0A80 0AFF
Gurmukhi 0A00 0A7F
HalfwidthandFullwidthForms FF00 FFEF
HangulCompatibilityJamo 3130 318F
HangulJamo 1100 11FF
HangulJamoExtended-A A960 A97F
HangulJamoExtended-B D7B0 D7FF
HangulSyllables AC00 D7AF
Hanunoo 1720 173F
Hebrew 0590 05FF
HighPrivateUseSurrogates DB80 DBFF
HighSurrogates D800 DB7F
Hiragana 3040 309F
IPAExtensions 0250 02AF
IdeographicDescriptionCharacters 2FF0 2FFF
Javanese A980 A9DF
Kanbun 3190 319F
KangxiRadicals 2F00 2FDF
Kannada 0C80 0CFF
Katakana 30A0 30FF
KatakanaPhoneticExtensions 31F0 31FF
KayahLi A900 A92F
Khmer 1780 17FF
KhmerSymbols 19E0 19FF
Lao 0E80 0EFF
Latin-1Supplement 0080 00FF
LatinExtended-A 0100 017F
LatinExtended-B 0180 024F
LatinExtended-C 2C60 2C7F
LatinExtended-D A720 A7FF
LatinExtended-E AB30 AB6F
LatinExtendedAdditional 1E00 1EFF
Lepcha 1C00 1C4F
LetterlikeSymbols 2100 214F
Limbu 1900 194F
Lisu A4D0 A4FF
LowSurrogates DC00 DFFF
Malayalam 0D00 0D7F
Mandaic 0840 085F
MathematicalOperators 2200 22FF
MeeteiMayek ABC0 ABFF
MeeteiMayekExtensions AAE0 AAFF
MiscellaneousMathematicalSymbols-A 27C0 27EF
MiscellaneousMathematicalSymbols-B 2980 29FF
MiscellaneousSymbols 2600 26FF
MiscellaneousSymbolsandArrows 2B00 2BFF
MiscellaneousTechnical 2300 23FF
ModifierToneLetters A700 A71F
Mongolian 1800 18AF
Myanmar 1000 109F
MyanmarExtended-A AA60 AA7F
MyanmarExtended-B A9E0 A9FF
NKo 07C0 07FF
NewTaiLue 1980 19DF
NumberForms 2150 218F
Ogham 1680 169F
OlChiki 1C50 1C7F
OpticalCharacterRecognition 2440 245F
Oriya 0B00 0B7F
Phags-pa A840 A87F
PhoneticExtensions 1D00 1D7F
PhoneticExtensionsSupplement 1D80 1DBF
PrivateUse E000 F8FF
PrivateUseArea E000 F8FF
Rejang A930 A95F
Runic 16A0 16FF
Samaritan 0800 083F
Saurashtra A880 A8DF
Sinhala 0D80 0DFF
SmallFormVariants FE50 FE6F
SpacingModifierLetters 02B0 02FF
Specials FFF0 FFFF
Sundanese 1B80 1BBF
SundaneseSupplement 1CC0 1CCF
SuperscriptsandSubscripts 2070 209F
SupplementalArrows-A 27F0 27FF
SupplementalArrows-B 2900 297F
SupplementalMathematicalOperators 2A00 2AFF
SupplementalPunctuation 2E00 2E7F
SylotiNagri A800 A82F
Syriac 0700 074F
SyriacSupplement 0860 086F
Tagalog 1700 171F
Tagbanwa 1760 177F
TaiLe 1950 197F
TaiTham 1A20 1AAF
TaiViet AA80 AADF
Tamil 0B80 0BFF
Telugu 0C00 0C7F
Thaana 0780 07BF
Thai 0E00 0E7F
Tibetan 0F00 0FFF
Tifinagh 2D30 2D7F
UnifiedCanadianAboriginalSyllabics 1400 167F
UnifiedCanadianAboriginalSyllabicsExtended 18B0 18FF
Vai A500 A63F
VariationSelectors FE00 FE0F
VedicExtensions 1CD0 1CFF
VerticalForms FE10 FE1F
YiRadicals A490 A4CF
YiSyllables A000 A48F
YijingHexagramSymbols 4DC0 4DFF
`;

let blocks: Map<string, readonly [number, number]> | undefined;

/** First and last unit of the block behind a name such as `IsGreek`; names are case-sensitive. */
export function blockRange(name: string): readonly [number, number] | undefined {
  blocks ??= new Map(
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [block = '', first = '', last = ''] = line.split(' ');
        return [`Is${block}`, [Number.parseInt(first, 16), Number.parseInt(last, 16)]] as const;
      }),
  );
  return blocks.get(name);
}
