import type { Guild } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { feature, job, type Services } from '#kernel/feature.ts'
import access, { type Grant } from './contract.ts'
import { assignedBy } from './assigned-by.ts'
import { grantedLevel, isOver } from './granted-level.ts'
import { routes } from './routes.ts'

const hour = 60 * 60_000
const keptMs = 30 * 24 * hour

/** Removes the grants that `keeps` rejects from a server's list. @param via the reason, for the history */
function keepOnly(services: Services, guildId: string, via: string, keeps: (grant: Grant) => boolean): void {
  const { grants } = services.settings.read(guildId, access)
  const kept = grants.filter(keeps)
  if (kept.length < grants.length) services.settings.write(guildId, access, { grants: kept }, { userId: null, via })
}

const lacksJoinTime = ({ kind, joinedAt }: Grant) => kind === 'member' && joinedAt === null

/** Adds the missing join time to grants that were stored before join times were, as soon as the server is available. */
function addJoinTimes(services: Services, guild: Guild): Promise<void> | undefined {
  const ids = services.settings
    .read(guild.id, access)
    .grants.filter(lacksJoinTime)
    .map(({ id }) => id)
  return ids.length === 0 ? undefined : addJoinTimesOf(services, guild, ids)
}

async function addJoinTimesOf(services: Services, guild: Guild, ids: readonly string[]): Promise<void> {
  const members = await Promise.all(ids.map(id => services.access.member(guild, id)))
  const joined = new Map(members.flatMap(member => (member ? [[member.id, member.joinedTimestamp]] : [])))
  const grants = services.settings
    .read(guild.id, access)
    .grants.map(grant => (lacksJoinTime(grant) ? { ...grant, joinedAt: joined.get(grant.id) ?? null } : grant))
  services.settings.write(guild.id, access, { grants }, { userId: null, via: 'joining noted' })
}

/** Every hour: removes grants that expired a month ago, although they stop counting at once, and adds join times. */
const upkeep = job({
  deletesOld: true,
  async run(services) {
    const longAgo = services.now() - keptMs
    for (const guild of services.client.guilds.cache.values()) {
      keepOnly(services, guild.id, 'time is up', grant => !isOver(grant, longAgo))
      if (guild.available) await addJoinTimes(services, guild)
    }
  },
})

export default feature(access, {
  settingsNeed: 'owner',
  jobs: { expire: upkeep },
  routes,
  start({ access: rights, settings, scheduler, live, now }) {
    const grantsOf = (guildId: string) => settings.read(guildId, access).grants
    rights.supply((guild, member, of) => grantedLevel(grantsOf(guild.id), member, of, now()), {
      byRole: (guild, roleId) => grantsOf(guild.id).some(grant => grant.id === roleId && !isOver(grant, now())),
    })
    settings.onChange(({ guildId, feature: changed }) => {
      if (changed === access.name) live.recheck(guildId)
    })
    scheduler.every(upkeep, { everyMs: hour, key: 'hourly' })
  },
  checkSettings(ctx, { before, after }) {
    const roleIds = ({ grants }: typeof after) => grants.filter(({ kind }) => kind === 'role').map(({ id }) => id)
    const known = new Set(roleIds(before))
    for (const roleId of roleIds(after)) {
      const problem = known.has(roleId) ? undefined : assignedBy(ctx, roleId)
      if (problem !== undefined) throw new UserError('access.grant', problem, 400, { grants: problem })
    }
  },
  listeners: {
    guildAvailable: ctx => addJoinTimes(ctx, ctx.guild),
    // If this removes anything, the member left while the bot did not see it.
    guildMemberAdd: (ctx, { id }) => keepOnly(ctx, ctx.guild.id, 'member left', grant => grant.id !== id),
    guildMemberRemove: (ctx, { id }) => keepOnly(ctx, ctx.guild.id, 'member left', grant => grant.id !== id),
  },
  gone: { role: (ctx, id) => keepOnly(ctx, ctx.guild.id, 'role deleted', grant => grant.id !== id) },
  forgetUser(services, userId, guildId) {
    for (const id of guildId === undefined ? services.client.guilds.cache.keys() : [guildId]) {
      keepOnly(services, id, 'forgotten', grant => grant.id !== userId)
      const { grants } = services.settings.read(id, access)
      if (!grants.some(({ grantedBy }) => grantedBy === userId)) continue
      const unnamed = grants.map(grant => (grant.grantedBy === userId ? { ...grant, grantedBy: null } : grant))
      services.settings.write(id, access, { grants: unnamed }, { userId: null, via: 'forgotten' })
    }
  },
})
