import type { Image, SKRSContext2D } from '@napi-rs/canvas'
import { palette } from './colours.ts'
import type { Line } from './line.ts'

/** Draws the card itself: rounded, with a hairline border. Outside the corners it is transparent. */
export function drawCard(pen: SKRSContext2D, { width, height }: { width: number; height: number }): void {
  pen.fillStyle = palette['surface-raised']
  pen.beginPath()
  pen.roundRect(0, 0, width, height, 28)
  pen.fill()
  pen.clip()
  pen.strokeStyle = palette.line
  pen.lineWidth = 4
  pen.stroke()
}

/** Draws a round image with a ring around it, or the first letter of a name if there is no image. */
export function drawPortrait(
  pen: SKRSContext2D,
  { x, y, size, ring }: { x: number; y: number; size: number; ring: string },
  picture: Image | undefined,
  name: Line,
): void {
  const [middleX, middleY, radius] = [x + size / 2, y + size / 2, size / 2]
  pen.save()
  pen.beginPath()
  pen.arc(middleX, middleY, radius, 0, 2 * Math.PI)
  pen.fillStyle = palette['surface-sunken']
  pen.fill()
  pen.clip()
  if (picture) pen.drawImage(picture, x, y, size, size)
  else {
    const place = { x: middleX, baseline: middleY + size * 0.15, width: size * 0.8, align: 'center' as const }
    name.initials(1).draw(pen, place, { size: size * 0.42, weight: 600, colour: palette['text-muted'] })
  }
  pen.restore()
  pen.beginPath()
  pen.arc(middleX, middleY, radius + 5, 0, 2 * Math.PI)
  pen.strokeStyle = ring
  pen.lineWidth = 4
  pen.stroke()
}

/** Draws one pointed picket of the fence. @param share how much of it is filled from below, 0 to 1 */
export function drawPicket(
  pen: SKRSContext2D,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  colours: { empty: string; full: string },
  share: number,
): void {
  const outline = () => {
    pen.beginPath()
    pen.moveTo(x, y + width * 0.6)
    pen.lineTo(x + width / 2, y)
    pen.lineTo(x + width, y + width * 0.6)
    pen.lineTo(x + width, y + height)
    pen.lineTo(x, y + height)
    pen.closePath()
  }
  outline()
  pen.fillStyle = colours.empty
  pen.fill()
  if (share <= 0) return
  pen.save()
  outline()
  pen.clip()
  pen.fillStyle = colours.full
  pen.fillRect(x, y + height * (1 - share), width, height * share)
  pen.restore()
}
