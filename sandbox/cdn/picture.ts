import { createHash } from 'node:crypto'
import { createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas'

type Several<T> = readonly [T, ...T[]]

/** Dark, medium and light: they match, yet are easy to tell apart in a list. */
const palettes: Several<readonly [deep: string, middle: string, light: string]> = [
  ['#2c6e80', '#7ec8be', '#faeccd'],
  ['#5c488e', '#be96dc', '#ffe1cd'],
  ['#aa523e', '#f0a06c', '#ffebc8'],
  ['#345c3e', '#8cb86e', '#f4ecbe'],
  ['#243e70', '#689cdc', '#e8f0fa'],
  ['#8c3c5c', '#e68296', '#ffe6de'],
  ['#705834', '#d6b268', '#fcf0d2'],
  ['#283444', '#6e849e', '#e2eaf0'],
]

/** Discord's default avatars differ by colour alone. */
const defaults = ['#5865f2', '#757e8a', '#3ba55c', '#faa61a', '#ed4245', '#eb459e'] as const
const skins = ['#f2c9a1', '#e2ac80', '#b07a56', '#7a523c', '#f6dabe'] as const
const hairs = ['#2c1a1f', '#462e1e', '#c49654', '#1e2026', '#964c2c'] as const

/** A square PNG; `draw` works on a plane from 0 to 1. */
function picture(size: number, draw: (context: SKRSContext2D) => void): Buffer {
  const canvas = createCanvas(size, size)
  const context = canvas.getContext('2d')
  context.scale(size, size)
  draw(context)
  return canvas.toBuffer('image/png')
}

/** Fills a shape, or everything; each further layer lies over the one before. */
function paint(context: SKRSContext2D, shape: Path2D, ...layers: readonly [colour: string, opacity: number][]): void {
  for (const [colour, opacity] of layers) {
    context.fillStyle = colour
    context.globalAlpha = opacity
    context.fill(shape)
  }
  context.globalAlpha = 1
}

function everything(): Path2D {
  const shape = new Path2D()
  shape.rect(0, 0, 1, 1)
  return shape
}

function ellipse(x: number, y: number, width: number, height = width): Path2D {
  const shape = new Path2D()
  shape.ellipse(x, y, width, height, 0, 0, 2 * Math.PI)
  return shape
}

function polygon(corners: Iterable<readonly [x: number, y: number]>): Path2D {
  const shape = new Path2D()
  for (const [x, y] of corners) shape.lineTo(x, y)
  shape.closePath()
  return shape
}

/** Random choices seeded by `name`: the same name always gives the same ones. */
function choicesOf(name: string) {
  const bytes = createHash('sha256').update(name).digest()
  return {
    share: (place: number) => bytes.readUInt8(place) / 255,
    oneOf: <T>(list: Several<T>, place: number): T => list[bytes.readUInt8(place) % list.length] ?? list[0],
  }
}

/** A small landscape seeded by `name`: sky, a sun, and two hills. The same name always gives the same one. */
export function landscape(name: string, size: number): Buffer {
  const { share, oneOf } = choicesOf(name)
  const [deep, middle, light] = oneOf(palettes, 0)
  const hill = (height: number, place: number) => {
    const edge = Array.from({ length: 65 }, (_, step) => {
      const x = step / 64
      return [x, height + 0.09 * Math.sin(x * (3 + share(place) * 4) + share(place + 1) * 6.3)] as const
    })
    return polygon([...edge, [1, 1], [0, 1]])
  }
  return picture(size, context => {
    const sky = context.createLinearGradient(0, 0, 0, 0.77)
    sky.addColorStop(0, middle)
    sky.addColorStop(1, light)
    context.fillStyle = sky
    context.fillRect(0, 0, 1, 1)
    paint(context, ellipse(0.25 + share(1) * 0.5, 0.24 + share(2) * 0.18, 0.1 + share(3) * 0.08), [light, 0.85])
    paint(context, hill(0.62, 4), [deep, 1], [middle, 0.45])
    paint(context, hill(0.78, 6), [deep, 1])
  })
}

/** A portrait seeded by `name`: head, hair and shoulders before a plain wall. */
export function portrait(name: string, size: number): Buffer {
  const { share, oneOf } = choicesOf(name)
  const [deep, middle, light] = oneOf(palettes, 0)
  const onDeepWall = oneOf([true, false], 1)
  const hair = oneOf(hairs, 3)
  const fringe = 0.37 + share(4) * 0.06
  return picture(size, context => {
    paint(context, everything(), [onDeepWall ? deep : middle, 1], [light, 0.06])
    if (oneOf([false, true, true], 5)) paint(context, ellipse(0.5, 0.42, 0.255, 0.268), [hair, 1])
    const coat = ellipse(0.5, 1.06, 0.38)
    if (onDeepWall) paint(context, coat, [middle, 1], [light, 0.35])
    else paint(context, coat, [deep, 1], ['#000000', 0.3])
    paint(context, ellipse(0.5, 0.46, 0.2), [oneOf(skins, 2), 1])
    // Hair ends at the fringe, which falls to both sides of its parting.
    const line = (x: number) => [x, fringe - 0.12 * Math.abs(x - 0.42)] as const
    context.clip(polygon([[0, 0], line(0), line(0.42), line(1), [1, 0]]))
    paint(context, ellipse(0.5, 0.43, 0.235), [hair, 1])
  })
}

/** Discord's default avatar number `index`: a plain colour with a lighter head and shoulders. */
export function defaultAvatar(index: number, size: number): Buffer {
  return picture(size, context => {
    paint(context, everything(), [defaults[index % defaults.length] ?? defaults[0], 1])
    const person = ellipse(0.5, 0.4, 0.15)
    person.addPath(ellipse(0.5, 0.88, 0.325, 0.26))
    paint(context, person, ['#ffffff', 0.88])
  })
}

/** The product's mark: three pickets on a 32-unit square. */
const pickets = [
  'M4 10.7 7.55 7.1 11.1 10.7V25.8L4 19.9Z',
  'M12.45 6.6 16 3 19.55 6.6V26.8L16 29.8 12.45 26.8Z',
  'M20.9 10.7 24.45 7.1 28 10.7V19.9L20.9 25.8Z',
].join('')

/** The product's own avatar. */
export function emblem(size: number): Buffer {
  return picture(size, context => {
    paint(context, everything(), ['#0d1b2a', 1])
    // The logo fills six tenths of the picture, so that it survives a round crop.
    context.translate(0.2, 0.2)
    context.scale(0.6 / 32, 0.6 / 32)
    paint(context, new Path2D(pickets), ['#068add', 1])
  })
}
