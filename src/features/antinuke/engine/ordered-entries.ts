import { AuditLogEvent as Event, type Client, type InternalRequest } from 'discord.js'
import { isHidden } from '#kit/hidden-channel.ts'
import type { AuditEntry } from './audit-entry.ts'

/** What Discord's audit log would say about a request to Discord, and in which server. */
export interface OrderedEntry extends Omit<AuditEntry, 'id' | 'user_id'> {
  guildId: string
}

/**
 * The beginning of the ids of entries for what somebody told the bot to do; Discord's audit log names the bot for it.
 */
const orderEntry = 'order:'
export const orderEntryOf = (id: string): string => `${orderEntry}${id}`
export const isOrder = (entry: string): boolean => entry.startsWith(orderEntry)

type Body = Readonly<Record<string, unknown>>
type Change = NonNullable<AuditEntry['changes']>[number]
type Read = (ids: readonly [string, string, string], body: Body, client: Client) => OrderedEntry[]

const entry = (
  guildId: string,
  action_type: Event,
  target_id: string | null,
  more: Pick<AuditEntry, 'changes' | 'options'> = {},
): OrderedEntry[] => [{ guildId, action_type, target_id, ...more }]

const changesIn = (body: Body, keys: readonly string[], before: Body = {}): Change[] =>
  keys.filter(key => body[key] !== undefined).map(key => ({ key, old_value: before[key], new_value: body[key] }))

const listIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
const named = (ids: readonly string[]) => ids.map(id => ({ id }))

function memberEdited(
  [guildId, userId]: readonly [string, string, string],
  body: Body,
  client: Client,
): OrderedEntry[] {
  const changes = changesIn(body, ['nick', 'communication_disabled_until', 'mute', 'deaf'])
  const held = client.guilds.cache.get(guildId)?.members.cache.get(userId)?.roles.cache
  const wanted = listIn(body['roles'])
  const added = held ? wanted.filter(id => !held.has(id)) : wanted
  const removed =
    body['roles'] === undefined ? [] : [...(held?.keys() ?? [])].filter(id => !wanted.includes(id) && id !== guildId)
  return [
    ...(changes.length > 0 ? entry(guildId, Event.MemberUpdate, userId, { changes }) : []),
    ...[
      { key: '$add', ids: added },
      { key: '$remove', ids: removed },
    ].flatMap(({ key, ids }) =>
      ids.length > 0
        ? entry(guildId, Event.MemberRoleUpdate, userId, { changes: [{ key, new_value: named(ids) }] })
        : [],
    ),
  ]
}

const roleOfMember =
  (key: '$add' | '$remove'): Read =>
  ([guildId, userId, roleId]) =>
    entry(guildId, Event.MemberRoleUpdate, userId, { changes: [{ key, new_value: named([roleId]) }] })

function ofChannel(
  client: Client,
  id: string,
  type: Event,
  more?: Pick<AuditEntry, 'changes' | 'options'>,
): OrderedEntry[] {
  const channel = client.channels.cache.get(id)
  if (!channel || channel.isDMBased()) return []
  if (!channel.isThread()) return entry(channel.guildId, type, id, more)
  return type === Event.ChannelDelete ? entry(channel.guildId, Event.ThreadDelete, id, more) : []
}

/** Somebody's permissions in a channel at the moment, as far as the bot sees them. */
function overwriteNow(client: Client, id: string, subject: string): { allow: string; deny: string } {
  const channel = client.channels.cache.get(id)
  const known =
    channel && 'permissionOverwrites' in channel && !isHidden(channel) ? channel.permissionOverwrites : undefined
  const { allow, deny } = known?.cache.get(subject) ?? {}
  return { allow: String(allow?.bitfield ?? 0n), deny: String(deny?.bitfield ?? 0n) }
}

function overwriteEdited([id, subject]: readonly [string, string, string], body: Body, client: Client): OrderedEntry[] {
  return ofChannel(client, id, Event.ChannelOverwriteUpdate, {
    changes: changesIn(body, ['allow', 'deny'], overwriteNow(client, id, subject)),
    options: { id: subject, type: body['type'] },
  })
}

function overwriteRemoved([id, subject]: readonly [string, string, string], _: Body, client: Client): OrderedEntry[] {
  const { allow, deny } = overwriteNow(client, id, subject)
  const changes = [
    { key: 'allow', old_value: allow },
    { key: 'deny', old_value: deny },
  ]
  return ofChannel(client, id, Event.ChannelOverwriteDelete, { changes, options: { id: subject } })
}

function roleEdited([guildId, roleId]: readonly [string, string, string], body: Body, client: Client): OrderedEntry[] {
  const role = client.guilds.cache.get(guildId)?.roles.cache.get(roleId)
  const before = { name: role?.name, permissions: String(role?.permissions.bitfield ?? 0n) }
  return entry(guildId, Event.RoleUpdate, roleId, { changes: changesIn(body, ['name', 'permissions'], before) })
}

