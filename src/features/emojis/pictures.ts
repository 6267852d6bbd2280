import { buffer } from 'node:stream/consumers'
import type { Services } from '#kernel/feature.ts'
import { fileKind } from '#kernel/files/files.ts'
import { bodyWithin } from '#kit/limited-body.ts'
import { UserError } from '#kit/errors.ts'
import { binaryTypeOf, headBytes } from '#kit/file-type.ts'
import { type EmojiType, emojiTypes, largestEmoji, nameOfAddress, writtenEmoji } from './emoji/contract.ts'

/** Discord may serve one a little larger than it was when it was added. */
const mostBytes = 2 * largestEmoji
const timeoutMs = 10_000

const kind = fileKind({ name: 'emojis.pictures', types: emojiTypes, maxBytes: mostBytes })
export const picturesOf = ({ files }: Pick<Services, 'files'>, guildId: string) => files.of(kind, guildId)

export interface EmojiPicture {
  type: EmojiType
  content: Buffer
}

/** A picture that is to become an emoji, with the name that it suggests. */
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

/** Where Discord serves the picture of an emoji. */
export const emojiAddress = (cdnUrl: string, { id, animated }: { id: string; animated: boolean }): string =>
  `${cdnUrl.replace(/\/$/, '')}/emojis/${id}.${animated ? 'gif' : 'png'}`

/** @returns undefined where it is not there, is larger than that, or does not come in time */
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

/** @returns undefined where Discord does not serve it: there is no such emoji any more, or it does not answer */
export async function servedPicture(
  { config, log }: Pick<Services, 'config' | 'log'>,
  emoji: { id: string; animated: boolean },
): Promise<EmojiPicture | undefined> {
  const content = await fetched(emojiAddress(config.discord.cdnUrl, emoji), log)
  const type = content && typeOf(content)
  return content && type && { type, content }
}

/** A picture that came with a command: Discord keeps it. @throws UserError 413 where it is too large, 502 */
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

/** The address of an emoji at Discord, however it was copied. */
const discordEmoji = /^https:\/\/(?:cdn\.discordapp\.com|media\.discordapp\.net)\/emojis\/(\d{17,20})\.(\w+)(\?.*)?$/

/**
 * The picture behind what somebody gave: an emoji as a message has it, or a link. Links are fetched by the rules for
 * other sites, from the public web alone.
 * @throws UserError 400 for anything else, 404 where there is no picture, 413 where it is too large, 429
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

/** The bytes of a picture that was kept, and their media type. */
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
