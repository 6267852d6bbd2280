import type { Image, SKRSContext2D } from '@napi-rs/canvas'
import type { Fonts } from './fonts.ts'
import { directionOf, fitted, type Grapheme, runsOf } from './graphemes.ts'

interface Style {
  /** In pixels. */
  size: number
  weight: 400 | 500 | 600
  colour: string
}

/** A text, ready to be drawn on one line. */
export interface Line {
  empty: boolean
  /** Its first letters or emoji, to be drawn in place of a missing image. */
  initials(count: number): Line
  /** @param width in pixels; what does not fit is cut, with an ellipsis. @returns the pixels that it takes */
  draw(
    pen: SKRSContext2D,
    place: { x: number; baseline: number; width: number; align?: 'left' | 'center' | 'right' },
    style: Style,
  ): number
}

/** An emoji in text is slightly larger than the letters and reaches below their baseline. */
const emojiEm = 1.14
const emojiDrop = 0.2
const emojiGap = 0.05

/** A line of text and emoji, ready to be measured and drawn; right-to-left if its first letter is. */
export function lineOf(graphemes: readonly Grapheme[], pictures: ReadonlyMap<string, Image>, fonts: Fonts): Line {
  const direction = directionOf(graphemes)
  const widthOfRun = (pen: SKRSContext2D, { kind, text }: Grapheme, size: number) => {
    if (kind === 'emoji') return size * (emojiEm + 2 * emojiGap)
    pen.font = fonts.fontFor(text, size)
    return pen.measureText(text).width
  }
  const widthOf = (pen: SKRSContext2D, some: readonly Grapheme[], size: number) =>
    runsOf(some).reduce((sum, run) => sum + widthOfRun(pen, run, size), 0)

  return {
    empty: graphemes.length === 0,
    initials: count => lineOf(graphemes.slice(0, count), pictures, fonts),
    draw(pen, { x, baseline, width, align = 'left' }, { size, weight, colour }) {
      pen.save()
      pen.fillStyle = colour
      pen.direction = direction
      pen.textAlign = 'left'
      pen.fontVariationSettings = `'wght' ${weight}`
      const shown = fitted(graphemes, some => widthOf(pen, some, size), width)
      const taken = widthOf(pen, shown, size)
      const runs = direction === 'rtl' ? runsOf(shown).toReversed() : runsOf(shown)
      let at = align === 'left' ? x : align === 'right' ? x - taken : x - taken / 2
      for (const run of runs) {
        const picture = run.kind === 'emoji' ? pictures.get(run.text) : undefined
        const runWidth = widthOfRun(pen, run, size)
        if (picture) {
          const edge = size * emojiEm
          pen.drawImage(picture, at + size * emojiGap, baseline + size * emojiDrop - edge, edge, edge)
        } else pen.fillText(run.text, at, baseline)
        at += runWidth
      }
      pen.restore()
      return taken
    },
  }
}
