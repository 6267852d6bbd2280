import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FontKey, GlobalFonts } from '@napi-rs/canvas'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '../cache-capacity.ts'

/**
 * Our own font first, then one for each script that it lacks. They are part of the program, so cards look the same
 * everywhere. `only` limits a font further, because some packages list characters that their files lack.
 */
const packages: readonly { name: string; only: RegExp }[] = [
  { name: 'geist', only: /\P{M}/u },
  { name: 'noto-sans', only: /[\p{Script=Greek}\p{Script=Devanagari}]/u },
  { name: 'noto-sans-arabic', only: /\p{Script=Arabic}/u },
  { name: 'noto-sans-hebrew', only: /\p{Script=Hebrew}/u },
  { name: 'noto-sans-thai', only: /\p{Script=Thai}/u },
  { name: 'noto-sans-kr', only: /\p{Script=Hangul}/u },
  { name: 'noto-sans-sc', only: /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{S}]/u },
]
/** Han alone has 100 files: only the most recently needed ones are kept open. */
const mostOpen = 96

/** One file of a font, and the characters that it has. */
interface Face {
  family: string
  file: string
  /** Of the characters in `ranges`, those that the font is used for. */
  only: RegExp
  ranges: readonly (readonly [from: number, to: number])[]
}

/** Reads CSS's `unicode-range`: `U+0-FF,U+131`. */
const parseRanges = (text: string): Face['ranges'] =>
  text.split(',').map(range => {
    const [from = '', to = from] = range.trim().slice(2).split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })

function has({ ranges, only }: Face, character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0
  return only.test(character) && ranges.some(([from, to]) => codePoint >= from && codePoint <= to)
}

/** A character that joins, selects or marks: it affects how its neighbor is drawn and needs no glyph of its own. */
const silent = /^\p{Default_Ignorable_Code_Point}$/u

/**
 * The first face for each character of `text`, without repetition, in the order of `faces`.
 * @returns undefined when some character is in none of them
 */
function facesFor(text: string, faces: readonly Face[]): Face[] | undefined {
  const used = new Set<Face>()
  for (const character of text) {
    if (silent.test(character)) continue
    const face = faces.find(one => has(one, character))
    if (!face) return undefined
    used.add(face)
  }
  return faces.filter(face => used.has(face))
}

function facesOf({ name, only }: (typeof packages)[number]): Face[] {
  const ranges = createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/unicode.json`)
  const parts = JSON.parse(readFileSync(ranges, 'utf8')) as Record<string, string>
  // The common part of Latin comes last in the file, and every card needs it.
  return Object.entries(parts)
    .toReversed()
    .map(([part, range]) => {
      // The package writes numbered parts as '[4]'.
      const family = `${name}-${part.replace(/[[\]]/g, '')}`
      const file = join(dirname(ranges), 'files', `${family}-wght-normal.woff2`)
      return { family, file, only, ranges: parseRanges(range) }
    })
}

export interface Fonts {
  /** Whether every character of `text` can be drawn. */
  drawable(text: string): boolean
  /** A value for the canvas' `font` that can draw `text`. @param size in pixels */
  fontFor(text: string, size: number): string
}

/** The product's own fonts; their files are opened as texts need them. */
export function createFonts(registry: typeof GlobalFonts): Fonts {
  const faces = packages.flatMap(facesOf)
  const open = new LRUCache<string, { key: FontKey | null }>({
    ...entryLimit(mostOpen),
    dispose: ({ key }) => void (key && registry.remove(key)),
  })
  return {
    drawable: text => facesFor(text, faces) !== undefined,
    fontFor(text, size) {
      const families = (facesFor(text, faces) ?? []).map(({ family, file }) => {
        if (!open.get(family)) open.set(family, { key: registry.register(readFileSync(file), family) })
        return `"${family}"`
      })
      return `${size}px ${families.join(', ') || 'sans-serif'}`
    },
  }
}
