/** One file of a font, and the characters that it has. */
export interface Face {
  family: string
  file: string
  /** What it is asked for, of those. */
  only: RegExp
  ranges: readonly (readonly [from: number, to: number])[]
}

/** Reads CSS's `unicode-range`: `U+0-FF,U+131`. */
export const parseRanges = (text: string): Face['ranges'] =>
  text.split(',').map(range => {
    const [from = '', to = from] = range.trim().slice(2).split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })

function has({ ranges, only }: Face, character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0
  return only.test(character) && ranges.some(([from, to]) => codePoint >= from && codePoint <= to)
}

/** Joins, selects or marks: says how its neighbour is drawn and needs no glyph of its own. */
const silent = /^\p{Default_Ignorable_Code_Point}$/u

/**
 * The first face for each character of `text`, without repetition, in the order of `faces`.
 * @returns undefined when some character is in none of them
 */
export function facesFor(text: string, faces: readonly Face[]): Face[] | undefined {
  const used = new Set<Face>()
  for (const character of text) {
    if (silent.test(character)) continue
    const face = faces.find(one => has(one, character))
    if (!face) return undefined
    used.add(face)
  }
  return faces.filter(face => used.has(face))
}
