import { OverwriteType } from 'discord-api-types/v10'
import type { GuildState, World } from '#sandbox/world/state.ts'

/**
 * The structure of a server as a set of facts, one text each, so that two moments can be compared field by field. Ids
 * are replaced by names, because recreated objects have new ids. Facts are read from the sandbox's world itself, not
 * from what a bot believes about it.
 */
export type Facts = Map<string, number>

/** Fields that are not compared: ids, fields that only Discord sets, and fields that follow from messages. */
const unlike = new Set(
  [
    ['id', 'guild_id', 'channel_id', 'application_id', 'creator_id', 'creator', 'user', 'user_id', 'token', 'url'],
    ['last_message_id', 'last_pin_timestamp', 'message_count', 'total_message_sent', 'member_count', 'member'],
    ['position', 'parent_id', 'permission_overwrites', 'name', 'type', 'vanity_url_code', 'managed', 'version'],
    ['available', 'sort_value', 'voice_states', 'approximate_member_count', 'approximate_presence_count', 'joined_at'],
    ['latest_onboarding_question_id', 'max_presences', 'region', 'premium_subscription_count', 'hub_type', 'status'],
  ].flat(),
)
const isPicture = (text: string) => /^(a_)?[0-9a-f]{32}$/.test(text)

const isId = (text: string) => /^\d{17,20}$/.test(text)

/** Treats omitted and empty values alike. */
const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0)

interface Named {
  id: string
  name?: string | null
}

/** Maps ids to names. */
function namesOf(
  world: World,
  { channelIds, emojis, guild }: GuildState,
  roles: readonly Named[],
): Map<string, string> {
  const channels = [...channelIds].flatMap((id): Named[] => {
    const { name = null } = world.channels.get(id)?.channel ?? {}
    return [{ id, name }]
  })
  const names = new Map<string, string>()
  for (const [sign, things] of [
    ['@', roles],
    ['#', channels],
    [':', emojis.values()],
  ] as const)
    for (const { id, name } of things as Iterable<Named>) names.set(id, `${sign}${name}`)
  return names.set(guild.id, 'everyone')
}

/** A value as text, with its ids replaced by names. */
function textOf(value: unknown, names: ReadonlyMap<string, string>): string {
  const told = JSON.stringify(value, (key, part: unknown) => {
    if (key === 'id') return undefined
    // Lists of ids have no order, and may still contain deleted objects.
    if (Array.isArray(part) && part.every(one => typeof one === 'string'))
      return part.flatMap(one => names.get(one) ?? (isId(one) ? [] : one)).toSorted()
    if (typeof part !== 'string') return part
    return isPicture(part) ? 'a picture' : (names.get(part) ?? part)
  })
  return told ?? 'nothing'
}

/** Each object with the name of the one displayed before it. */
function* inOrder(things: readonly { id: string; position: number; name: string }[]): Generator<[string, string]> {
  const sorted = things.toSorted((a, b) => a.position - b.position || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
  for (const [place, { id }] of sorted.entries()) yield [id, sorted[place - 1]?.name ?? 'first']
}

/** The facts about a server. @param apart people to leave out: the attackers */
export function factsOf(world: World, guildId: string, apart: ReadonlySet<string>): Facts {
  const state = world.guilds.get(guildId)
  if (!state) throw new Error('the server is gone')
  // A bot's managed role disappears with the bot.
  const lasting = [...state.roles.values()].filter(({ tags }) => !apart.has(tags?.bot_id ?? ''))
  const names = namesOf(world, state, lasting)
  const facts: Facts = new Map()
  const say = (kind: string, who: string, what: string, value: unknown) => {
    const text = `${kind}|${who}|${what}|${typeof value === 'string' ? value : textOf(value, names)}`
    facts.set(text, (facts.get(text) ?? 0) + 1)
  }
  const sayFields = (kind: string, who: string, thing: object) => {
    say(kind, who, 'is', 'there')
    for (const [field, value] of Object.entries(thing))
      if (!unlike.has(field) && !isEmpty(value)) say(kind, who, field, textOf(value, names))
  }
  const known = (id: string | null | undefined) => (id ? (names.get(id) ?? 'lost') : 'none')

  const channels = [...state.channelIds].flatMap(id => {
    const channel = world.channels.get(id)?.channel
    // Threads belong to messages, and neither can be restored.
    return channel && !('thread_metadata' in channel) && 'position' in channel ? [channel] : []
  })
  const siblings = Map.groupBy(channels, one => `${known(one.parent_id)} ${(one.type as number) === 4}`)
  const before = new Map([...siblings.values()].flatMap(group => [...inOrder(group)]))
  for (const channel of channels) {
    const who = `${channel.type} ${channel.name}`
    sayFields('channel', who, channel)
    say('channel', who, 'parent', known(channel.parent_id))
    say('position', who, 'follows', before.get(channel.id) ?? 'first')
    for (const { id, type, allow, deny } of channel.permission_overwrites ?? [])
      if (!apart.has(id) && (type !== OverwriteType.Role || names.has(id)))
        say('overwrite', who, names.get(id) ?? id, `${type} ${allow} ${deny}`)
  }
  for (const [id, follows] of inOrder(lasting.filter(one => one.id !== guildId)))
    say('position', names.get(id) ?? id, 'follows', follows)
  // Discord also marks the roles of onboarding questions in their flags by itself.
  for (const { id, flags: _flags, ...role } of lasting) sayFields('role', known(id), role)
  for (const [userId, { roles }] of state.members)
    if (!apart.has(userId)) for (const id of roles) say('holder', userId, 'has', known(id))
  for (const userId of state.bans.keys()) if (!apart.has(userId)) say('ban', userId, 'is', 'banned')
  for (const userId of world.accounts.keys())
    if (!apart.has(userId) && !state.bans.has(userId)) say('unbanned', userId, 'is', 'free')
  for (const { name, channel_id: channelId, ...hook } of state.webhooks.values()) {
    // Only that application can create one in its name; a recreated one belongs to Palisade.
    const maker = world.applications.get(hook.application_id ?? '')
    if (maker && maker.name !== 'Palisade') continue
    sayFields('webhook', String(name), hook)
    say('webhook', String(name), 'in', known(channelId))
  }
  for (const [kind, things] of [
    ['emoji', state.emojis],
    ['sticker', state.stickers],
    ['sound', state.soundboardSounds],
    ['rule', state.autoModerationRules],
  ] as const)
    for (const thing of things.values()) sayFields(kind, thing.name ?? '', thing)
  const { name, ...guild } = state.guild
  say('server', 'name', 'is', name)
  sayFields('server', '', guild)
  return facts
}

/** The facts of `before` that are missing in `now`. */
export function missing(before: Facts, now: Facts): Facts {
  const gone: Facts = new Map()
  for (const [fact, count] of before) {
    const still = now.get(fact) ?? 0
    if (still < count) gone.set(fact, count - still)
  }
  return gone
}

export const kindOf = (fact: string): string => fact.slice(0, fact.indexOf('|'))

/** Objects that exist more often than before: created twice, or left over. */
export const surplus = (before: Facts, now: Facts): string[] =>
  [...missing(now, before).keys()].filter(fact => fact.endsWith('|is|there'))

export const sum = (facts: Facts): number => [...facts.values()].reduce((total, count) => total + count, 0)
