import { type Dice, diceOf, pick } from './random.ts'
import { usualWords } from './usual-words.ts'

const each = (word: string, change: (sign: string, at: number) => string) => Array.from(word, change).join('')
/** Letters together with their combining marks. */
const lettersOf = (word: string) => word.match(/\P{M}\p{M}*/gu) ?? []
const joined = (between: string) => (word: string) => lettersOf(word).join(between)
/** Changes random letters, at least one. */
const some = (word: string, dice: Dice, change: (sign: string) => string) => {
  const sure = dice(Array.from(word).length)
  return each(word, (sign, at) => (at === sure || dice(2) === 0 ? change(sign) : sign))
}
const by = (table: Record<string, string>) => (sign: string) => table[sign] ?? sign
const shifted =
  (small: number, capital = small) =>
  (word: string) =>
    each(word, sign =>
      /[a-z]/.test(sign)
        ? String.fromCodePoint(small + sign.charCodeAt(0) - 97)
        : /[A-Z]/.test(sign)
          ? String.fromCodePoint(capital + sign.charCodeAt(0) - 65)
          : sign,
    )

const digits = { o: '0', i: '1', e: '3', a: '4', s: '5', t: '7' }
const signs = { a: '@', s: '$', i: '!' }
const cyrillic = { a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', x: 'х', y: 'у', s: 'ѕ', j: 'ј' }
const greek = { a: 'α', o: 'ο', p: 'ρ', v: 'ν', u: 'υ', n: 'η' }
const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀsᴛᴜᴠᴡxʏᴢ'
const raised = 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖqʳˢᵗᵘᵛʷˣʸᶻ'
const turned = 'ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz'
const fromLetters = (letters: string) =>
  by(Object.fromEntries(Array.from(letters, (sign, at) => [String.fromCharCode(97 + at), sign])))
const accents = ['\u0300', '\u0301', '\u0302', '\u0303', '\u0308', '\u030a', '\u030c', '\u0327']

/** Ways to hide a word, by name. Results are reported for each of them. */
export const disguises: Record<string, (word: string, dice: Dice) => string> = {
  'as it is': word => word,
  'letter case': (word, dice) => some(word, dice, sign => sign.toUpperCase()),
  'quotes and signs around': (word, dice) =>
    pick(dice, [`"${word}"`, `(${word})`, `#${word}`, `${word}!!`, `@${word}`, `*${word}*`]),
  'digits for letters': (word, dice) => some(word, dice, by(digits)),
  'every digit that fits': word => each(word, by(digits)),
  'signs for letters': (word, dice) => some(word, dice, by(signs)),
  'spaces between': joined(' '),
  'two spaces between': joined('  '),
  'dots between': joined('.'),
  'dashes between': joined('-'),
  'line breaks between': joined('\n'),
  'stars and bars between': (word, dice) => joined(pick(dice, ['*', '_', '|', '~', '/', ' . ']))(word),
  'emoji between': joined('😀'),
  'nothing visible between': (word, dice) =>
    joined(pick(dice, ['\u200b', '\u200c', '\u200d', '\u2060', '\u00ad', '\ufeff', '\u034f', '\u3164']))(word),
  'direction marks': word => `\u202e${joined('\u200e')(word)}\u202c`,
  'Cyrillic look-alikes': (word, dice) => some(word, dice, by(cyrillic)),
  'Greek look-alikes': (word, dice) => some(word, dice, by(greek)),
  'full width': shifted(0xff41, 0xff21),
  'bold mathematics': shifted(0x1d41a, 0x1d400),
  'script mathematics': shifted(0x1d4ea, 0x1d4d0),
  'Gothic mathematics': shifted(0x1d586, 0x1d56c),
  'typewriter mathematics': shifted(0x1d68a, 0x1d670),
  circles: shifted(0x24d0, 0x24b6),
  'dark circles': word => shifted(0, 0x1f150)(word.toUpperCase()),
  'dark boxes': word => shifted(0, 0x1f170)(word.toUpperCase()),
  'letters of flags': word => each(shifted(0, 0x1f1e6)(word.toUpperCase()), sign => `${sign} `),
  'small capitals': word => each(word, fromLetters(smallCapitals)),
  'raised letters': word => each(word, fromLetters(raised)),
  'upside down': word =>
    /[^a-z]/.test(word)
      ? word
      : Array.from(each(word, fromLetters(turned)))
          .toReversed()
          .join(''),
  'towers of marks': (word, dice) =>
    each(
      word,
      sign => `${sign}${pick(dice, ['\u033f', '\u0353', '\u034a'])}${pick(dice, ['\u0329', '\u0361', '\u035a'])}`,
    ),
  'crossed out': (word, dice) => joined('')(each(word, sign => `${sign}${pick(dice, ['\u0336', '\u0338'])}`)),
  'an accent': (word, dice) =>
    some(word, dice, sign => (/[aeiou]/.test(sign) ? `${sign}${pick(dice, accents)}`.normalize('NFC') : sign)),
  'accents everywhere': (word, dice) => each(word, sign => `${sign}${pick(dice, accents)}`.normalize('NFC')),
  'a letter held down': (word, dice) => {
    const held = dice(word.length)
    return each(word, (sign, at) => (at === held ? sign.repeat(3 + dice(6)) : sign))
  },
  'all letters held down': (word, dice) => each(word, sign => sign.repeat(3 + dice(3))),
  'bold inside': word => `${word.slice(0, 1)}**${word.slice(1, 2)}**${word.slice(2)}`,
  'a spoiler inside': word => `${word.slice(0, 2)}||${word.slice(2)}||`,
  'a sign for the space': (word, dice) => word.replaceAll(' ', pick(dice, ['-', '_', '.', '/', '', '\n'])),
  'an underscore or a number': (word, dice) =>
    pick(dice, [(w: string) => `${w}_`, (w: string) => `_${w}`, (w: string) => `${w}_you`, (w: string) => `${w}69`])(
      word,
    ),
  'code inside': word => `\`${word.slice(0, 2)}\`${word.slice(2)}`,
}

const carriers = ['you {}', '{} off', 'what a {} this is', '{}', 'hey, {}!', 'so {} again']

export interface Evasion {
  how: string
  word: string
  text: string
}

/**
 * Every usual word in every disguise that changes it.
 * @param seed different seeds give different disguises of the same kinds
 */
export function evasions(seed: number): Evasion[] {
  const dice = diceOf(seed)
  return Object.entries(disguises).flatMap(([how, hide]) =>
    usualWords.flatMap(({ pattern: word }) => {
      const hidden = hide(word, dice)
      if (hidden === word && how !== 'as it is') return []
      return [{ how, word, text: pick(dice, carriers).replace('{}', () => hidden) }]
    }),
  )
}
