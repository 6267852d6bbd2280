import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Sandbox } from '../context.ts'
import { refusal } from './form.ts'

/** A file that came inside a body, as a data URI. */
export interface UploadedData {
  contentType: string
  data: Buffer
}

/**
 * The first bytes of each type of file that Discord accepts. Its answer to other types is not documented beyond
 * 'invalid'.
 */
const beginnings: Record<string, (data: Buffer) => boolean> = {
  'image/png': data => data.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47])),
  'image/jpeg': data => data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/gif': data => data.subarray(0, 4).toString('latin1') === 'GIF8',
  'image/webp': data => data.subarray(8, 12).toString('latin1') === 'WEBP',
  'audio/ogg': data => data.subarray(0, 4).toString('latin1') === 'OggS',
  'audio/mpeg': data =>
    data.subarray(0, 3).toString('latin1') === 'ID3' || (data[0] === 0xff && (data[1] ?? 0) >= 0xe0),
}

/** The content type that a file's first bytes show; undefined for any that Discord does not take. */
const typeOfBytes = (data: Buffer): string | undefined => Object.keys(beginnings).find(type => beginnings[type]?.(data))

/** A data URI of one of these kinds, whose bytes are of that kind: 'image', 'audio'. */
export const dataUri = (kind: 'image' | 'audio') =>
  z
    .string()
    .regex(/^data:[a-z]+\/[\w.+-]+;base64,/)
    .transform((uri): UploadedData => {
      const data = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')
      return { data, contentType: typeOfBytes(data) ?? '' }
    })
    .refine(
      ({ contentType }) => contentType.startsWith(`${kind}/`),
      kind === 'image'
        ? refusal('IMAGE_INVALID', 'Invalid image data')
        : refusal('BINARY_TYPE_INVALID', 'The audio is neither MP3 nor Ogg.'),
    )

/** A picture by the hash that Discord would give it; 'a_' in front says that it moves. */
const hashOf = ({ contentType, data }: UploadedData): string =>
  `${contentType === 'image/gif' ? 'a_' : ''}${createHash('md5').update(data).digest('hex')}`

/** Stores a picture for the CDN. @returns its hash; null and undefined stay what they are */
export function keepImage<T extends UploadedData | null | undefined>(
  { world }: Sandbox,
  picture: T,
): string | Exclude<T, UploadedData> {
  if (!picture) return picture as Exclude<T, UploadedData>
  const hash = hashOf(picture)
  keepFile({ world }, hash, picture)
  return hash
}

/** @param key the hash of a picture, or the id of an emoji, sticker or sound */
export function keepFile({ world }: Pick<Sandbox, 'world'>, key: string, { contentType, data }: UploadedData): void {
  world.uploads.set(key, { filename: key, contentType, data })
}

/** Handles the file of a deleted emoji, sticker or sound. Whether the CDN keeps it is a condition. */
export function dropFile({ world, conditions }: Sandbox, id: string): void {
  if (!conditions.cdnKeepsDeleted) world.uploads.delete(id)
}
