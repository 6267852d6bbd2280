import { PermissionFlagsBits } from 'discord.js'
import { feature } from '#kernel/feature.ts'
import { premiumCommand } from './commands.ts'
import premium from './contract.ts'
import { endEntitlement, noteEntitlement, reconcile } from './discord.ts'
import { claim, periodsOf, premiumOf, standingOf, serversNotifiedWrongly } from './periods.ts'
import { lastEnd } from './premium-at.ts'
import { tables } from './table.ts'
import { pausedFeatures, watch } from './watch.ts'
import { scheduleCheck } from './watch-handle.ts'

/** How long (ms) the doctor reports that premium has ended. */
const newsMs = 30 * 86_400_000

export default feature(premium, {
  commands: { premium: premiumCommand },
  listeners: {
    entitlementCreate: (ctx, entitlement) => noteEntitlement(ctx, entitlement),
    entitlementUpdate: (ctx, _before, entitlement) => noteEntitlement(ctx, entitlement),
    entitlementDelete: (ctx, { id }) => endEntitlement(ctx, id, ctx.guild.id),
    guildCreate: ({ scheduler, now }) => void scheduler.at(reconcile, { at: now(), key: 'all' }),
  },
  jobs: { watch, reconcile },
  start(services) {
    const { entitlements, scheduler, now } = services
    entitlements.supply(guildId => premiumOf(services, guildId).until !== undefined)
    scheduler.at(reconcile, { at: now(), key: 'all' })
    if (entitlements.mode === 'granted')
      for (const guildId of serversNotifiedWrongly(services)) scheduleCheck(services, guildId)
  },
  problems(ctx) {
    if (ctx.entitlements.mode === 'all' || premiumOf(ctx, ctx.guild.id).until !== undefined) return []
    const end = lastEnd(periodsOf(ctx, ctx.guild.id), ctx.now())
    if (end === undefined || ctx.now() - end > newsMs) return []
    return [
      {
        title: `Premium has ended: ${pausedFeatures(ctx)} in this server`,
        repair: 'Nothing was deleted. Ask whoever runs this bot for premium, and they continue with the same settings.',
      },
    ]
  },
  routes: {
    premium: ({ entitlements }) => ({ mode: entitlements.mode }),
    async servers(services) {
      const { access, client, query, user } = services
      const servers = await Promise.all(
        query.ids.map(async id => {
          const guild = client.guilds.cache.get(id)
          const member = guild?.available ? await access.member(guild, user.id) : null
          if (!guild || !member || access.levelOf(guild, member) === 'none') return []
          return [
            {
              ...standingOf(services, id),
              id,
              name: guild.name,
              iconURL: guild.iconURL({ extension: 'png', size: 128 }),
              mayClaim: member.permissions.has(PermissionFlagsBits.ManageGuild),
            },
          ]
        }),
      )
      return { servers: servers.flat() }
    },
    status: ctx => standingOf(ctx, ctx.guild.id),
    claim: ctx => claim(ctx, { guildId: ctx.guild.id, byId: ctx.user.id }),
  },
  tables,
})
