import { createHash } from 'node:crypto'
import { encodePng, type Rgb } from './png.ts'

/** Pairs that look well together and stay apart from each other in a list. */
const palettes: readonly (readonly [Rgb, Rgb, Rgb])[] = [
  [
    [44, 110, 128],
    [126, 200, 190],
    [250, 236, 205],
  ],
  [
    [92, 72, 142],
    [190, 150, 220],
    [255, 225, 205],
  ],
  [
    [170, 82, 62],
    [240, 160, 108],
    [255, 235, 200],
  ],
  [
    [52, 92, 62],
    [140, 184, 110],
    [244, 236, 190],
  ],
  [
    [36, 62, 112],
    [104, 156, 220],
    [232, 240, 250],
  ],
  [
    [140, 60, 92],
    [230, 130, 150],
    [255, 230, 222],
  ],
  [
    [112, 88, 52],
    [214, 178, 104],
    [252, 240, 210],
  ],
  [
    [40, 52, 68],
    [110, 132, 158],
    [226, 234, 240],
  ],
]

/** Discord's default avatars differ by colour alone. */
const defaults: readonly Rgb[] = [
  [88, 101, 242],
  [117, 126, 138],
  [59, 165, 92],
  [250, 166, 26],
  [237, 66, 69],
  [235, 69, 158],
]

const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  Math.round(from[0] + (to[0] - from[0]) * share),
  Math.round(from[1] + (to[1] - from[1]) * share),
  Math.round(from[2] + (to[2] - from[2]) * share),
]

/** From 0 to 1 over a band one pixel wide, so that edges are smooth at every size. */
const edge = (distance: number, size: number) => Math.min(1, Math.max(0, 0.5 - distance * size))

/** A small landscape that belongs to `name`: sky, a sun, and two hills. The same name always gives the same one. */
export function landscape(name: string, size: number): Buffer {
  const hash = createHash('sha256').update(name).digest()
  const byte = (place: number) => (hash[place] ?? 0) / 255
  const palette = palettes[(hash[0] ?? 0) % palettes.length] ?? palettes[0]
  if (!palette) throw new Error('there are no palettes')
  const [deep, middle, light] = palette
  const sun = { x: 0.25 + byte(1) * 0.5, y: 0.24 + byte(2) * 0.18, radius: 0.1 + byte(3) * 0.08 }
  const hill = (x: number, base: number, place: number) =>
    base + 0.09 * Math.sin(x * (3 + byte(place) * 4) + byte(place + 1) * 6.3)
  return encodePng(size, (x, y) => {
    let colour = mix(middle, light, Math.min(1, y * 1.3))
    colour = mix(colour, light, 0.85 * edge(Math.hypot(x - sun.x, y - sun.y) - sun.radius, size))
    colour = mix(colour, mix(deep, middle, 0.45), edge(hill(x, 0.62, 4) - y, size))
    return mix(colour, deep, edge(hill(x, 0.78, 6) - y, size))
  })
}

const skins: readonly Rgb[] = [
  [242, 201, 161],
  [226, 172, 128],
  [176, 122, 86],
  [122, 82, 60],
  [246, 218, 190],
]

/** Somebody who belongs to `name`: head, hair and shoulders before a plain wall. */
export function portrait(name: string, size: number): Buffer {
  const hash = createHash('sha256').update(name).digest()
  const pick = <T>(list: readonly T[], place: number): T => list[(hash[place] ?? 0) % list.length] as T
  const [deep, middle, light] = pick(palettes, 0)
  const [wall, coat] = (hash[1] ?? 0) % 2 === 0 ? [deep, mix(middle, light, 0.35)] : [middle, mix(deep, [0, 0, 0], 0.3)]
  const skin = pick(skins, 2)
  const hair = mix(
    pick<Rgb>(
      [
        [44, 26, 31],
        [70, 46, 30],
        [196, 150, 84],
        [30, 32, 38],
        [150, 76, 44],
      ],
      3,
    ),
    wall,
    0.08,
  )
  const fringe = 0.37 + ((hash[4] ?? 0) / 255) * 0.06
  return encodePng(size, (x, y) => {
    let colour = mix(wall, light, 0.12 * (1 - y))
    const back = Math.hypot(x - 0.5, (y - 0.42) * 0.95) - 0.255
    colour = mix(colour, hair, edge(back, size) * ((hash[5] ?? 0) % 3 === 0 ? 0 : 1))
    colour = mix(colour, coat, edge(Math.hypot(x - 0.5, y - 1.06) - 0.38, size))
    colour = mix(colour, skin, edge(Math.hypot(x - 0.5, y - 0.46) - 0.2, size))
    const cap = Math.max(Math.hypot(x - 0.5, y - 0.43) - 0.235, y - fringe + 0.12 * Math.abs(x - 0.42))
    return mix(colour, hair, edge(cap, size))
  })
}

/** Discord's default avatar number `index`: a plain colour with a lighter head and shoulders. */
export function defaultAvatar(index: number, size: number): Buffer {
  const colour = defaults[index % defaults.length] ?? defaults[0]
  if (!colour) throw new Error('there are no default colours')
  const pale = mix(colour, [255, 255, 255], 0.88)
  return encodePng(size, (x, y) => {
    const head = Math.hypot(x - 0.5, y - 0.4) - 0.15
    const shoulders = Math.hypot((x - 0.5) * 0.8, y - 0.88) - 0.26
    return mix(colour, pale, edge(Math.min(head, shoulders), size))
  })
}

type Corner = readonly [x: number, y: number]

/** The product's mark: three pickets, clockwise, on a 32-unit square. */
const pickets: readonly (readonly Corner[])[] = [
  [
    [4, 10.7],
    [7.55, 7.1],
    [11.1, 10.7],
    [11.1, 25.8],
    [4, 19.9],
  ],
  [
    [12.45, 6.6],
    [16, 3],
    [19.55, 6.6],
    [19.55, 26.8],
    [16, 29.8],
    [12.45, 26.8],
  ],
  [
    [20.9, 10.7],
    [24.45, 7.1],
    [28, 10.7],
    [28, 19.9],
    [20.9, 25.8],
  ],
]

/** How far outside a convex shape a place is; negative inside. */
function outside(shape: readonly Corner[], x: number, y: number): number {
  return Math.max(
    ...shape.map(([fromX, fromY], index) => {
      const [toX, toY] = shape[(index + 1) % shape.length] ?? [fromX, fromY]
      const length = Math.hypot(toX - fromX, toY - fromY)
      return ((toY - fromY) * (x - fromX) - (toX - fromX) * (y - fromY)) / length
    }),
  )
}

/** The product's own avatar. */
export function emblem(size: number): Buffer {
  const wall: Rgb = [13, 27, 42]
  const brand: Rgb = [6, 138, 221]
  // The mark fills six tenths of the picture, so that it survives a round crop.
  const place = (at: number) => 16 + ((at - 0.5) * 32) / 0.6
  return encodePng(size, (x, y) => {
    const nearest = Math.min(...pickets.map(shape => outside(shape, place(x), place(y))))
    return mix(wall, brand, edge((nearest * 0.6) / 32, size))
  })
}
