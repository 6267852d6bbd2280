import type { Reading } from './normalise.ts'

/** What letters look like on their head, and those that look like others so. */
const turned: Record<string, string> = Object.fromEntries(
  Array.from('ɐɔǝɟƃɓɥᴉıɾʞɯɹʇʌʍʎqbpdunoxszlןʃ', (sign, at): [string, string] => [
    sign,
    'acefgghiijkmrtvwybqdpnuoxszlll'.charAt(at),
  ]),
)
const rare = /[ɐɔǝɟƃɓɥᴉɾʞɯɹʇʌʍʎ]/gu
const word = /[ɐɔǝɟƃɓɥᴉıɾʞɯɹʇʌʍʎqbpdunoxszlןʃ]+/gu
/** Phonetic spelling has one of them here and there. */
const fewest = 2

/** Words that are to be read from the other end, upside down, as they are meant. */
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
