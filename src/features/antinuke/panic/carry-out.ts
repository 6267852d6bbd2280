import {
  type Guild,
  type NonThreadGuildBasedChannel,
  PermissionFlagsBits as P,
  PermissionsBitField,
  Routes,
} from 'discord.js'
import { lockChanges, type OverwriteChange, overwritesOf, unlockChanges, writing } from '#features/moderation/public.ts'
import { discordNow } from '#kit/discord-time.ts'
import type { Services } from '#kernel/feature.ts'
import { explain, isRefusal } from '#kit/discord-errors.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import type { Stripped } from './strippable.ts'
import {
  forgetRow,
  movePause,
  noteProblem,
  type PanicRow,
  panicRow,
  savedOfChannel,
  savedOfPause,
  savedOfRole,
  writeChannel,
  writePause,
  writeRole,
} from './store.ts'

/** The result for one thing. */
export type PanicOutcome = 'done' | 'nothing' | 'refused'

const hourMs = 60 * 60_000
/** Discord pauses invites and messages for a day at most; a minute less, as clocks differ (ms). */
export const pauseMs = 24 * hourMs - 60_000

/** The permissions to write or speak in a channel, and to connect to it. */
const ways = [...writing, P.Connect]

/** Attempts something that has been stored. If Discord refuses it, that is stored, too; outages are thrown. */
async function attempt(
  services: Services,
  row: PanicRow | undefined,
  work: () => Promise<unknown>,
): Promise<PanicOutcome> {
  if (!row) return 'nothing'
  try {
    await work()
    return 'done'
  } catch (error) {
    if (!isRefusal(error)) throw error
    noteProblem(services, row, explain(error)?.message ?? `Discord refused: ${error.message}`)
    return 'refused'
  }
}

async function writeOverwrites(
  { client, id }: NonThreadGuildBasedChannel,
  changes: readonly OverwriteChange[],
  reason: string,
): Promise<void> {
  for (const { id: about, type, bits } of changes) {
    const route = Routes.channelPermission(id, about)
    if (bits === null) await client.rest.delete(route, { reason })
    else await client.rest.put(route, { body: { type, allow: String(bits.allow), deny: String(bits.deny) }, reason })
  }
}

const channelOf = (guild: Guild, id: string): NonThreadGuildBasedChannel | undefined => {
  const channel = guild.channels.cache.get(id)
  return channel && !channel.isThread() ? channel : undefined
}

/** Closes a channel to @everyone; the bot can still write there. */
export async function lockChannel(services: Services, guild: Guild, id: string, reason: string): Promise<PanicOutcome> {
  const channel = channelOf(guild, id)
  const { me } = guild.members
  if (!channel || !me) return 'nothing'
  const self = { id: me.id, roleIds: [...me.roles.cache.keys()], permissions: me.permissions.bitfield }
  const { changes, saved } = lockChanges(overwritesOf(channel), guild.id, self, ways)
  writeChannel(services, guild.id, id, saved)
  return attempt(services, panicRow(services, guild.id, 'channel', id), () => writeOverwrites(channel, changes, reason))
}

/** Takes permissions away from a role, without those that somebody trusted uses. */
export async function stripRole(
  services: Services,
  guild: Guild,
  { roleId, taken, left }: Stripped,
  reason: string,
): Promise<PanicOutcome> {
  const role = guild.roles.cache.get(roleId)
  // After a crash, permissions that were taken before are no longer there to be taken.
  const known = panicRow(services, guild.id, 'role', roleId)
  const lost = known ? savedOfRole(known) : taken & (role?.permissions.bitfield ?? 0n)
  if (!role) return 'nothing'
  writeRole(services, guild.id, roleId, lost)
  const row = panicRow(services, guild.id, 'role', roleId)
  const permissions = String(role.permissions.bitfield & ~lost)
  const outcome =
    lost === 0n
      ? 'nothing'
      : await attempt(services, row, () =>
          guild.client.rest.patch(Routes.guildRole(guild.id, roleId), { body: { permissions }, reason }),
        )
  if (!row || left === 0n || outcome === 'refused') return outcome
  const names = new PermissionsBitField(left).toArray().map(permissionName)
  noteProblem(services, row, `It keeps ${listed(names)}: I could not give that back, because I do not have it.`)
  return 'refused'
}

const setPause = ({ client, id }: Guild, invites: number | null, dms: number | null) => {
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return client.rest.put(Routes.guildIncidentActions(id), {
    body: { invites_disabled_until: moment(invites), dms_disabled_until: moment(dms) },
  })
}

/** Until when invites and direct messages are paused at the moment (Unix ms). */
function pausedUntil({ incidentsData }: Guild, now: number): { invites: number | null; dms: number | null } {
  const left = (date: Date | null | undefined) => (date && date.getTime() > now ? date.getTime() : null)
  return { invites: left(incidentsData?.invitesDisabledUntil), dms: left(incidentsData?.dmsDisabledUntil) }
}

/** Pauses invites and direct messages for a day, or for another day. */
export async function pause(services: Services, guild: Guild): Promise<PanicOutcome> {
  const now = discordNow(services)
  const until = now + pauseMs
  writePause(services, guild.id, { ...pausedUntil(guild, now), until })
  const row = panicRow(services, guild.id, 'pause', guild.id)
  if (row) movePause(services, guild.id, { ...savedOfPause(row), until })
  return attempt(services, row, () => setPause(guild, until, until))
}

async function settled(services: Services, row: PanicRow, work: () => Promise<unknown>): Promise<PanicOutcome> {
  const outcome = await attempt(services, row, work)
  if (outcome !== 'refused') forgetRow(services, row)
  return outcome
}

/** Sets back what panic changed, and keeps what others have changed since. The library must know the current state. */
export function setBack(services: Services, guild: Guild, row: PanicRow, reason: string): Promise<PanicOutcome> {
  const { kind, objectId } = row
  if (kind === 'pause') {
    const saved = savedOfPause(row)
    const moment = discordNow(services)
    const now = pausedUntil(guild, moment)
    // Somebody who has paused them for longer in the meantime means it.
    const before = (current: number | null, earlier: number | null) =>
      current !== null && current > saved.until + 1000 ? current : earlier !== null && earlier > moment ? earlier : null
    const [invites, dms] = [before(now.invites, saved.invites), before(now.dms, saved.dms)]
    // A pause that Discord refused need not be set back.
    const isOpen = row.problem !== null && now.invites === invites && now.dms === dms
    return settled(services, row, async () => {
      if (!isOpen) await setPause(guild, invites, dms)
    })
  }
  if (kind === 'role') {
    const role = guild.roles.cache.get(objectId)
    const taken = savedOfRole(row)
    return settled(services, row, async () => {
      if (!role || (role.permissions.bitfield & taken) === taken) return
      const permissions = String(role.permissions.bitfield | taken)
      await guild.client.rest.patch(Routes.guildRole(guild.id, objectId), { body: { permissions }, reason })
    })
  }
  const channel = channelOf(guild, objectId)
  return settled(services, row, async () => {
    if (!channel) return
    const overwrites = overwritesOf(channel)
    // Of what panic denied, only what is still denied; of what it gave the bot, only what the bot still has.
    const ours = savedOfChannel(row).map(one => {
      const { allow, deny } = overwrites.get(one.id) ?? { allow: 0n, deny: 0n }
      return { ...one, touched: one.touched & (one.type === 1 ? allow : deny) }
    })
    await writeOverwrites(channel, unlockChanges(overwrites, ours), reason)
  })
}
