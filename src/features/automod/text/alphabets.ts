/**
 * The letters of the languages that people write here: those in addition to a to z, and those of a to z that the
 * language does not use. From each language's own spelling rules.
 */
const latin: readonly [more: string, without: string][] = [
  // Spanish, Portuguese, Galician, French, Italian, Catalan, Romanian.
  ['áéíóúüñ', 'kw'],
  ['áâãàçéêíóôõúü', 'kwy'],
  ['áéíóúüñ', 'jkwy'],
  ['àâæçéèêëîïôœùûüÿ', 'kw'],
  ['àèéìíîòóùú', 'jkwxy'],
  ['àçèéíïòóúü', 'kwy'],
  ['ăâîșşțţ', 'kqwy'],
  // German, Dutch, Swedish and Finnish, Danish and Norwegian, Icelandic, Faroese.
  ['äöüß', ''],
  ['áéèêëïíóöúü', ''],
  ['åäöéáàü', ''],
  ['æøåéóòôü', ''],
  ['áðéíóúýþæö', 'cqwz'],
  ['áðíóúýæø', 'cqwxz'],
  // Polish, Czech, Slovak, Croatian with Slovene and Bosnian, Lithuanian, Latvian.
  ['ąćęłńóśźż', 'qvx'],
  ['áčďéěíňóřšťúůýž', 'qwx'],
  ['áäčďéíĺľňóôŕšťúýž', 'qwx'],
  ['čćđšž', 'qwxy'],
  ['ąčęėįšųūž', 'qwx'],
  ['āčēģīķļņšūž', 'qwxy'],
  // Hungarian, Estonian, Sami, Turkish, Azerbaijani, Kurdish, Albanian, Maltese.
  ['áéíóöőúüű', 'qwx'],
  ['äõöüšž', 'cqwxy'],
  ['áčđŋšŧž', 'qwxy'],
  ['çğıi̇öşüâîû', 'qwx'],
  ['çəğıi̇öşü', 'w'],
  ['çêîşû', ''],
  ['çë', 'w'],
  ['ċġħżàèìòù', 'cy'],
  // Irish, Welsh, Scottish Gaelic, Basque, Filipino, Guarani, Esperanto.
  ['áéíóú', 'jkqvwxyz'],
  ['âêîôûŵŷ', 'jkqvxz'],
  ['áéíóúàèìòùäëïöẅ', 'jkqvxz'],
  ['àèìòùáéó', 'jkqvwxyz'],
  ['ñçü', 'cqvwy'],
  ['ñáàâéèêíìîóòôúùû', ''],
  ['ãẽĩõũỹñ', 'cfqwxz'],
  ['ĉĝĥĵŝŭ', 'qwxy'],
  // Yoruba, Igbo, Hausa; Hawaiian and Maori; Japanese and Chinese in Latin letters.
  ['áàéèẹíìóòọṣúùńǹ', 'cqvxz'],
  ['ịọụṅ', 'qx'],
  ['ɓɗƙƴ', 'pqvx'],
  ['āēīōū', 'bcdfjqsvxyz'],
  ['āīūēōâîûêô', 'lqvx'],
  ['āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜü', 'v'],
]

const vietnamese = Array.from('aăâeêioôơuưy', vowel =>
  ['', '\u0300', '\u0301', '\u0303', '\u0309', '\u0323'].map(tone => `${vowel}${tone}`.normalize('NFC')).join(''),
).join('')

/** Complete alphabets, because these share no letters with a to z. */
const others: readonly string[] = [
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюяәғқңөұүһіҗ',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  'абвгдђежзијклљмнњопрстћуфхцчџш',
  'абвгдѓежзѕијклљмнњопрстќуфхцчџш',
  'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ',
]

const basic = 'abcdefghijklmnopqrstuvwxyz'
const alphabets: readonly ReadonlySet<string>[] = [
  ...[...latin, [`đ${vietnamese}`, 'fjwz'] as const, ['', ''] as const].map(
    ([more, without]) =>
      new Set(
        Array.from(basic)
          .filter(sign => !without.includes(sign))
          .concat(Array.from(more)),
      ),
  ),
  ...others.map(letters => new Set(letters)),
]

/** Scripts whose letters are in the alphabets above. */
const listedScript = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u
const scripts = ['Arabic', 'Armenian', 'Cherokee', 'Devanagari', 'Ethiopic', 'Georgian', 'Hebrew', 'Thai'].map(
  name => new RegExp(`^\\p{Script=${name}}+$`, 'u'),
)
const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]+$/u

/** A cache of earlier answers; emptied when full. */
const known = new Map<string, boolean>()
const mostKnown = 5_000

/**
 * Whether all letters of a word belong to one language, so that it may be an ordinary word there.
 * @param letters in lower case, composed (NFC)
 */
export function couldBeAWord(letters: readonly string[]): boolean {
  const word = letters.join('')
  const seen = known.get(word)
  if (seen !== undefined) return seen
  const could =
    alphabets.some(alphabet => letters.every(letter => alphabet.has(letter))) ||
    (!listedScript.test(word) && [...scripts, eastAsian].some(script => script.test(word)))
  if (known.size >= mostKnown) known.clear()
  known.set(word, could)
  return could
}
