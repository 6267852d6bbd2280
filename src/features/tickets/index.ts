import { feature } from '#kernel/feature.ts'
import tickets from './contract.ts'
import { desk } from './commands/desk.ts'
import { ticket } from './commands/ticket.ts'
import { life } from './life/parts.ts'
import { live } from './live/parts.ts'
import { routes as liveRoutes } from './live/routes.ts'
import { opening } from './opening/parts.ts'
import { panels } from './panels/parts.ts'
import { problems, requires } from './panels/requirements.ts'
import { routes as panelRoutes } from './panels/routes.ts'
import { notedPanels } from './panels/save.ts'
import { panelsNoted } from './panels/contract.ts'
import { recording } from './record/parts.ts'
import { checkSettings } from './rights/check-settings.ts'
import { hasSeen } from './rights/has-seen.ts'
import { rights, settingNeeds } from './rights/rights.ts'
import { formParts, routes } from './settings/routes.ts'
import { routes as statisticsRoutes } from './statistics/routes.ts'
import { tables } from './table.ts'
import { tag } from './tags/commands.ts'
import { routes as tagRoutes } from './tags/routes.ts'
import { notedTags } from './tags/rows.ts'
import { transcripts } from './transcripts/parts.ts'
import { routes as transcriptRoutes } from './transcripts/routes.ts'
import { commentModal, rateButton } from './feedback/rate.ts'

export default feature(tickets, {
  switch: 'enabled',
  rights,
  settingNeeds,
  setup: ({ staffRole }) => ({ staff: { supportTeamRole: staffRole } }),
  checkSettings,
  requires,
  problems,
  forms: formParts,
  routes: { ...routes, ...panelRoutes, ...statisticsRoutes, ...tagRoutes, ...transcriptRoutes, ...liveRoutes },
  tables,
  hasSeen,
  things: { [panelsNoted]: notedPanels, tags: notedTags },
  commands: { ticket, tag, desk },
  components: [...opening.components, ...life.components, rateButton, commentModal],
  offers: opening.offers,
  listeners: {
    messageCreate(ctx, message) {
      live.listeners.messageCreate(ctx, message)
      recording.listeners.messageCreate(ctx, message)
      return life.listeners.messageCreate(ctx, message)
    },
    messageUpdate: recording.listeners.messageUpdate,
    messageDelete(ctx, message) {
      recording.listeners.messageDelete(ctx, message)
      panels.listeners.messageDelete(ctx, message)
    },
    messageDeleteBulk(ctx, messages, channel) {
      recording.listeners.messageDeleteBulk(ctx, messages, channel)
      panels.listeners.messageDeleteBulk(ctx, messages)
    },
    guildMemberAdd: life.listeners.guildMemberAdd,
    async guildMemberRemove(ctx, member) {
      opening.listeners.guildMemberRemove(ctx, member)
      await life.listeners.guildMemberRemove(ctx, member)
    },
    guildMemberUpdate: life.listeners.guildMemberUpdate,
    guildAuditLogEntryCreate: life.listeners.guildAuditLogEntryCreate,
    guildAvailable: life.listeners.guildAvailable,
    channelDelete: panels.listeners.channelDelete,
    threadDelete: life.listeners.threadDelete,
  },
  gone: life.gone,
  renamed: life.renamed,
  forgetGuild: life.forgetGuild,
  forgetUser(services, userId, guildId) {
    recording.forgetUser(services, userId, guildId)
    live.forgetUser(services, userId, guildId)
  },
  jobs: { ...panels.jobs, ...opening.jobs, ...life.jobs, ...transcripts.jobs, ...live.jobs },
  plans: life.plans,
  start(services) {
    life.start(services)
    opening.start(services)
    transcripts.start(services)
    live.start(services)
  },
  stop: life.stop,
})
