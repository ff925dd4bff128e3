/** The block names of `\p{Is…}` that .NET knows: basic plane only, Unicode 4 names, two of them with an alias. */
const table = `
AlphabeticPresentationForms FB00 FB4F
Arabic 0600 06FF
ArabicPresentationForms-A FB50 FDFF
ArabicPresentationForms-B FE70 FEFF
Armenian 0530 058F
Arrows 2190 21FF
BasicLatin 0000 007F
Bengali 0980 09FF
BlockElements 2580 259F
Bopomofo 3100 312F
BopomofoExtended 31A0 31BF
BoxDrawing 2500 257F
BraillePatterns 2800 28FF
Buhid 1740 175F
CJKCompatibility 3300 33FF
CJKCompatibilityForms FE30 FE4F
CJKCompatibilityIdeographs F900 FAFF
CJKRadicalsSupplement 2E80 2EFF
CJKSymbolsandPunctuation 3000 303F
CJKUnifiedIdeographs 4E00 9FFF
CJKUnifiedIdeographsExtensionA 3400 4DBF
Cherokee 13A0 13FF
CombiningDiacriticalMarks 0300 036F
CombiningDiacriticalMarksforSymbols 20D0 20FF
CombiningHalfMarks FE20 FE2F
CombiningMarksforSymbols 20D0 20FF
ControlPictures 2400 243F
CurrencySymbols 20A0 20CF
Cyrillic 0400 04FF
CyrillicSupplement 0500 052F
Devanagari 0900 097F
Dingbats 2700 27BF
EnclosedAlphanumerics 2460 24FF
EnclosedCJKLettersandMonths 3200 32FF
Ethiopic 1200 137F
GeneralPunctuation 2000 206F
GeometricShapes 25A0 25FF
Georgian 10A0 10FF
Greek 0370 03FF
GreekExtended 1F00 1FFF
GreekandCoptic 0370 03FF
Gujarati 0A80 0AFF
Gurmukhi 0A00 0A7F
HalfwidthandFullwidthForms FF00 FFEF
HangulCompatibilityJamo 3130 318F
HangulJamo 1100 11FF
HangulSyllables AC00 D7AF
Hanunoo 1720 173F
Hebrew 0590 05FF
HighPrivateUseSurrogates DB80 DBFF
HighSurrogates D800 DB7F
Hiragana 3040 309F
IPAExtensions 0250 02AF
IdeographicDescriptionCharacters 2FF0 2FFF
Kanbun 3190 319F
KangxiRadicals 2F00 2FDF
Kannada 0C80 0CFF
Katakana 30A0 30FF
KatakanaPhoneticExtensions 31F0 31FF
Khmer 1780 17FF
KhmerSymbols 19E0 19FF
Lao 0E80 0EFF
Latin-1Supplement 0080 00FF
LatinExtended-A 0100 017F
LatinExtended-B 0180 024F
LatinExtendedAdditional 1E00 1EFF
LetterlikeSymbols 2100 214F
Limbu 1900 194F
LowSurrogates DC00 DFFF
Malayalam 0D00 0D7F
MathematicalOperators 2200 22FF
MiscellaneousMathematicalSymbols-A 27C0 27EF
MiscellaneousMathematicalSymbols-B 2980 29FF
MiscellaneousSymbols 2600 26FF
MiscellaneousSymbolsandArrows 2B00 2BFF
MiscellaneousTechnical 2300 23FF
Mongolian 1800 18AF
Myanmar 1000 109F
NumberForms 2150 218F
Ogham 1680 169F
OpticalCharacterRecognition 2440 245F
Oriya 0B00 0B7F
PhoneticExtensions 1D00 1D7F
PrivateUse E000 F8FF
PrivateUseArea E000 F8FF
Runic 16A0 16FF
Sinhala 0D80 0DFF
SmallFormVariants FE50 FE6F
SpacingModifierLetters 02B0 02FF
Specials FFF0 FFFF
SuperscriptsandSubscripts 2070 209F
SupplementalArrows-A 27F0 27FF
SupplementalArrows-B 2900 297F
SupplementalMathematicalOperators 2A00 2AFF
Syriac 0700 074F
Tagalog 1700 171F
Tagbanwa 1760 177F
TaiLe 1950 197F
Tamil 0B80 0BFF
Telugu 0C00 0C7F
Thaana 0780 07BF
Thai 0E00 0E7F
Tibetan 0F00 0FFF
UnifiedCanadianAboriginalSyllabics 1400 167F
VariationSelectors FE00 FE0F
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
