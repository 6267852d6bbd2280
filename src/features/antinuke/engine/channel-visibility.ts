import { ChannelType, type Client, type GuildBasedChannel, PermissionFlagsBits as P, SnowflakeUtil } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { latest, statesAround } from '../journal/state-at.ts'
import { overwritesById } from '../recovery/overwrite-parts.ts'
import { bitsOf } from './danger.ts'
import { hasReadMembers, isForMost, isHeldByUnknown, shareOf } from './membership.ts'
import type { Powers } from './powers.ts'

const channelOf = (client: Client, guildId: string, channelId: string) =>
  client.guilds.cache.get(guildId)?.channels.cache.get(channelId)

/** The category that a channel is in; null where it is in none, or the channel is not known. */
export const categoryOf = ({ client }: Pick<Services, 'client'>, guildId: string, channelId: string): string | null =>
  channelOf(client, guildId, channelId)?.parentId ?? null

/** Whether a channel is known to be a category. */
export const isCategory = ({ client }: Pick<Services, 'client'>, guildId: string, channelId: string): boolean =>
  channelOf(client, guildId, channelId)?.type === ChannelType.GuildCategory

/**
 * How many channels are in sync with a category, and so follow its permissions.
 * Source: Discord's documentation, "Permission Syncing"
 */
export function followersOf({ client }: Pick<Services, 'client'>, guildId: string, categoryId: string): number {
  const category = channelOf(client, guildId, categoryId)
  if (!category || !('children' in category)) return 0
  return category.children.cache.filter(child => child.permissionsLocked === true).size
}

interface View {
  allowed: boolean
  denied: boolean
}
const viewIn = (allow: bigint, deny: bigint): View => ({
  allowed: (allow & P.ViewChannel) !== 0n,
  denied: (deny & P.ViewChannel) !== 0n,
})

/**
 * To whom a channel's own permissions show it and from whom they hide it. For a channel that the bot cannot see: as it
 * last saw it.
 */
function viewsOf(services: Services, guildId: string, channelId: string): ReadonlyMap<string, View> {
  const channel = channelOf(services.client, guildId, channelId)
  if (!channel || !('permissionOverwrites' in channel)) return new Map()
  if (!isHidden(channel))
    return new Map(
      [...channel.permissionOverwrites.cache.values()].map(({ id, allow, deny }) => [
        id,
        viewIn(allow.bitfield, deny.bitfield),
      ]),
    )
  const known = overwritesById(latest(services, guildId, 'channel', channelId)?.['permission_overwrites'])
  return new Map([...known].map(([id, { allow, deny }]) => [id, viewIn(bitsOf(allow), bitsOf(deny))]))
}

/** The share of all members, from 0 to 1, to whom a channel is shown by permissions that some role has in it. */
export const shownTo = (services: Services, guildId: string, channelId: string): number =>
  Math.max(
    0,
    ...[...viewsOf(services, guildId, channelId)]
      .filter(([id, { allowed }]) => allowed && id !== guildId)
      .map(([id]) => shareOf(services, guildId, id)),
  )

/**
 * Whether the holders of a role see a channel only where it is shown to that role itself. Then @everyone is denied the
 * channel, or neither @everyone nor the role lets people see channels in the server, as where members have to verify
 * first. A channel that the bot itself does not see is taken to be closed.
 */
export function closedTo(
  services: Services,
  { guildId, roles }: Pick<Powers, 'guildId' | 'roles'>,
  channelId: string,
  roleId: string,
): boolean {
  const channel = channelOf(services.client, guildId, channelId)
  if (channel && isHidden(channel)) return true
  const everyone = viewsOf(services, guildId, channelId).get(guildId)
  if (everyone?.denied) return true
  if (everyone?.allowed) return false
  const seesByRole = (id: string) => ((roles.get(id)?.own ?? 0n) & (P.ViewChannel | P.Administrator)) !== 0n
  return !seesByRole(guildId) && !seesByRole(roleId)
}

/**
 * The share of all members, from 0 to 1, who see a channel: the holders of all roles that see it, added up. It is 1
 * until the members were read once, and where the number of holders of one of those roles is not known.
 */
export function audienceOf(
  services: Services,
  { guildId, roles }: Pick<Powers, 'guildId' | 'roles'>,
  channelId: string,
): number {
  if (!hasReadMembers(services, guildId)) return 1
  const views = viewsOf(services, guildId, channelId)
  const sees = (id: string): boolean => {
    const own = roles.get(id)?.own ?? 0n
    if ((own & P.Administrator) !== 0n) return true
    const view = views.get(id)
    if (view?.allowed) return true
    if (view?.denied) return false
    return (own & P.ViewChannel) !== 0n && views.get(guildId)?.denied !== true
  }
  if (sees(guildId)) return 1
  const seeing = [...roles.keys()].filter(id => id !== guildId && sees(id))
  // A bot's own role is held by that bot alone.
  if (seeing.some(id => !roles.get(id)?.botId && isHeldByUnknown(services, guildId, id))) return 1
  return Math.min(
    1,
    seeing.reduce((sum, id) => sum + shareOf(services, guildId, id), 0),
  )
}

