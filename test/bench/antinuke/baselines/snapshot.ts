import { ChannelType, Events, type Guild, type GuildChannelTypes, type OverwriteData } from 'discord.js'
import { createCounter, ready, startClient } from './counting.ts'

/** How often a snapshot is replaced by a new one. */
const everyMs = 5 * 60_000

interface SavedRole {
  id: string
  name: string
  color: number
  hoist: boolean
  mentionable: boolean
  permissions: bigint
  holders: string[]
}
interface SavedChannel {
  id: string
  name: string
  type: GuildChannelTypes
  parentId: string | null
  topic: string | null
  nsfw: boolean
  overwrites: OverwriteData[]
}
interface Snapshot {
  roles: SavedRole[]
  channels: SavedChannel[]
}

function take(guild: Guild): Snapshot {
  const roles = [...guild.roles.cache.values()]
    .filter(role => !role.managed && role.id !== guild.id)
    .map(({ id, name, colors, hoist, mentionable, permissions, members }) => ({
      id,
      name,
      hoist,
      mentionable,
      color: colors.primaryColor,
      permissions: permissions.bitfield,
      holders: [...members.keys()],
    }))
  const channels = [...guild.channels.cache.values()].flatMap(channel => {
    if (channel.isThread()) return []
    const overwrites = [...channel.permissionOverwrites.cache.values()].map(({ id, type, allow, deny }) => ({
      id,
      type,
      allow,
      deny,
    }))
    const { id, name, type, parentId } = channel
    const topic = 'topic' in channel ? channel.topic : null
    return [{ id, name, type, parentId, topic, nsfw: 'nsfw' in channel && channel.nsfw, overwrites }]
  })
  // Categories come first, since other channels are in them.
  return {
    roles,
    channels: channels.toSorted(
      (a, b) => Number(b.type === ChannelType.GuildCategory) - Number(a.type === ChannelType.GuildCategory),
    ),
  }
}

/** Restores one thing after another, waiting for each. */
async function restore(guild: Guild, { roles, channels }: Snapshot): Promise<void> {
  const ids = new Map<string, string>()
  for (const { id, holders, color, ...role } of roles) {
    if (guild.roles.cache.has(id)) continue
    const made = await guild.roles.create({ ...role, colors: { primaryColor: color } })
    ids.set(id, made.id)
    for (const holder of holders) await guild.members.cache.get(holder)?.roles.add(made)
  }
  for (const { id, parentId, topic, overwrites, ...channel } of channels) {
    if (guild.channels.cache.has(id)) continue
    const made = await guild.channels.create({
      ...channel,
      parent: parentId === null ? null : (ids.get(parentId) ?? parentId),
      ...(topic !== null && { topic }),
      permissionOverwrites: overwrites.map(one => ({ ...one, id: ids.get(String(one.id)) ?? one.id })),
    })
    ids.set(id, made.id)
  }
}

const client = await startClient()
const snapshots = new Map<string, Snapshot>()
const takeAll = () => client.guilds.cache.forEach(guild => snapshots.set(guild.id, take(guild)))
const count = createCounter(client, async guild => {
  const snapshot = snapshots.get(guild.id)
  if (snapshot) await restore(guild, snapshot)
})
client.on(Events.GuildAuditLogEntryCreate, (entry, guild) => count(guild, entry))
async function begin(): Promise<void> {
  for (const guild of client.guilds.cache.values()) await guild.members.fetch()
  takeAll()
  setInterval(takeAll, everyMs)
  ready()
}

client.once(Events.ClientReady, () => void begin())
await client.login(process.env['DISCORD_TOKEN'])
