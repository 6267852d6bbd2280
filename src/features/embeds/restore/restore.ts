import { type APIMessage, EmbedType, type GuildMember, Routes } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { channelName, mayRead, seesNow } from '#kernel/rights/channel-rights.ts'
import { explain } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { cannotSee, isHidden } from '#kit/hidden-channel.ts'
import { componentType } from '#kit/message/components/contract.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import { draftFromDiscord } from '#kit/message/json/reading/contract.ts'
import { messageFlags } from '#kit/message/json/writing/contract.ts'
import { missingIn } from '#kit/permissions.ts'
import type embeds from '../contract.ts'
import { postByMessage } from '../posts/rows.ts'

type Ctx = Context<typeof embeds> & { member: GuildMember }

const address = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(\d{17,20})\/(\d{17,20})\/(\d{17,20})\/?$/

const noLink = () => {
  const sentence =
    'This is not a link to a message. In Discord, open the menu of a message and choose Copy Message Link.'
  return new UserError('embeds.no-link', sentence, 400, { link: sentence })
}
/** The error both for a message that does not exist and for one that the caller may not read. */
const notReadable = () => {
  const sentence = 'I cannot find a message there that both you and I can read.'
  return new UserError('embeds.not-readable', sentence, 404, { link: sentence })
}

/** The caller as a member of the server where the message is, which may be another one. */
async function readerIn({ client, access, member }: Ctx, guildId: string): Promise<GuildMember | undefined> {
  const guild = client.guilds.cache.get(guildId)
  if (!guild?.available) return undefined
  if (guild.id === member.guild.id) return member
  return (await access.member(guild, member.id)) ?? undefined
}

async function messageAt(ctx: Ctx, link: string) {
  const [, guildId = '', channelId = '', messageId = ''] = address.exec(link) ?? []
  if (messageId === '') throw noLink()
  const reader = await readerIn(ctx, guildId)
  const channel = reader?.guild.channels.cache.get(channelId)
  if (!reader || !channel?.isTextBased()) throw notReadable()
  if (isHidden(channel)) throw new UserError('embeds.hidden', cannotSee, 403, { link: cannotSee })
  const { me } = reader.guild.members
  const isReadable = mayRead(reader, channelId) || (channel.isThread() && (await seesNow(reader, channel)))
  if (!isReadable || !me || missingIn(channel, me, ['ViewChannel', 'ReadMessageHistory']).length > 0)
    throw notReadable()
  const message = await ctx
    .askDiscord({
      guildId: ctx.guild.id,
      key: `embeds.restore ${channelId} ${messageId}`,
      ttlMs: 5000,
      ask: () => ctx.client.rest.get(Routes.channelMessage(channelId, messageId)) as Promise<APIMessage>,
    })
    .catch((error: unknown) => {
      const told = explain(error)
      throw told && told.status < 500 && told.code.startsWith('discord.') && told.code !== 'discord.budget'
        ? notReadable()
        : (told ?? error)
    })
  return { message, channelName: channelName(channel, reader) }
}

type Raw = Record<string, unknown>
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && 'type' in value

/** Selects of users, roles and channels, and premium buttons: nothing of ours could handle them. */
const isForeign = (one: Raw): boolean =>
  [5, 6, 7, 8].includes(Number(one['type'])) || (one['type'] === componentType.button && one['style'] === 6)

const listIn = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isRaw) : [])

/** Removes components that cannot be imported, and counts them. */
function withoutForeign(components: readonly Raw[]): { kept: Raw[]; dropped: number } {
  const kept: Raw[] = []
  let dropped = 0
  for (const one of components) {
    if (isForeign(one)) {
      dropped += 1
      continue
    }
    const inner = one['components'] === undefined ? undefined : withoutForeign(listIn(one['components']))
    dropped += inner?.dropped ?? 0
    // A row or container that is empty now is removed too.
    if (inner?.kept.length === 0 && one['type'] !== componentType.section) continue
    kept.push(inner ? { ...one, components: inner.kept } : one)
  }
  return { kept, dropped }
}

const isSilent = (one: Raw): boolean =>
  one['type'] === componentType.select || (one['type'] === componentType.button && Number(one['style']) < 5)

const count = (components: readonly Raw[], is: (one: Raw) => boolean): number =>
  components.reduce(
    (sum, one) =>
      sum +
      (is(one) ? 1 : 0) +
      count(listIn(one['components']), is) +
      (isRaw(one['accessory']) && is(one['accessory']) ? 1 : 0),
    0,
  )

const many = (number: number, one: string, others: string) => (number === 1 ? `One ${one}` : `${number} ${others}`)

/** Converts a message from Discord to a draft, with notes about what could not be imported. */
export function draftOfMessage(message: APIMessage): { draft: MessageDraft; notes: string[] } {
  // Embeds that Discord made from links are not part of the message.
  const rich = message.embeds.filter(({ type }) => type === undefined || type === EmbedType.Rich)
  const { kept, dropped } = withoutForeign(listIn(message.components))
  const isLayout = ((message.flags ?? 0) & messageFlags.componentsV2) !== 0
  const draft = draftFromDiscord({
    content: isLayout ? '' : message.content,
    embeds: isLayout ? [] : rich,
    components: kept,
    flags: message.flags ?? 0,
  })
  if (!draft) throw new UserError('embeds.unreadable', 'That message has parts that cannot be edited here.', 409)
  const silent = count(kept, isSilent)
  const files = message.attachments.length
  const isBare = draft.content === '' && draft.embeds.length === 0 && kept.length === 0 && files === 0
  const notes = [
    ...(isBare ? ['Discord shows me nothing of that message.'] : []),
    ...(files > 0
      ? [`${many(files, 'file was', 'files were')} left out. Add ${files === 1 ? 'it' : 'them'} again.`]
      : []),
    ...(dropped > 0
      ? [`${many(dropped, 'control', 'controls')} of another app ${dropped === 1 ? 'was' : 'were'} left out.`]
      : []),
    ...(silent > 0
      ? [
          `${many(silent, 'control has', 'controls have')} no answer yet: write what ${silent === 1 ? 'it says' : 'they say'}.`,
        ]
      : []),
  ]
  return { draft, notes }
}

/**
 * Reads a message by its link.
 * @throws UserError 404 if it does not exist, or the bot or the caller may not read it
 */
export async function restoreMessage(ctx: Ctx, link: string) {
  const { message, channelName: where } = await messageAt(ctx, link)
  const post = postByMessage(ctx, ctx.guild.id, message.id)
  if (post) {
    const { id: postId, message: written } = post
    return { postId, channelName: where, author: message.author.username, message: written, notes: [] }
  }
  const { draft, notes } = draftOfMessage(message)
  return { postId: null, channelName: where, author: message.author.username, message: draft, notes }
}
