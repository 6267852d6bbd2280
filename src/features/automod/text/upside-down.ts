import type { Reading } from './normalise.ts'

/** The upside-down forms of letters, including letters that look like others that way. */
const turned: Record<string, string> = Object.fromEntries(
  Array.from('ɐɔǝɟƃɓɥᴉıɾʞɯɹʇʌʍʎqbpdunoxszlןʃ', (sign, at): [string, string] => [
    sign,
    'acefgghiijkmrtvwybqdpnuoxszlll'.charAt(at),
  ]),
)
const rare = /[ɐɔǝɟƃɓɥᴉɾʞɯɹʇʌʍʎ]/gu
const word = /[ɐɔǝɟƃɓɥᴉıɾʞɯɹʇʌʍʎqbpdunoxszlןʃ]+/gu
/** Fewer are likely to be phonetic spelling. */
const fewest = 2

/** Words written upside down and backward, turned back. */
export const upsideDown = (source: string): Reading[] =>
  source.search(rare) === -1
    ? []
    : [...source.matchAll(word)].flatMap(({ 0: found, index }) => {
        if ((found.match(rare) ?? []).length < fewest) return []
        const text = Array.from(found, sign => turned[sign] ?? sign)
          .toReversed()
          .join('')
        const origin = Array.from({ length: text.length }, () => index)
        return [{ text, origin: [...origin, index + found.length] }]
      })
