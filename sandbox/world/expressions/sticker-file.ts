import { StickerFormatType } from 'discord-api-types/v10'
import { DiscordError } from '../errors.ts'

/** Source: Discord's documentation, "Sticker Resource" and its errors 170001 to 170007. Bytes, pixels, seconds. */
const largest = 512 * 1024
const side = 320
const longest = 5
const mostFrames = 1000
const fastest = 60

/** In the words of Discord's documentation, "JSON Error Codes". */
const refusals = {
  size: () => new DiscordError(400, 50_045, 'File uploaded exceeds the maximum size'),
  kind: () => new DiscordError(400, 50_046, 'Invalid file uploaded'),
  json: () => new DiscordError(400, 170_001, 'Invalid JSON for uploaded Lottie file'),
  raster: () => new DiscordError(400, 170_002, 'Uploaded Lotties cannot contain rasterized images such as PNG or JPEG'),
  frames: () => new DiscordError(400, 170_004, `Sticker frame count exceeds maximum of ${mostFrames} frames`),
  dimensions: () => new DiscordError(400, 170_005, 'Lottie animation maximum dimensions exceeded'),
  rate: () => new DiscordError(400, 170_006, 'Sticker frame rate is either too small or too large'),
  duration: () => new DiscordError(400, 170_007, `Sticker animation duration exceeds maximum of ${longest} seconds`),
}

interface StickerFile {
  format: StickerFormatType
  contentType: string
}

/**
 * What kind of sticker a file makes: PNG, APNG, GIF or Lottie, as its bytes say, whatever it is called.
 * @throws DiscordError 50045, 50046, 170001 to 170007
 */
export function readStickerFile(data: Buffer): StickerFile {
  if (data.length > largest) throw refusals.size()
  const isPng = data.length > 24 && data.subarray(1, 4).toString('latin1') === 'PNG'
  if (isPng) return png(data)
  if (data.length > 10 && data.subarray(0, 4).toString('latin1') === 'GIF8') return gif(data)
  if (data.toString('utf8').trimStart().startsWith('{')) return lottie(data)
  throw refusals.kind()
}

function png(data: Buffer): StickerFile {
  requireSize(data.readUInt32BE(16), data.readUInt32BE(20))
  const delays: number[] = []
  for (const { type, body } of pngChunks(data))
    if (type === 'fcTL' && body.length >= 26) delays.push(body.readUInt16BE(20) / (body.readUInt16BE(22) || 100))
  requireDuration(delays)
  return { format: delays.length > 0 ? StickerFormatType.APNG : StickerFormatType.PNG, contentType: 'image/png' }
}

function* pngChunks(data: Buffer): Generator<{ type: string; body: Buffer }> {
  for (let at = 8; at + 12 <= data.length; ) {
    const length = data.readUInt32BE(at)
    yield { type: data.subarray(at + 4, at + 8).toString('latin1'), body: data.subarray(at + 8, at + 8 + length) }
    at += 12 + length
  }
}

/** Each frame is announced by a graphic control extension, with its delay in hundredths of a second. */
function gif(data: Buffer): StickerFile {
  requireSize(data.readUInt16LE(6), data.readUInt16LE(8))
  const marker = Buffer.from([0x21, 0xf9, 0x04])
  const delays: number[] = []
  for (let at = data.indexOf(marker); at >= 0 && at + 6 <= data.length; at = data.indexOf(marker, at + 1))
    delays.push(data.readUInt16LE(at + 4) / 100)
  requireDuration(delays)
  return { format: StickerFormatType.GIF, contentType: 'image/gif' }
}

/** An animation described in JSON, with its size, its frames per second, and its first and last frame. */
function lottie(data: Buffer): StickerFile {
  let read: Record<string, unknown>
  try {
    read = JSON.parse(data.toString()) as Record<string, unknown>
  } catch {
    throw refusals.json()
  }
  const { w, h, fr, ip, op, assets = [] } = read
  if (![w, h, fr, ip, op].every(value => typeof value === 'number') || !Array.isArray(assets)) throw refusals.json()
  const [rate, frames] = [Number(fr), Number(op) - Number(ip)]
  if (assets.some(asset => typeof (asset as { p?: unknown } | null)?.p === 'string')) throw refusals.raster()
  if (rate <= 0 || rate > fastest) throw refusals.rate()
  if (frames > mostFrames) throw refusals.frames()
  requireSize(Number(w), Number(h))
  if (frames / rate > longest) throw refusals.duration()
  return { format: StickerFormatType.Lottie, contentType: 'application/json' }
}

function requireSize(width: number, height: number): void {
  if (width > side || height > side) throw refusals.dimensions()
}

function requireDuration(delays: readonly number[]): void {
  if (delays.length > mostFrames) throw refusals.frames()
  if (delays.reduce((sum, delay) => sum + delay, 0) > longest) throw refusals.duration()
}
