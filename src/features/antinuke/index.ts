import { feature } from '#kernel/feature.ts'
import { createBypassRole } from './calls/bypass-role.ts'
import { form } from './calls/form.ts'
import { searchPeople } from './calls/people.ts'
import { antinukeCommand } from './commands/antinuke.ts'
import { bypassrole } from './commands/bypass-role.ts'
import { confirmButton } from './commands/confirmation.ts'
import { meantButton } from './commands/meant.ts'
import { undoPunishmentButton } from './commands/undo.ts'
import { extraowner, whitelist } from './commands/lists.ts'
import antinuke from './contract.ts'
import { routes as drillRoutes } from './drill/drill.ts'
import { forgetBypass } from './engine/bypass.ts'
import { onMessage } from './engine/mentions.ts'
import { judgeOrders } from './engine/orders.ts'
import { sendAlarmAgain } from './alarms/alarm.ts'
import { jobs as engineJobs, startEngine, stopEngine } from './engine/packets.ts'
import { dropRenamedLinks } from './engine/passed-power.ts'
import { dropRenamedSanctions } from './engine/punish/sanctions.ts'
import { tables as engine } from './engine/table.ts'
import { takeBackMeant } from './incidents/meant.ts'
import { pruneIncidents } from './incidents/prune.ts'
import { routes as incidentRoutes } from './incidents/routes.ts'
import { tables as incidents } from './incidents/table.ts'
import { forgetInviter } from './journal/forget.ts'
import { noteForgotten } from './journal/plain-members.ts'
import { jobs, startRecording, stopRecording } from './journal/recording.ts'
import { tables as journal } from './journal/table.ts'
import { modules } from './modules/contract.ts'
import { packets } from './packets.ts'
import { panicEnd, panicRun, renewPause } from './panic/panic.ts'
import { routes as panicRoutes } from './panic/routes.ts'
import { tables as panic } from './panic/table.ts'
import { postureListeners, routes as postureRoutes } from './posture/posture.ts'
import { recoverAfterAttacks, recoverAgain } from './recovery/automatic-recovery.ts'
import { heldBansButton } from './recovery/held-bans-button.ts'
import { recoverJob } from './recovery/recover.ts'
import { startRehearsingRecovery, stopRehearsingRecovery } from './recovery/rehearsal.ts'
import { forgetBanned, giveBackJob, pruneReturning, welcomeBack } from './recovery/returning-members.ts'
import { restores } from './recovery/automatic-recovery.ts'
import { tables as recovery } from './recovery/table.ts'
import { levels, rights, settingNeeds, supplyRights } from './rights/rights.ts'
import { removeFromLists } from './rights/forget.ts'
import { demandSound } from './rights/check-settings.ts'
import { expireWhitelist, watchExpiry } from './rights/expiry.ts'
import { problems, requires } from './rights/requirements.ts'
import { setup } from './setup.ts'
import { pruneAlarms, tellAlarms, undoButton, watchSettings } from './tamper/alarms.ts'
import { onChannelDeleted, watchHiding } from './tamper/channels.ts'
import { noteEntry } from './tamper/entries.ts'
import { lookAtOwnStanding, watchOwnStanding } from './tamper/own-standing.ts'
import { pruneRequests } from './tamper/requests.ts'
import { decideButton, demandSecondPerson } from './tamper/second-person.ts'
import { routes as tamperRoutes } from './tamper/routes.ts'
import { tables as tamper } from './tamper/table.ts'
import { routes as timeMachineRoutes } from './time-machine/routes.ts'
import { tables as timeMachine } from './time-machine/table.ts'

const dayMs = 24 * 60 * 60_000

export default feature(antinuke, {
  switch: 'enabled',
  switchNeeds: 'antinuke.edit',
  offCommand: 'antinuke off',
  levels,
  rights,
  settingNeeds,
  setup,
  async checkSettings(ctx, change) {
    await demandSound(ctx, change)
    demandSecondPerson(ctx, change)
  },
  requires,
  problems,
  forms: { antinuke: form },
  routes: {
    condition: ({ own }) => ({
      enabled: own.enabled,
      modules: modules.map(({ key, label }) => ({ label, on: own.modules[key] })),
    }),
    createBypassRole: async ctx => ({ roleId: await createBypassRole(ctx, { userId: ctx.user.id, via: 'api' }) }),
    searchUsers: async ctx => ({ users: await searchPeople(ctx, ctx.guild, ctx.query.q) }),
    ...tamperRoutes,
    ...incidentRoutes,
    ...panicRoutes,
    ...postureRoutes,
    ...timeMachineRoutes,
    ...drillRoutes,
  },
  commands: { antinuke: antinukeCommand, whitelist, extraowner, bypassrole },
  components: [undoButton, decideButton, confirmButton, meantButton, undoPunishmentButton, heldBansButton],
  listeners: {
    messageCreate: onMessage,
    ...postureListeners,
    channelDelete: onChannelDeleted,
    guildMemberAdd: (ctx, { id }) => welcomeBack(ctx, ctx.guild.id, id),
    guildBanAdd: (ctx, { user }) => forgetBanned(ctx, ctx.guild.id, user.id),
    guildAuditLogEntryCreate: (ctx, entry) => noteEntry(ctx, ctx.guild.id, entry),
  },
  packets,
  restores,
  renamed(services, guildId, { from }) {
    dropRenamedSanctions(services, guildId, from)
    dropRenamedLinks(services, guildId, from)
  },
  jobs: {
    ...jobs,
    ...engineJobs,
    recoverJob,
    recoverAgain,
    takeBackMeant,
    giveBackJob,
    pruneReturning,
    renewPause,
    expireWhitelist,
    lookAtOwnStanding,
    tellAlarms,
    pruneAlarms,
    sendAlarmAgain,
    pruneIncidents,
    pruneRequests,
  },
  plans: { panicRun, panicEnd },
  tables: { ...engine, ...incidents, ...journal, ...panic, ...recovery, ...tamper, ...timeMachine },
  start(services) {
    startEngine(services)
    services.client.once('clientReady', () => startRehearsingRecovery(services))
    judgeOrders(services)
    recoverAfterAttacks(services)
    startRecording(services)
    supplyRights(services)
    watchSettings(services)
    watchExpiry(services)
    watchOwnStanding(services)
    watchHiding(services)
    services.scheduler.every(pruneAlarms, { everyMs: dayMs, key: 'daily' })
    services.scheduler.every(pruneIncidents, { everyMs: dayMs, key: 'daily' })
    services.scheduler.every(pruneReturning, { everyMs: dayMs, key: 'daily' })
    services.scheduler.every(pruneRequests, { everyMs: dayMs, key: 'daily' })
  },
  stop(services) {
    stopEngine(services)
    stopRehearsingRecovery(services)
    stopRecording(services)
  },
  forgetUser(services, userId, guildId) {
    removeFromLists(services, userId, guildId)
    forgetInviter(services, userId, guildId)
    noteForgotten(services, userId, guildId)
    forgetBypass(services, userId, guildId)
  },
})
