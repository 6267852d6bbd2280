import { palette, visible } from '#kit/drawing/colours.ts'
import { compactNumber } from '#kit/drawing/compact-number.ts'
import { drawPng } from '#kit/drawing/picture.ts'
import { drawCard, drawPicket, drawPortrait } from '#kit/drawing/shapes.ts'

export interface WelcomeCard {
  kind: 'welcome' | 'farewell'
  name: string
  /** The image as received, or none. */
  avatar: Uint8Array | undefined
  serverName: string
  /** The number of members, including the one who joined or excluding the one who left. */
  memberCount: number
  /** `#RRGGBB`. */
  colour: string
}

const size = { width: 934, height: 360 }
const left = 268
const width = 934 - left - 44
const mostPickets = 46

/** The number of standing pickets: one per member, as long as there is room for all. */
export const standing = (memberCount: number): number => Math.min(mostPickets, Math.max(0, memberCount))

/**
 * Draws a greeting as a PNG of 934 x 360 px. The fence at the bottom has a picket for each member, the newest one
 * colored; a member who leaves takes theirs away.
 */
export default function drawWelcomeCard(card: WelcomeCard): Promise<Buffer> {
  const colour = visible(card.colour)
  const joined = card.kind === 'welcome'
  const members = compactNumber(card.memberCount)
  return drawPng(
    size,
    async ({ line, picture }) => ({
      portrait: await picture(card.avatar),
      title: await line(joined ? 'Welcome' : 'Goodbye'),
      name: await line(card.name),
      server: await line(card.serverName),
      count: await line(joined ? `Member ${members}` : card.memberCount === 1 ? '1 member' : `${members} members`),
    }),
    (pen, { portrait, title, name, server, count }) => {
      drawCard(pen, size)
      drawPortrait(pen, { x: 48, y: 62, size: 176, ring: colour }, portrait, name)
      title.draw(pen, { x: left, baseline: 94, width }, { size: 28, weight: 500, colour: palette['text-muted'] })
      name.draw(pen, { x: left, baseline: 154, width }, { size: 52, weight: 600, colour: palette.text })
      const countWidth = count.draw(
        pen,
        { x: left + width, baseline: 214, width: 240, align: 'right' },
        { size: 26, weight: 500, colour: palette['text-faint'] },
      )
      server.draw(
        pen,
        { x: left, baseline: 214, width: width - countWidth - 32 },
        { size: 28, weight: 500, colour: palette['text-muted'] },
      )
      const stand = standing(card.memberCount)
      const step = size.width / mostPickets
      for (let index = 0; index < stand; index++) {
        const newest = joined && index === stand - 1
        const place = { x: index * step + 3, y: newest ? 270 : 284, width: step - 6, height: newest ? 90 : 76 }
        drawPicket(pen, place, { empty: palette['picket-off'], full: colour }, newest ? 1 : 0)
      }
    },
  )
}
