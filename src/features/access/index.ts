import { feature, job, type Services } from '#kernel/feature.ts'
import access, { type Grant } from './contract.ts'
import { grantedLevel } from './granted-level.ts'
import { routes } from './routes.ts'

const hour = 60 * 60_000

/** Removes the grants that `keeps` rejects from a server's list. @param via the reason, for the history */
function keepOnly(services: Services, guildId: string, via: string, keeps: (grant: Grant) => boolean): void {
  const { grants } = services.settings.read(guildId, access)
  const kept = grants.filter(keeps)
  if (kept.length < grants.length) services.settings.write(guildId, access, { grants: kept }, { userId: null, via })
}

/** Expired grants stop counting at once; this removes them from the lists. */
const expire = job({
  run(services) {
    const now = services.now()
    for (const guildId of services.client.guilds.cache.keys())
      keepOnly(services, guildId, 'time is up', ({ expiresAt }) => expiresAt === null || expiresAt > now)
  },
})

export default feature(access, {
  settingsNeed: 'owner',
  jobs: { expire },
  routes,
  start({ access: rights, settings, scheduler, now }) {
    rights.supply((guild, member, of) => grantedLevel(settings.read(guild.id, access).grants, member, of, now()))
    scheduler.every(expire, { everyMs: hour, key: 'hourly' })
  },
  listeners: {
    roleDelete: (ctx, { id }) => keepOnly(ctx, ctx.guild.id, 'role deleted', grant => grant.id !== id),
    guildMemberRemove: (ctx, { id }) => keepOnly(ctx, ctx.guild.id, 'member left', grant => grant.id !== id),
  },
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
