import { feature } from '#kernel/feature.ts'
import { settleJob } from './acts/settle-pending.ts'
import { scheduleAllChecks } from './acts/pending-acts.ts'
import { recordAuditLogEntry } from './audit-log/record-entry.ts'
import { recountJob } from './audit-log/recount.ts'
import { routes } from './cases/case-routes.ts'
import { liftLocks } from './cases/case-store.ts'
import { endLock, unlockJob } from './channel/timed-lock.ts'
import { lockCommands } from './channel/lock-commands.ts'
import { purgeCommands } from './channel/purge-commands.ts'
import { slowmode } from './channel/slowmode-command.ts'
import { caseGroup, note } from './commands/case.ts'
import { memberActRoutes } from './member-acts/routes.ts'
import { maxwarn, modlog } from './commands/configuration.ts'
import { casePage, clearwarn, history, historyMenu, warnings } from './commands/history-and-warnings.ts'
import { massban } from './commands/massban.ts'
import { modstats } from './commands/modstats.ts'
import { nick } from './commands/nick.ts'
import { ban, kick, softban, timeout, warn } from './commands/sanctions.ts'
import { unban, unbanChoice } from './commands/unban.ts'
import { untimeout } from './commands/untimeout.ts'
import moderation from './contract.ts'
import { finishModlog } from './modlog/modlog.ts'
import { rewritePostJob } from './modlog/rewrite-post.ts'
import { postNotDone } from './modlog/post-not-done.ts'
import { requirements } from './requirements.ts'
import { setup } from './setup.ts'
import { tables } from './table.ts'
import { liftBanJob } from './sanctions/temporary-ban.ts'
import { thresholdJob } from './sanctions/warning-threshold.ts'
import { voiceCommands } from './voice/voice-commands.ts'
import { forgetUser } from './cases/case-edits.ts'

export default feature(moderation, {
  switch: 'enabled',
  setup,
  commands: {
    warn,
    warnings,
    clearwarn,
    timeout,
    untimeout,
    kick,
    softban,
    ban,
    unban,
    massban,
    nick,
    note,
    history,
    case: caseGroup,
    modstats,
    maxwarn,
    modlog,
    ...purgeCommands,
    ...lockCommands,
    slowmode,
    ...voiceCommands,
  },
  menus: { historyMenu },
  components: [unbanChoice, casePage],
  routes: { ...routes, ...memberActRoutes },
  jobs: {
    liftBan: liftBanJob,
    unlock: unlockJob,
    threshold: thresholdJob,
    settle: settleJob,
    recount: recountJob,
    rewritePost: rewritePostJob,
  },
  start: scheduleAllChecks,
  afterUnkept: (ctx, { feature, promise, why }) =>
    postNotDone(ctx, ctx.guild, `${feature}: I could not ${promise}. ${why}`),
  listeners: {
    guildAuditLogEntryCreate: recordAuditLogEntry,
  },
  gone: {
    channel(ctx, id) {
      ctx.db.transaction(() => {
        endLock(ctx, ctx.guild.id, id)
        liftLocks(ctx, ctx.guild.id, id)
      })
    },
  },
  requires: ({ own }) => requirements(own),
  stop: finishModlog,
  tables,
  forgetUser,
})
