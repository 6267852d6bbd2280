interface ImageSize {
  width: number
  height: number
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** In pixels, from the header of a PNG, GIF or JPEG; undefined for everything else. */
export function imageSize(data: Buffer): ImageSize | undefined {
  if (data.length >= 24 && data.subarray(0, 8).equals(png))
    return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) }
  if (data.length >= 10 && /^GIF8[79]a$/.test(data.toString('latin1', 0, 6)))
    return { width: data.readUInt16LE(6), height: data.readUInt16LE(8) }
  return data.length >= 4 && data.readUInt16BE(0) === 0xff_d8 ? jpegSize(data) : undefined
}

/** Walks the segments to the first start-of-frame. */
function jpegSize(data: Buffer): ImageSize | undefined {
  let at = 2
  while (at + 9 < data.length && data[at] === 0xff) {
    const marker = data[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5) }
    at += 2 + data.readUInt16BE(at + 2)
  }
  return undefined
}
