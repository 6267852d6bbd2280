import { type APIMessage, EmbedType } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError, missingAccess } from '../errors.ts'
import { yes } from '../fields.ts'
import { optional, parseForm, snowflake, text } from '../form.ts'
import { permissionsIn, requireMember } from '../guard.ts'
import { channelsOf } from '../lookup.ts'
import { has, isThread, permission } from '../permissions.ts'
import { mayReadContent } from './content.ts'
import { messagePayload } from './payload.ts'

/** What a search can require a message to have besides words. Source: Discord's API description. */
const things = ['link', 'embed', 'file', 'image', 'video', 'sound', 'sticker', 'poll', 'snapshot'] as const

/** A list in a query: repeated or with commas. */
const list = <S extends z.ZodType>(item: S, most = 100) =>
  optional(z.preprocess(value => (typeof value === 'string' ? value.split(',') : value), z.array(item).max(most)))

const kinds = ['user', 'bot', 'webhook'] as const
const negated = <K extends string>(names: readonly K[]) => z.enum([...names, ...names.map(name => `-${name}`)])
const number = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** Source: Discord's documentation, "Search Guild Messages", and its API description. */
const searchForm = z.object({
  content: optional(text(1024)),
  slop: optional(number(0, 100)),
  author_id: list(snowflake),
  author_type: list(negated(kinds)),
  mentions: list(snowflake),
  mentions_role_id: list(snowflake),
  mention_everyone: optional(yes),
  replied_to_user_id: list(snowflake),
  replied_to_message_id: list(snowflake),
  min_id: optional(snowflake),
  max_id: optional(snowflake),
  has: list(negated(things)),
  link_hostname: list(text(256)),
  embed_provider: list(text(256)),
  embed_type: list(text(256)),
  attachment_extension: list(text(256)),
  attachment_filename: list(text(1024)),
  pinned: optional(yes),
  include_nsfw: optional(yes),
  channel_id: list(snowflake, 500),
  sort_by: optional(z.enum(['timestamp', 'relevance'])),
  sort_order: optional(z.enum(['asc', 'desc'])),
  limit: number(1, 25).default(25),
  offset: number(0, 9975).default(0),
})

type Search = z.output<typeof searchForm>

/**
 * Messages of a guild, in the channels whose history the searcher may read. Each is alone in a list of its own, and
 * without its reactions. Relevance is their age here.
 * @throws DiscordError 50001 for someone who is no member, or a bot that may not read contents; 110000 with 202 while
 * the index is being made, which is a condition; 50035
 */
export function searchMessages(sandbox: Sandbox, viewerId: string, guildId: string, query: unknown) {
  const state = requireMember(sandbox, viewerId, guildId)
  if (!mayReadContent(sandbox, viewerId)) throw missingAccess()
  const search = parseForm(searchForm, query)
  requireIndex(sandbox)
  const rooms = [...channelsOf(sandbox.world, state)].filter(({ channel }) => {
    if (search.channel_id && !search.channel_id.includes(channel.id)) return false
    if (!search.include_nsfw && 'nsfw' in channel && channel.nsfw) return false
    return has(permissionsIn(sandbox, viewerId, channel.id), permission.ViewChannel | permission.ReadMessageHistory)
  })
  const found = rooms
    .flatMap(({ messages }) => [...messages.values()])
    .filter(message => fits(sandbox, message, search))
    .sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
  if (search.sort_order !== 'asc') found.reverse()
  const shown = found.slice(search.offset, search.offset + search.limit)
  const threads = rooms.filter(
    ({ channel }) => isThread(channel.type) && shown.some(({ channel_id }) => channel_id === channel.id),
  )
  return {
    messages: shown.map(message => {
      const { reactions: _, ...rest } = messagePayload(sandbox, message, viewerId)
      return [{ ...rest, hit: true }]
    }),
    doing_deep_historical_index: false,
    total_results: found.length,
    ...(threads.length > 0 && {
      threads: threads.map(({ channel }) => channel),
      members: threads.flatMap(({ threadMembers }) => threadMembers.get(viewerId) ?? []),
    }),
  }
}

