import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

export type Rgb = readonly [red: number, green: number, blue: number]

/**
 * A square RGB picture as PNG. Source: the PNG specification, colour type 2.
 * @param at the colour of a place; x and y run from 0 to 1
 */
export function encodePng(size: number, at: (x: number, y: number) => Rgb): Buffer {
  const stride = size * 3 + 1
  const pixels = Buffer.alloc(stride * size)
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const [red, green, blue] = at((column + 0.5) / size, (row + 0.5) / size)
      const place = row * stride + 1 + column * 3
      pixels[place] = red
      pixels[place + 1] = green
      pixels[place + 2] = blue
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