const isRoom = (channel: GuildBasedChannel) => 'permissionOverwrites' in channel && !('children' in channel)
const roomsOf = ({ client }: Pick<Services, 'client'>, guildId: string): GuildBasedChannel[] => [
  ...(client.guilds.cache.get(guildId)?.channels.cache.filter(isRoom).values() ?? []),
]

/**
 * How many channels members lose with a role that most of them hold. Each counts as the share of all members to whom no
 * other role shows it. This also works once the role has been deleted, as Discord leaves its permissions in channels.
 * @param seesByRole whether the role's own permissions let its holders see channels
 */
export function lostWith(
  services: Services,
  { guildId, roles }: Pick<Powers, 'guildId' | 'roles'>,
  roleId: string,
  seesByRole: boolean,
): number {
  if (!isForMost(services, guildId, roleId)) return 0
  const hasOwnView = ({ own }: { own: bigint }) => (own & (P.ViewChannel | P.Administrator)) !== 0n
  const others = [...roles.values()].filter(role => role.id !== roleId && hasOwnView(role)).map(({ id }) => id)
  if (others.includes(guildId)) others.length = 0
  const everyoneSees = hasOwnView(roles.get(guildId) ?? { own: 0n })
  const share = shareOf(services, guildId, roleId)
  return roomsOf(services, guildId).reduce((lost, { id: channelId }) => {
    const views = viewsOf(services, guildId, channelId)
    const everyone = views.get(guildId)
    if (everyone?.allowed || (everyoneSees && !everyone?.denied)) return lost
    const mine = views.get(roleId)
    if (!mine?.allowed && (!seesByRole || everyone?.denied || mine?.denied)) return lost
    const shown = [...views].filter(([id, { allowed }]) => allowed && id !== roleId).map(([id]) => id)
    const seeing = everyone?.denied ? shown : [...shown, ...others.filter(id => !views.get(id)?.denied)]
    return lost + Math.max(0, share - Math.max(0, ...seeing.map(id => shareOf(services, guildId, id))))
  }, 0)
}

/** A server with fewer channels is not judged. */
const fewestRooms = 5

/** Whether a role keeps its holders from seeing, or from writing in, more than half of all channels. */
export function shutsOut(services: Services, guildId: string, roleId: string): boolean {
  const rooms = roomsOf(services, guildId).filter(room => !isHidden(room))
  const isShut = (room: GuildBasedChannel) =>
    'permissionOverwrites' in room &&
    ((room.permissionOverwrites.cache.get(roleId)?.deny.bitfield ?? 0n) & (P.ViewChannel | P.SendMessages)) !== 0n
  return rooms.length >= fewestRooms && rooms.filter(isShut).length > rooms.length / 2
}

const written: ReadonlySet<ChannelType> = new Set([
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
])

/**
 * The age up to which a channel can be bait for spammers (ms): it is made for that, and a rule about a channel in which
 * members have long been writing is no bait.
 */
const baitMs = 7 * 24 * 3_600_000

/**
 * Whether a rule of Discord's AutoMod that exempts these channels applies to nothing but the newest one of several, or
 * to none. Exemptions of a category or a role do not count: without them, the rule would be against everybody.
 */
export function isBait(services: Services, guildId: string, exempt: readonly string[]): boolean {
  const rooms = roomsOf(services, guildId).filter(({ type }) => written.has(type))
  const judged = rooms.filter(({ id }) => !exempt.includes(id))
  const isNewest = ({ id }: GuildBasedChannel) =>
    Math.abs(services.now() - SnowflakeUtil.timestampFrom(id)) < baitMs &&
    rooms.every(other => BigInt(other.id) <= BigInt(id))
  return rooms.length >= fewestRooms && judged.length <= 1 && judged.every(isNewest)
}

const latin = /\p{Script=Latin}/u
const letter = /\p{L}/u
const otherLetter = /(?!\p{Script=Latin})\p{L}/gu

/**
 * The letters other than Latin ones that people in this server write in, as far as the names of its channels show; none
 * if at least half of these have Latin letters, which includes decorated ones. New channels and names do not count beside
 * those of a week ago: somebody who is about to silence everybody could have made them.
 */
export function lettersOf(services: Services, guildId: string): string[] {
  const since = services.now() - baitMs
  const rooms = roomsOf(services, guildId)
  const old = rooms.filter(({ id }) => SnowflakeUtil.timestampFrom(id) < since)
  const before = statesAround(services, guildId, 'channel', since)
  const nameOf = ({ id, name }: GuildBasedChannel): string => {
    const known = before.get(id)?.['name']
    return (typeof known === 'string' ? known : name).normalize('NFKC')
  }
  const named = (old.length > 0 ? old : rooms).map(nameOf).filter(name => letter.test(name))
  if (named.filter(name => latin.test(name)).length * 2 >= named.length) return []
  return [...new Set(named.flatMap(name => name.match(otherLetter) ?? []))]
}
