import { feature, processState } from '#kernel/feature.ts'
import { botinfo, botinvite, ping, uptime } from './bot-info.ts'
import { checkCommandRules, commandAccess, setCommandRule } from './command-access.ts'
import { commandList } from './command-list.ts'
import { config, prefix, setprefix } from './configuration.ts'
import general from './contract.ts'
import { botCounts, freshMemberCount } from './member-counts.ts'
import { help, helpMenu, helpPage } from './help.ts'
import { memberRoleRoutes } from './member-roles/routes.ts'
import { modulesOf, switchModule } from './modules.ts'
import { tables } from './table.ts'
import { pruneUptime, readUptime, recordUptime } from './uptime.ts'
import { avatar, userinfo } from './user-info.ts'
import { serverinfo } from './server-info.ts'

const dayMs = 24 * 60 * 60_000

const recording = processState(() => ({ end: () => {} }))

export default feature(general, {
  tables,
  jobs: { pruneUptime },
  start(services) {
    recording(services).end = recordUptime(services)
    services.scheduler.every(pruneUptime, { everyMs: dayMs, key: 'daily' })
  },
  stop: services => recording(services).end(),
  commandPrefix: own => own.prefix,
  commandRules: own => own.commandRules,
  checkSettings: checkCommandRules,
  commands: { help, ping, uptime, botinfo, botinvite, serverinfo, userinfo, avatar, prefix, setprefix, config },
  components: [helpMenu, helpPage],
  routes: {
    botStatus({ client }) {
      const { guildCount, perGuild } = botCounts(client)
      return { guildCount, guilds: perGuild }
    },
    uptime: services => ({ uptime: readUptime(services) }),
    stats: async ctx => ({ stats: { memberCount: await freshMemberCount(ctx, ctx.guild) } }),
    modules: ctx => ({ modules: modulesOf(ctx, ctx.guild.id) }),
    async switchModule(ctx) {
      const wanted = ctx.params['module'] ?? ''
      const { name, enabled } = await switchModule(ctx, ctx.member, wanted, ctx.body.enabled, { via: 'dashboard' })
      return { name, enabled }
    },
    commandAccess: async ctx => ({ commands: await commandAccess(ctx) }),
    setCommandRule: async ctx => ({
      command: await setCommandRule(ctx, ctx.params['command'] ?? '', ctx.body, ctx.user.id),
    }),
    commands: ({ features }) => ({ commands: commandList(features) }),
    ...memberRoleRoutes,
  },
})
