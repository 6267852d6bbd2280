/** What a reader sees as one character. */
export interface Grapheme {
  kind: 'letter' | 'emoji'
  text: string
}

/** Longer texts are cut before anything is measured: no line of a card has room for more. */
export const mostGraphemes = 64
const longest = 1000
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Emoji as Discord renders them; characters that are plain text elsewhere need their emoji selector. */
const emoji = /^(?:\p{RGI_Emoji}|(?![©®™ℹ↔-↪⌨])\p{Extended_Pictographic}\uFE0F?)$/v

/** Characters that are invisible or change the direction of text; joiners of letters and emoji are kept. */
const unseen = /(?!\u200C|\u200D|\uFE0E|\uFE0F|[\u{E0020}-\u{E007F}])[\p{C}\p{Default_Ignorable_Code_Point}]/gu

/** More marks stacked on a letter would be drawn over everything else. */
const mostMarks = 3

/** The simplest equivalent form of a letter, so that as many letters as possible have a glyph: 𝓐 becomes A. */
function plainer(letter: string): string[] {
  let marks = 0
  const plain = letter.normalize('NFKC')
  const fewMarks = [...plain].filter(character => !/\p{M}/u.test(character) || ++marks <= mostMarks).join('')
  return [fewMarks, plain.normalize('NFD').replace(/\p{M}/gu, '')]
}

/**
 * The part of a text typed by people that can be drawn on one line: no control characters, no stacked marks.
 * @param drawable whether there are glyphs for a text; letters that have none in any form are left out
 */
export function graphemesOf(text: string, drawable: (text: string) => boolean): Grapheme[] {
  const line = text.slice(0, longest).normalize('NFC').replace(/\s+/gu, ' ').replace(unseen, '').trim()
  const found: Grapheme[] = []
  for (const { segment } of segmenter.segment(line)) {
    if (found.length >= mostGraphemes) break
    if (emoji.test(segment)) found.push({ kind: 'emoji', text: segment })
    else {
      const plain = plainer(segment).find(drawable)
      if (plain !== undefined && plain !== '') found.push({ kind: 'letter', text: plain })
    }
  }
  return found
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The direction of the first letter that has one. Source: Unicode's bidirectional algorithm, rule P2. */
export function directionOf(graphemes: readonly Grapheme[]): 'ltr' | 'rtl' {
  const first = graphemes.find(({ kind, text }) => kind === 'letter' && /\p{L}/u.test(text))
  return first && rightToLeft.test(first.text) ? 'rtl' : 'ltr'
}

/** Joins neighboring letters into one run, since they may form ligatures; each emoji is an image of its own. */
export function runsOf(graphemes: readonly Grapheme[]): Grapheme[] {
  const runs: Grapheme[] = []
  for (const { kind, text } of graphemes) {
    const last = runs.at(-1)
    if (kind === 'letter' && last?.kind === 'letter') last.text += text
    else runs.push({ kind, text })
  }
  return runs
}

const ellipsis: Grapheme = { kind: 'letter', text: '…' }

/**
 * Shortens a line to what fits, ending in an ellipsis if something was cut. @param widthOf the width of a line (pixels)
 */
export function fitted(
  graphemes: readonly Grapheme[],
  widthOf: (graphemes: readonly Grapheme[]) => number,
  width: number,
): readonly Grapheme[] {
  if (widthOf(graphemes) <= width) return graphemes
  let [fits, tooMuch] = [0, graphemes.length]
  while (tooMuch - fits > 1) {
    const middle = Math.floor((fits + tooMuch) / 2)
    if (widthOf([...graphemes.slice(0, middle), ellipsis]) <= width) fits = middle
    else tooMuch = middle
  }
  return [...graphemes.slice(0, fits), ellipsis]
}
