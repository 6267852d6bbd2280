import { PermissionFlagsBits, type RouteLike, Routes } from 'discord.js'
import { isRefusal } from '#kit/discord-errors.ts'
import type { Services } from '#kernel/feature.ts'
import { objectState } from '../journal/object-state.ts'
import { type ObjectKind, objectKinds, type ObjectState, type ServerState } from '../journal/objects.ts'
import { isHiddenNow } from '../journal/masked-channels.ts'
import { withoutDeleted } from './deleted-references.ts'
import { list, type Raw, record } from './raw.ts'
import { idsIn, numberIn } from './steps.ts'

/** A server as Discord shows it to the bot at this moment. */
export interface ServerNow {
  state: ServerState
  /** Kinds that the bot may not read, or that were not asked for. */
  unseen: ReadonlySet<ObjectKind>
  /** Channels that exist and that the bot cannot see. */
  hidden: ReadonlySet<string>
  /** Channels in which somebody has written. */
  written: ReadonlySet<string>
  permissions: bigint
  /** The position of the bot's highest role. */
  top: number
}

const pageSize = 1000
const mostMembers = 100_000

/** Reads all members with their roles. @throws DiscordAPIError */
async function readMembers({ client }: Services, guildId: string): Promise<Raw[]> {
  const all: Raw[] = []
  for (let after = '0', size = pageSize; size === pageSize && all.length < mostMembers; ) {
    const query = new URLSearchParams({ limit: String(pageSize), after })
    const page = list(await client.rest.get(Routes.guildMembers(guildId), { query }))
    size = page.length
    all.push(...page)
    const last = record(page.at(-1)?.['user'])['id']
    if (typeof last !== 'string') break
    after = last
  }
  return all
}

const lists: Partial<Record<ObjectKind, { route: (guildId: string) => RouteLike; key: string; inside?: string }>> = {
  sound: { route: Routes.guildSoundboardSounds, key: 'sound_id', inside: 'items' },
  rule: { route: Routes.guildAutoModerationRules, key: 'id' },
  webhook: { route: Routes.guildWebhooks, key: 'id' },
  invite: { route: Routes.guildInvites, key: 'code' },
  event: { route: Routes.guildScheduledEvents, key: 'id' },
}
const singles: Partial<Record<ObjectKind, (guildId: string) => RouteLike>> = {
  onboarding: Routes.guildOnboarding,
  welcome: Routes.guildWelcomeScreen,
  widget: Routes.guildWidgetSettings,
}

/**
 * Reads a server by REST, in the lane of the caller.
 * @param kinds the kinds of interest; roles, channels, expressions and the guild itself are always read
 * @throws what an outage throws
 */
export async function readServerNow(
  services: Services,
  guildId: string,
  kinds: ReadonlySet<ObjectKind>,
): Promise<ServerNow> {
  const { client } = services
  const state: Record<ObjectKind, Map<string, ObjectState>> = emptyState()
  const unseen = new Set<ObjectKind>((Object.keys(objectKinds) as ObjectKind[]).filter(kind => !kinds.has(kind)))
  for (const kind of ['guild', 'role', 'channel', 'emoji', 'sticker'] as const) unseen.delete(kind)
  const put = (kind: ObjectKind, id: unknown, raw: Raw) => void state[kind].set(String(id), objectState(kind, raw))
  /** Kinds that Discord refuses stay unknown. */
  const ask = async (kind: ObjectKind, work: () => Promise<void>) => {
    if (unseen.has(kind)) return
    try {
      await work()
    } catch (error) {
      if (!isRefusal(error)) throw error
      unseen.add(kind)
    }
  }
  let me: Raw = {}
  const written = new Set<string>()
  await Promise.all([
    (async () => {
      const guild = record(await client.rest.get(Routes.guild(guildId)))
      put('guild', guildId, guild)
      for (const role of list(guild['roles'])) put('role', role['id'], role)
      for (const emoji of list(guild['emojis'])) put('emoji', emoji['id'], emoji)
      for (const sticker of list(guild['stickers'])) put('sticker', sticker['id'], sticker)
    })(),
    (async () => {
      me = record(await client.rest.get(Routes.guildMember(guildId, client.user.id)))
    })(),
    (async () => {
      for (const channel of list(await client.rest.get(Routes.guildChannels(guildId)))) {
        put('channel', channel['id'], channel)
        if (typeof channel['last_message_id'] === 'string') written.add(String(channel['id']))
      }
    })(),
    ask('member', async () => {
      for (const member of await readMembers(services, guildId)) put('member', record(member['user'])['id'], member)
    }),
    ...Object.entries(lists).map(([kind, { route, key, inside }]) =>
      // The keys of the list are kinds.
      ask(kind as ObjectKind, async () => {
        const answer = await client.rest.get(route(guildId))
        for (const raw of list(inside === undefined ? answer : record(answer)[inside]))
          put(kind as ObjectKind, raw[key], raw)
      }),
    ),
    ...Object.entries(singles).map(([kind, route]) =>
      ask(kind as ObjectKind, async () =>
        put(kind as ObjectKind, guildId, record(await client.rest.get(route(guildId)))),
      ),
    ),
  ])
  const hidden = hiddenChannels(services, guildId, state)
  forgetGone(state, hidden)
  return { state, unseen, written, hidden, ...ability(state, guildId, me) }
}

/**
 * Removes deleted roles and channels from what names them. Discord keeps naming some of them, such as roles in members
 * and overwrites, and channels in AutoMod rules.
 */
export function forgetGone(state: Record<ObjectKind, Map<string, ObjectState>>, hidden: ReadonlySet<string>): void {
  const { role, channel, member, ...others } = state
  const hasRole = (id: string) => role.has(id)
  // There may be many members.
  for (const [id, one] of member)
    if (one['roles'] !== undefined) member.set(id, { ...one, roles: idsIn(one['roles']).filter(hasRole) })
  const present = { hasRole, hasChannel: (id: string) => channel.has(id) || hidden.has(id) }
  for (const objects of [channel, ...Object.values(others)])
    for (const [id, one] of objects) objects.set(id, withoutDeleted(one, present))
}

export const emptyState = (): Record<ObjectKind, Map<string, ObjectState>> =>
  // Every kind is a key.
  Object.fromEntries(Object.keys(objectKinds).map(kind => [kind, new Map<string, ObjectState>()])) as Record<
    ObjectKind,
    Map<string, ObjectState>
  >

/** Channels that REST leaves out because the bot cannot view them, while the gateway shows that they exist. */
export function hiddenChannels(services: Services, guildId: string, { channel }: ServerState): Set<string> {
  const known = services.client.guilds.cache.get(guildId)?.channels.cache.keys() ?? []
  return new Set([...known].filter(id => !channel.has(id) && isHiddenNow(services, guildId, id)))
}

const everything = ~(~0n << 64n)

/** Parses permissions as Discord writes them: a number in a text. */
const bitsIn = (value: unknown): bigint => (typeof value === 'string' ? BigInt(value) : 0n)

/** What the bot may do, according to its own roles. */
export function ability({ role }: ServerState, guildId: string, me: Raw): { permissions: bigint; top: number } {
  const own = [guildId, ...idsIn(me['roles'])].flatMap((id): ObjectState[] => {
    const state = role.get(id)
    return state ? [state] : []
  })
  const bits = own.reduce((sum, one) => sum | bitsIn(one['permissions']), 0n)
  const permissions = (bits & PermissionFlagsBits.Administrator) !== 0n ? everything : bits
  return { permissions, top: Math.max(0, ...own.map(one => numberIn(one['position']))) }
}