/** @throws DiscordError 110000, which is no failure but 202: ask again */
export function requireIndex({ conditions }: Sandbox): void {
  if (!conditions.searchIndexReady)
    throw new DiscordError(202, 110_000, 'Index not yet available. Try again later', undefined, {
      documents_indexed: 0,
      retry_after: 2,
    })
}

function fits(sandbox: Sandbox, message: APIMessage, search: Search): boolean {
  const any = <T>(wanted: readonly T[] | undefined, given: readonly T[]) =>
    !wanted || wanted.some(one => given.includes(one))
  const kind = message.webhook_id === undefined ? (message.author.bot ? 'bot' : 'user') : 'webhook'
  const replied = message.message_reference?.message_id
  const channel = sandbox.world.channels.get(message.channel_id)
  const repliedTo = replied === undefined ? undefined : channel?.messages.get(replied)?.author.id
  const names = message.attachments.map(({ filename }) => filename)
  return (
    says(message, search.content) &&
    any(search.author_id, [message.author.id]) &&
    every(search.author_type, one => one === kind) &&
    any(
      search.mentions,
      message.mentions.map(({ id }) => id),
    ) &&
    any(search.mentions_role_id, message.mention_roles) &&
    (search.mention_everyone === undefined || search.mention_everyone === message.mention_everyone) &&
    any(search.replied_to_user_id, repliedTo === undefined ? [] : [repliedTo]) &&
    any(search.replied_to_message_id, replied === undefined ? [] : [replied]) &&
    (search.min_id === undefined || BigInt(message.id) > BigInt(search.min_id)) &&
    (search.max_id === undefined || BigInt(message.id) < BigInt(search.max_id)) &&
    every(search.has, thing => hasThing(message, thing)) &&
    any(search.link_hostname, hostsIn(message.content)) &&
    any(
      search.embed_provider,
      message.embeds.flatMap(({ provider }) => provider?.name ?? []),
    ) &&
    any(
      search.embed_type,
      message.embeds.map(({ type }) => (type === EmbedType.GIFV ? 'gif' : `${type}`)),
    ) &&
    any(
      search.attachment_extension,
      names.map(name => name.split('.').at(-1) ?? ''),
    ) &&
    any(search.attachment_filename, names) &&
    (search.pinned === undefined || search.pinned === message.pinned)
  )
}

/** Whether a message has at least one of the wanted things and none of those with a hyphen in front. */
function every(wanted: readonly string[] | undefined, holds: (name: string) => boolean): boolean {
  const [off, on] = [
    wanted?.filter(one => one.startsWith('-')) ?? [],
    wanted?.filter(one => !one.startsWith('-')) ?? [],
  ]
  return off.every(one => !holds(one.slice(1))) && (on.length === 0 || on.some(holds))
}

const wordsIn = (value: string) => value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a message contains all the words, in any order and place: `slop` is not modeled. */
function says({ content }: APIMessage, wanted: string | undefined): boolean {
  if (!wanted) return true
  const words = new Set(wordsIn(content))
  return wordsIn(wanted).every(word => words.has(word))
}

const hostsIn = (content: string) =>
  (content.match(/https?:\/\/\S+/g) ?? []).flatMap(link => URL.parse(link)?.hostname ?? [])

function hasThing(message: APIMessage, thing: string): boolean {
  const { attachments, embeds, content } = message
  const carries = (kind: string) => attachments.some(({ content_type }) => content_type?.startsWith(`${kind}/`))
  switch (thing) {
    case 'link':
      return /https?:\/\//.test(content)
    case 'embed':
      return embeds.length > 0
    case 'file':
      return attachments.length > 0
    case 'image':
      return carries('image') || embeds.some(({ image }) => image !== undefined)
    case 'video':
      return carries('video') || embeds.some(({ video }) => video !== undefined)
    case 'sound':
      return carries('audio')
    case 'sticker':
      return (message.sticker_items ?? []).length > 0
    case 'poll':
      return message.poll !== undefined
    default:
      return (message.message_snapshots ?? []).length > 0
  }
}
