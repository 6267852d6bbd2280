import { buffer } from 'node:stream/consumers'
import type { Services } from '#kernel/feature.ts'
import { fileKind } from '#kernel/files/files.ts'
import { bodyWithin } from '#kit/limited-body.ts'
import { UserError } from '#kit/errors.ts'
import { binaryTypeOf, headBytes } from '#kit/file-type.ts'
import { type EmojiType, emojiTypes, largestEmoji, nameOfAddress, writtenEmoji } from './emoji/contract.ts'

/** Discord may serve an image that is slightly larger than the uploaded one. */
const mostBytes = 2 * largestEmoji
const timeoutMs = 10_000

const kind = fileKind({ name: 'emojis.pictures', types: emojiTypes, maxBytes: mostBytes })
export const picturesOf = ({ files }: Pick<Services, 'files'>, guildId: string) => files.of(kind, guildId)

export interface EmojiPicture {
  type: EmojiType
  content: Buffer
}

/** An image that is to become an emoji, with a suggested name. */
export interface EmojiSource extends EmojiPicture {
  name: string
}

const kib = (bytes: number) => Math.ceil(bytes / 1024)

export const tooLarge = (bytes?: number) =>
  new UserError(
    'emojis.too-large',
    `Discord takes pictures of at most ${kib(largestEmoji)} KiB${bytes === undefined ? '' : `, and this one has ${kib(bytes)} KiB`}. Make it smaller: 128 x 128 px is all that Discord shows.`,
    413,
    { source: `The picture is larger than ${kib(largestEmoji)} KiB.` },
  )

export const typeOf = (content: Uint8Array): EmojiType | undefined => {
  const type = binaryTypeOf(content.subarray(0, headBytes))
  return emojiTypes.find(one => one === type)
}

/** The URL of an emoji's image on Discord's server. */
export const emojiAddress = (cdnUrl: string, { id, animated }: { id: string; animated: boolean }): string =>
  `${cdnUrl.replace(/\/$/, '')}/emojis/${id}.${animated ? 'gif' : 'png'}`

/** @returns undefined if it does not exist, is too large, or does not arrive in time */
async function fetched(address: string, log: Services['log']): Promise<Buffer | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    if (!response.ok) {
      await response.body?.cancel()
      return undefined
    }
    return await bodyWithin(response, mostBytes)
  } catch (err) {
    log.debug({ err }, 'a picture did not come from discord')
    return undefined
  }
}

/** @returns undefined if Discord does not serve it: the emoji no longer exists, or Discord does not answer */
export async function servedPicture(
  { config, log }: Pick<Services, 'config' | 'log'>,
  emoji: { id: string; animated: boolean },
): Promise<EmojiPicture | undefined> {
  const content = await fetched(emojiAddress(config.discord.cdnUrl, emoji), log)
  const type = content && typeOf(content)
  return content && type && { type, content }
}

/** An image attached to a command, which Discord stores. @throws UserError 413 if it is too large, 502 */
export async function attachedPicture(
  { log }: Pick<Services, 'log'>,
  { url, size }: { url: string; size: number },
): Promise<Buffer> {
  if (size > largestEmoji) throw tooLarge(size)
  const content = await fetched(url, log)
  if (!content) throw new UserError('emojis.no-file', 'The picture could not be read. Send it again.', 502)
  return content
}

const refused = (code: string, sentence: string, status = 400) =>
  new UserError(`emojis.${code}`, sentence, status, { source: sentence })

/** The URL of an emoji on Discord, however it was copied. */
const discordEmoji = /^https:\/\/(?:cdn\.discordapp\.com|media\.discordapp\.net)\/emojis\/(\d{17,20})\.(\w+)(\?.*)?$/

/**
 * Fetches the image behind what somebody typed: an emoji as written in a message, or a link. Links are fetched by the
 * rules for other sites, from the public web only.
 * @throws UserError 400 for anything else, 404 if there is no image, 413 if it is too large, 429
 */
export async function pictureBehind(
  services: Pick<Services, 'config' | 'log' | 'pictures'>,
  guildId: string,
  source: string,
): Promise<EmojiSource> {
  const given = source.trim()
  const [, linked, ending = '', query = ''] = discordEmoji.exec(given) ?? []
  const emoji =
    writtenEmoji(given) ??
    (linked === undefined
      ? undefined
      : { id: linked, name: 'emoji', animated: ending === 'gif' || query.includes('animated=true') })
  if (emoji) {
    const picture = await servedPicture(services, emoji)
    if (!picture)
      throw refused('gone', 'Discord has no picture of that emoji any more. Send the picture itself instead.', 404)
    if (picture.content.byteLength > largestEmoji) throw tooLarge(picture.content.byteLength)
    return { ...picture, name: emoji.name }
  }
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw refused(
      'source',
      'Give a link to a picture that begins with https://, or an emoji of another server as it stands in a message.',
    )
  const picture = await services.pictures.load(guildId, given)
  if (!picture)
    throw refused(
      'no-picture',
      'There is no picture at that address that I may fetch. It must be a PNG, JPEG, GIF or WebP on the public web.',
      404,
    )
  if (picture.content.byteLength > largestEmoji) throw tooLarge(picture.content.byteLength)
  return { ...picture, name: nameOfAddress(new URL(given)) }
}

/** The bytes of a stored image, and their media type. */
export async function keptPicture(
  services: Pick<Services, 'files'>,
  guildId: string,
  fileId: string,
): Promise<EmojiPicture | undefined> {
  const found = picturesOf(services, guildId).read(fileId)
  const type = emojiTypes.find(one => one === found?.type)
  if (!found || !type) return undefined
  return { type, content: await buffer(found.content) }
}
