import { palette, visible } from '#kit/drawing/colours.ts'
import { compactNumber } from '#kit/drawing/compact-number.ts'
import { drawPng } from '#kit/drawing/picture.ts'
import { drawCard, drawPicket, drawPortrait } from '#kit/drawing/shapes.ts'

export interface RankCard {
  name: string
  /** The image as received, or none. */
  avatar: Uint8Array | undefined
  level: number
  /** XP toward the next level, and how much it needs. */
  xp: number
  needed: number
  /** Place in the server, from 1. */
  rank: number
  /** `#RRGGBB`; the brand's if omitted. */
  colour?: string
}

const size = { width: 934, height: 282 }
const left = 252
const right = 890
/** Each picket is 2.5 % of the way. */
const pickets = 40

/** How full a picket is, 0 to 1, when `share` (0 to 1) of the way is done. */
export const picketShare = (share: number, index: number): number =>
  Math.min(1, Math.max(0, (share > 0 ? Math.min(1, share) : 0) * pickets - index))

/** A member's rank as a PNG of 934 x 282 px. */
export default function drawRankCard(card: RankCard): Promise<Buffer> {
  const colour = visible(card.colour ?? palette.brand)
  const share = card.needed > 0 ? card.xp / card.needed : 0
  return drawPng(
    size,
    async ({ line, picture }) => ({
      portrait: await picture(card.avatar),
      name: await line(card.name),
      level: await line(`Level ${compactNumber(card.level)}`),
      rank: await line(`#${compactNumber(card.rank)}`),
      progress: await line(`${compactNumber(card.xp)} / ${compactNumber(card.needed)} XP`),
    }),
    (pen, { portrait, name, level, rank, progress }) => {
      drawCard(pen, size)
      drawPortrait(pen, { x: 44, y: 53, size: 176, ring: colour }, portrait, name)
      const rankWidth = rank.draw(
        pen,
        { x: right, baseline: 96, width: 200, align: 'right' },
        { size: 44, weight: 600, colour: palette.text },
      )
      name.draw(
        pen,
        { x: left, baseline: 96, width: right - left - rankWidth - 32 },
        { size: 44, weight: 600, colour: palette.text },
      )
      const quiet = { size: 26, weight: 500 as const, colour: palette['text-muted'] }
      level.draw(pen, { x: left, baseline: 146, width: 240 }, quiet)
      progress.draw(pen, { x: right, baseline: 146, width: 380, align: 'right' }, quiet)
      const step = (right - left + 4) / pickets
      for (let index = 0; index < pickets; index++) {
        const place = { x: left + index * step, y: 174, width: step - 4, height: 56 }
        drawPicket(pen, place, { empty: palette['picket-off'], full: colour }, picketShare(share, index))
      }
    },
  )
}
