import type { APIEmbed, Attachment, Message } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { bodyWithin } from '#kit/limited-body.ts'
import { cannotSee, isHidden } from '#kit/hidden-channel.ts'
import { mayWrite } from '#kit/permissions.ts'
import { cut, inert, messageLimits } from '#kit/template.ts'
import type { Action } from '../design/contract.ts'
import { messageFacts } from '../judge/facts.ts'
import { done, failed, moot, unanswered, type ActionOutcome } from './outcome.ts'
import type { RunContext } from './run-context.ts'
import { sendOnce } from './send.ts'

/** The size limit for all files together (bytes): what bots may upload in any server. */
const largest = 10 * 1024 ** 2
const patienceMs = 20_000

const isPicture = ({ contentType }: Attachment) => contentType?.startsWith('image/') === true

/** Whether a URL is on one of Discord's own file hosts; files are fetched from nowhere else. */
function isDiscords({ config }: Pick<Services, 'config'>, address: string): boolean {
  const url = URL.parse(address)
  const hosts = [config.discord.cdnUrl, 'https://cdn.discordapp.com', 'https://media.discordapp.net']
  return url !== null && hosts.some(host => new URL(host).origin === url.origin)
}

interface CopiedFile {
  name: string
  attachment: Buffer
  isPicture: boolean
}

/** Loads a file. @returns undefined if it is gone, 'unanswered' if Discord's file host could not be asked */
async function contentOf({ url, size }: Attachment): Promise<Buffer | 'unanswered' | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    if (response.status >= 500 || response.status === 429) return 'unanswered'
    return response.ok ? await bodyWithin(response, size) : undefined
  } catch {
    // Only the network fails here, or it takes too long.
    return 'unanswered'
  }
}

/**
 * Loads a message's files if all are available and fit; a file that can no longer be loaded would be lost with the
 * message.
 */
async function filesOf(services: Services, message: Message): Promise<CopiedFile[] | 'unanswered' | undefined> {
  const attached = [...message.attachments.values()]
  if (attached.reduce((bytes, { size }) => bytes + size, 0) > largest) return undefined
  const files: CopiedFile[] = []
  for (const [place, one] of attached.entries()) {
    if (!isDiscords(services, one.url)) return undefined
    const content = await contentOf(one)
    if (content === undefined || content === 'unanswered') return content
    files.push({ name: `${place}-${one.name}`, attachment: content, isPicture: isPicture(one) })
  }
  return files
}

function embedOf(message: Message, files: readonly CopiedFile[]): APIEmbed {
  const { author, member, url } = message
  const shown = member ?? author
  const picture = files.find(one => one.isPicture)
  return {
    author: {
      name: cut(inert(shown.displayName), messageLimits.author),
      icon_url: shown.displayAvatarURL({ extension: 'png', size: 64 }),
    },
    // This URL later identifies the copy as one of this message.
    title: 'Message',
    url,
    description: cut(messageFacts(message).text, messageLimits.description),
    timestamp: message.createdAt.toISOString(),
    ...(picture && { image: { url: `attachment://${encodeURIComponent(picture.name)}` } }),
  }
}

/**
 * Copies a message with its author and files. If a file cannot be copied, nothing is, so that the original is not
 * deleted next.
 */
export async function copyTo(context: RunContext, action: Action, begunBefore: number | null): Promise<ActionOutcome> {
  const { guild, services } = context
  const channel = guild.channels.cache.get(action.channel_id ?? '')
  if (!channel?.isTextBased()) return failed('Its channel was deleted.')
  if (isHidden(channel)) return failed(cannotSee)
  if (!mayWrite(channel, ['EmbedLinks', 'AttachFiles']))
    return failed('I may not copy to its channel: I need Send Messages, Embed Links and Attach Files there.')
  const message = await context.message()
  if (!message) return moot('The message is gone.')
  const files = await filesOf(services, message)
  if (files === 'unanswered') return unanswered
  if (!files) return moot('Its files are too large to be copied, or gone.')
  const safe = files.map(({ name, attachment, isPicture: shown }) => ({
    name: name.replace(/[^\w.-]/g, '_'),
    attachment,
    isPicture: shown,
  }))
  const embeds = [embedOf(message, safe)]
  await sendOnce(context, channel, { embeds, files: safe, allowedMentions: { parse: [] } }, begunBefore)
  return done
}