function guildEdited([guildId]: readonly [string, string, string], body: Body, client: Client): OrderedEntry[] {
  const guild = client.guilds.cache.get(guildId)
  const before = { name: guild?.name, verification_level: guild?.verificationLevel, features: guild?.features }
  const keys = ['name', 'verification_level', 'features']
  return entry(guildId, Event.GuildUpdate, guildId, { changes: changesIn(body, keys, before) })
}

/**
 * Requests that people can have the bot make and that Discord writes into the audit log, by method and address.
 * Requests about what the bot makes for itself and changes later are left out: its messages and its AutoMod rules.
 */
const reads: readonly (readonly [method: string, address: RegExp, read: Read])[] = [
  ['PUT', /^\/guilds\/(\d+)\/bans\/(\d+)$/, ([guild, user]) => entry(guild, Event.MemberBanAdd, user)],
  ['DELETE', /^\/guilds\/(\d+)\/bans\/(\d+)$/, ([guild, user]) => entry(guild, Event.MemberBanRemove, user)],
  [
    'POST',
    /^\/guilds\/(\d+)\/bulk-ban$/,
    ([guild], body) => listIn(body['user_ids']).flatMap(user => entry(guild, Event.MemberBanAdd, user)),
  ],
  ['POST', /^\/guilds\/(\d+)\/prune$/, ([guild]) => entry(guild, Event.MemberPrune, null)],
  ['DELETE', /^\/guilds\/(\d+)\/members\/(\d+)$/, ([guild, user]) => entry(guild, Event.MemberKick, user)],
  ['PATCH', /^\/guilds\/(\d+)\/members\/(\d+)$/, memberEdited],
  ['PUT', /^\/guilds\/(\d+)\/members\/(\d+)\/roles\/(\d+)$/, roleOfMember('$add')],
  ['DELETE', /^\/guilds\/(\d+)\/members\/(\d+)\/roles\/(\d+)$/, roleOfMember('$remove')],
  [
    'POST',
    /^\/guilds\/(\d+)\/roles$/,
    ([guild], body) => entry(guild, Event.RoleCreate, null, { changes: changesIn(body, ['name', 'permissions']) }),
  ],
  ['PATCH', /^\/guilds\/(\d+)\/roles\/(\d+)$/, roleEdited],
  ['DELETE', /^\/guilds\/(\d+)\/roles\/(\d+)$/, ([guild, role]) => entry(guild, Event.RoleDelete, role)],
  [
    'POST',
    /^\/guilds\/(\d+)\/channels$/,
    ([guild], body) => entry(guild, Event.ChannelCreate, null, { changes: changesIn(body, ['name']) }),
  ],
  [
    'PATCH',
    /^\/channels\/(\d+)$/,
    ([id], body, client) => ofChannel(client, id, Event.ChannelUpdate, { changes: changesIn(body, ['name']) }),
  ],
  ['DELETE', /^\/channels\/(\d+)$/, ([id], _body, client) => ofChannel(client, id, Event.ChannelDelete)],
  ['PUT', /^\/channels\/(\d+)\/permissions\/(\d+)$/, overwriteEdited],
  ['DELETE', /^\/channels\/(\d+)\/permissions\/(\d+)$/, overwriteRemoved],
  ['PATCH', /^\/guilds\/(\d+)$/, guildEdited],
  [
    'POST',
    /^\/guilds\/(\d+)\/emojis$/,
    ([guild], body) => entry(guild, Event.EmojiCreate, null, { changes: changesIn(body, ['name']) }),
  ],
  [
    'PATCH',
    /^\/guilds\/(\d+)\/emojis\/(\d+)$/,
    ([guild, emoji], body) => entry(guild, Event.EmojiUpdate, emoji, { changes: changesIn(body, ['name']) }),
  ],
  ['DELETE', /^\/guilds\/(\d+)\/emojis\/(\d+)$/, ([guild, emoji]) => entry(guild, Event.EmojiDelete, emoji)],
]

const isBody = (body: unknown): body is Body => typeof body === 'object' && body !== null

/**
 * The entries that Discord's audit log would have if the person who asks for a request made it themselves; none for
 * most requests.
 */
export function entriesOf(
  { method, fullRoute, body }: Pick<InternalRequest, 'method' | 'fullRoute' | 'body'>,
  client: Client,
): OrderedEntry[] {
  const asked: string = method
  for (const [ofMethod, address, read] of reads) {
    const match = ofMethod === asked ? address.exec(fullRoute) : null
    if (match) return read([match[1] ?? '', match[2] ?? '', match[3] ?? ''], isBody(body) ? body : {}, client)
  }
  return []
}
