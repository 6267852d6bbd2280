import type { SKRSContext2D } from '@napi-rs/canvas'
import { emojiPicture } from './emoji.ts'
import { createFonts } from './fonts.ts'
import { type Grapheme, graphemesOf } from './graphemes.ts'
import { type Line, lineOf } from './line.ts'

type Canvas = typeof import('@napi-rs/canvas')
type Picture = Awaited<ReturnType<Canvas['loadImage']>>

/** Gathers the parts of a drawing before it begins. */
interface Supplies {
  /** A text typed by people, ready to be drawn on one line. */
  line(text: string): Promise<Line>
  /** Decodes an image; undefined if it is not one. */
  picture(bytes: Uint8Array | undefined): Promise<Picture | undefined>
}

/** The most emoji that are drawn in one text; any others are left out. */
const mostEmoji = 24

async function decoded(canvas: Canvas, bytes: Uint8Array | undefined): Promise<Picture | undefined> {
  if (!bytes) return undefined
  try {
    return await canvas.loadImage(Buffer.from(bytes))
  } catch {
    return undefined
  }
}

async function open() {
  // The machine's fonts would make cards differ from host to host, and loading them would slow down every start.
  process.env['DISABLE_SYSTEM_FONTS_LOAD'] = '1'
  const canvas = await import('@napi-rs/canvas')
  const fonts = createFonts(canvas.GlobalFonts)
  const supplies: Supplies = {
    picture: bytes => decoded(canvas, bytes),
    async line(text) {
      const graphemes = graphemesOf(text, fonts.drawable)
      const wanted = [...new Set(graphemes.filter(({ kind }) => kind === 'emoji').map(one => one.text))]
      const pictures = new Map<string, Picture>()
      for (const emoji of wanted.slice(0, mostEmoji)) {
        const picture = await decoded(canvas, await emojiPicture(emoji))
        if (picture) pictures.set(emoji, picture)
      }
      const drawn = (one: Grapheme) => one.kind === 'letter' || pictures.has(one.text)
      return lineOf(graphemes.filter(drawn), pictures, fonts)
    },
  }
  return { canvas, supplies }
}

let opened: ReturnType<typeof open> | undefined

/**
 * Draws a PNG; the drawing library is loaded on the first call. This keeps a CPU busy: call it in a task.
 * @param prepare gathers the lines and images to draw
 * @param draw draws them on the canvas, synchronously
 */
export async function drawPng<T>(
  size: { width: number; height: number },
  prepare: (supplies: Supplies) => Promise<T>,
  draw: (pen: SKRSContext2D, prepared: T) => void,
): Promise<Buffer> {
  const { canvas, supplies } = await (opened ??= open())
  const prepared = await prepare(supplies)
  const paper = canvas.createCanvas(size.width, size.height)
  draw(paper.getContext('2d'), prepared)
  return paper.encode('png')
}

/** The size of an image in pixels, if the whole of it can be decoded; otherwise undefined. Call it in a task. */
export async function measurePicture(bytes: Uint8Array): Promise<{ width: number; height: number } | undefined> {
  const { supplies } = await (opened ??= open())
  const found = await supplies.picture(bytes)
  return found && found.width > 0 && found.height > 0 ? { width: found.width, height: found.height } : undefined
}
