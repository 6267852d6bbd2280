/** A PNG header with this size and nothing after it, which is all that Discord looks at. */
export function png(side = 320): Buffer {
  const data = Buffer.alloc(33)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(data)
  data.writeUInt32BE(13, 8)
  data.write('IHDR', 12)
  data.writeUInt32BE(side, 16)
  data.writeUInt32BE(side, 20)
  return data
}

/** Silent frames of MPEG 1, layer III: 128 kbit/s at 44.1 kHz, 26 ms each. */
export const mp3 = (frames: number) => {
  const frame = Buffer.alloc(417)
  Buffer.from([0xff, 0xfb, 0x90, 0x00]).copy(frame)
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** A sound as it is sent in bodies. */
export const audio = (data: Buffer) => `data:audio/mpeg;base64,${data.toString('base64')}`

/** The form fields for a new sticker. */
export function sticker(fields: Record<string, string>, data: Buffer = png()): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(data)], { type: 'image/png' }), 'cup.png')
  return form
}
