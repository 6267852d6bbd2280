import type { UploadedData } from '../uploads.ts'

/**
 * How long a sound lasts, in seconds, as its file says.
 * @returns undefined when the file holds no sound that can be measured
 */
export const secondsOf = ({ contentType, data }: UploadedData): number | undefined =>
  contentType === 'audio/ogg' ? oggSeconds(data) : mp3Seconds(data)

/** The place of the last page, in samples, over the rate that the first page names. Source: RFC 3533 and RFC 7845. */
function oggSeconds(data: Buffer): number | undefined {
  const last = data.lastIndexOf('OggS')
  if (last < 0 || last + 14 > data.length) return undefined
  const vorbis = data.indexOf('\u{1}vorbis', 0, 'latin1')
  const rate = vorbis >= 0 && vorbis + 16 <= data.length ? data.readUInt32LE(vorbis + 12) : 48_000
  const samples = Number(data.readBigInt64LE(last + 6))
  return samples > 0 && rate > 0 ? samples / rate : undefined
}

/** Bits per second of MPEG 1 and 2, layer III, by the header's index. */
const bitrates = {
  one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const rates = [44_100, 48_000, 32_000]

/** Adds up the frames behind the tag. Source: ISO/IEC 11172-3 (MPEG audio), ID3v2. */
function mp3Seconds(data: Buffer): number | undefined {
  let at = data.subarray(0, 3).toString('latin1') === 'ID3' ? 10 + tagLength(data) : 0
  let seconds = 0
  while (at + 4 <= data.length && data[at] === 0xff && ((data[at + 1] ?? 0) & 0xe0) === 0xe0) {
    const frame = frameAt(data, at)
    if (!frame) break
    seconds += frame.seconds
    at += frame.bytes
  }
  return seconds > 0 ? seconds : undefined
}

const tagLength = (data: Buffer) => [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (data[at] ?? 0), 0)

function frameAt(data: Buffer, at: number): { seconds: number; bytes: number } | undefined {
  const [second = 0, third = 0] = [data[at + 1], data[at + 2]]
  const version = (second >> 3) & 3
  const isLayerThree = ((second >> 1) & 3) === 1
  const kilobits = bitrates[version === 3 ? 'one' : 'two'][third >> 4]
  const full = rates[(third >> 2) & 3]
  if (!isLayerThree || version === 1 || !kilobits || !full) return undefined
  const rate = version === 3 ? full : version === 2 ? full / 2 : full / 4
  const samples = version === 3 ? 1152 : 576
  const padding = (third >> 1) & 1
  return { seconds: samples / rate, bytes: Math.floor(((samples / 8) * kilobits * 1000) / rate) + padding }
}
