import {
  ChannelType,
  type Guild,
  PermissionFlagsBits,
  type PermissionsString,
  RESTJSONErrorCodes as Code,
} from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { onOwnInitiative } from '#kernel/discord/initiator.ts'
import type { Services } from '#kernel/feature.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import { hiddenChannel, isHidden, knownName } from '#kit/hidden-channel.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { inert } from '#kit/template.ts'
import type { CounterKind } from './contract.ts'
import { scheduleCount } from './bot-count.ts'
import { countsOf } from './guild-counts.ts'
import { channelName, countOf } from './channel-name.ts'
import { refreshGuild } from './rename.ts'
import { botsIn, dropRow, putRow, rowOf } from './rows.ts'

/** For creating and renaming the channel. Without Connect, Discord lets nobody change a voice channel. */
export const requiredPermissions = [
  'ViewChannel',
  'Connect',
  'ManageChannels',
] as const satisfies readonly PermissionsString[]

/** Two people who press the button at once must not create two channels. */
const pending = new Set<string>()

function demandRights(guild: Guild): void {
  const missing = guild.members.me?.permissions.missing([...requiredPermissions]) ?? []
  if (missing.length > 0)
    throw new UserError(
      'counters.lacking',
      `I need ${listed(missing.map(permissionName))} for that. Give it to my role.`,
      403,
    )
}

async function create(guild: Guild, name: string): Promise<string> {
  const allow = requiredPermissions.map(permission => PermissionFlagsBits[permission])
  const { id } = await guild.channels.create({
    name,
    type: ChannelType.GuildVoice,
    permissionOverwrites: [
      { id: guild.id, deny: [PermissionFlagsBits.Connect] },
      { id: guild.client.user.id, allow },
    ],
    reason: 'Counter',
  })
  return id
}

/**
 * Creates the channel for a kind, or renames the existing one.
 * @returns its id, and whether it already existed
 * @throws UserError if the bot lacks a permission, or somebody else is doing the same right now
 */
export async function setCounter(
  services: Services,
  guild: Guild,
  kind: CounterKind,
  name: string,
): Promise<{ channelId: string; reused: boolean }> {
  const key = `${guild.id}/${kind}`
  if (pending.has(key)) throw new UserError('counters.busy', 'Somebody is making that counter right now.', 409)
  pending.add(key)
  try {
    const known = rowOf(services.db, guild.id, kind)
    const channel = known && guild.channels.cache.get(known.channelId)
    if (channel && isHidden(channel)) throw hiddenChannel()
    const reused = channel !== undefined
    if (!reused) demandRights(guild)
    const first = channelName(name, countOf(kind, countsOf(services, guild)))
    const channelId = channel?.id ?? (await create(guild, first))
    putRow(services.db, { guildId: guild.id, kind, channelId, name })
    // Somebody may have joined while the channel was being created.
    refreshGuild(services, guild.id, [kind])
    if ((kind === 'bots' || kind === 'members') && botsIn(services.db, guild.id) === null)
      scheduleCount(services, guild.id)
    return { channelId, reused }
  } finally {
    pending.delete(key)
  }
}

/** Removes a counter and its channel. @throws UserError if there is none, or the bot may not delete the channel */
export async function removeCounter(services: Services, guild: Guild, kind: CounterKind): Promise<void> {
  const row = rowOf(services.db, guild.id, kind)
  if (!row) throw new UserError('counters.unknown', `There is no counter for ${kind}.`, 404)
  try {
    await onOwnInitiative(() => guild.channels.delete(row.channelId, 'Counter removed'))
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.code !== Code.UnknownChannel) {
      const channel = guild.channels.cache.get(row.channelId)
      dropRow(services.db, guild.id, kind)
      services.log.warn({ err: error, guildId: guild.id, kind }, 'counter channel not deleted')
      throw new UserError(
        'counters.kept',
        `I no longer count in ${channel ? inert(knownName(channel)) : row.channelId}, but I may not delete it. Delete the channel yourself.`,
      )
    }
  }
  dropRow(services.db, guild.id, kind)
}
