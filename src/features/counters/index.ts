import type { Guild } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { knownName } from '#kit/hidden-channel.ts'
import { feature, type Services } from '#kernel/feature.ts'
import { requiredPermissions, removeCounter, setCounter } from './counter-channel.ts'
import { counter } from './commands.ts'
import counters, { type Counter, isKind, type CounterKind, kinds } from './contract.ts'
import { count, recount, scheduleRecounts } from './bot-count.ts'
import { countsOf } from './guild-counts.ts'
import { countOf } from './channel-name.ts'
import { refreshGuild, rename } from './rename.ts'
import { addBots, dropChannel, rowsOf } from './rows.ts'
import { tables } from './table.ts'

function listOf(services: Pick<Services, 'db'>, guild: Guild): Counter[] {
  const figures = countsOf(services, guild)
  return rowsOf(services.db, guild.id).map(({ kind, name, channelId }) => {
    const channel = guild.channels.cache.get(channelId)
    return { kind, name, channelId, channelName: channel ? knownName(channel) : null, count: countOf(kind, figures) }
  })
}

function kindOf(params: Record<string, string>): CounterKind {
  const { kind = '' } = params
  if (isKind(kind)) return kind
  throw new UserError('counters.kind', `Choose what to count: ${kinds.join(', ')}.`, 404)
}

function changed(services: Services, guildId: string, bot: boolean, change: 1 | -1): void {
  if (bot) addBots(services.db, guildId, change)
  refreshGuild(services, guildId, bot ? ['users', 'bots'] : ['users', 'members'])
}

export default feature(counters, {
  switch: 'enabled',
  commands: { counter },
  jobs: { rename, count, recount },
  start(services) {
    scheduleRecounts(services)
    services.settings.onChange(({ guildId, feature: of }) => {
      if (of === counters.name) refreshGuild(services, guildId)
    })
  },
  listeners: {
    guildMemberAdd: (ctx, { user }) => changed(ctx, ctx.guild.id, user.bot, 1),
    guildMemberRemove: (ctx, { user }) => changed(ctx, ctx.guild.id, user.bot, -1),
    guildUpdate(ctx, before, after) {
      if (before.premiumSubscriptionCount !== after.premiumSubscriptionCount)
        refreshGuild(ctx, ctx.guild.id, ['boosts'])
    },
  },
  gone: { channel: (ctx, id) => void dropChannel(ctx.db, id) },
  requires: ({ db, guild }) =>
    rowsOf(db, guild.id).flatMap(({ channelId }) =>
      guild.channels.cache.has(channelId)
        ? requiredPermissions.map(permission => ({
            permission,
            channelId,
            setting: 'enabled',
            why: 'to write the number into its name',
          }))
        : [],
    ),
  routes: {
    async set(ctx) {
      const { channelId } = await setCounter(ctx, ctx.guild, kindOf(ctx.params), ctx.body.name)
      if (!ctx.own.enabled) ctx.save({ enabled: true }, { userId: ctx.user.id, via: 'dashboard' })
      return { channelId }
    },
    async remove(ctx) {
      await removeCounter(ctx, ctx.guild, kindOf(ctx.params))
      return {}
    },
  },
  forms: {
    counters: { read: ctx => ({ list: listOf(ctx, ctx.guild) }) },
  },
  tables,
})
