import { MessageType } from 'discord.js'
import { isDeepStrictEqual } from 'node:util'
import { mayRead } from '#kernel/rights/channel-rights.ts'
import { feature, job } from '#kernel/feature.ts'
import { anti } from './commands/anti.ts'
import { autodelete } from './commands/autodelete.ts'
import { automodCommand } from './commands/automod.ts'
import automod from './contract.ts'
import { deletionRetry } from './sanctions/message-deletion.ts'
import { withMasterSwitch } from './master-switch.ts'
import { deletionVerdict, onDeletionEntry, watchOwnDeletions } from './listeners/deleted-by.ts'
import { onMessageDelete } from './listeners/ghost-pings.ts'
import { testMessage } from './dry-run/test-message.ts'
import { onNickname } from './listeners/nicknames.ts'
import { messageVerdict, onMessageEdit, onMessage } from './listeners/messages.ts'
import { nativeChange, watchRuleDeletions, onNativeExecution, onNativeRuleUpdate } from './native/listeners.ts'
import { syncJob, scheduleSync } from './native/sync.ts'
import { nativeState } from './native/overview.ts'
import { removeNotice } from './sanctions/notices.ts'
import { demandValidPatterns } from './text/pattern-validation.ts'
import { cancelSanction, sanctionJob } from './sanctions/strike-limit.ts'
import { replay } from './dry-run/replay.ts'
import { problems, requirements } from './requirements.ts'
import { ruleTitle } from './rules/list.ts'
import { setup } from './setup.ts'
import { tables } from './table.ts'
import { onThread, onThreadNotice, threadDeletion, threadVerdict } from './listeners/new-threads.ts'
import { onThreadRename, renameVerdict } from './listeners/thread-names.ts'
import {
  strikesSpan,
  endExpiredStrikes,
  expiredUntil,
  expireOldStrikes,
  clearStrikes,
  membersWithStrikes,
} from './sanctions/strikes.ts'

const dayMs = 24 * 60 * 60_000

const expireStrikes = job({
  deletesOld: true,
  run: ({ db, now, settings }) =>
    expireOldStrikes(db, now(), guildId => strikesSpan(settings.read(guildId, automod), now())),
})

export default feature(automod, {
  switch: 'enabled',
  setup,
  commands: { automod: automodCommand, anti, autodelete },
  listeners: {
    messageCreate: (ctx, message) =>
      message.type === MessageType.ThreadCreated ? onThreadNotice(ctx, message) : onMessage(ctx, message),
    threadCreate: onThread,
    threadUpdate: onThreadRename,
    guildMemberUpdate: onNickname,
    messageUpdate: (ctx, _before, message) => onMessageEdit(ctx, message),
    messageDelete: (ctx, { id }) => onMessageDelete(ctx, id),
    guildAuditLogEntryCreate: onDeletionEntry,
    autoModerationActionExecution: onNativeExecution,
    autoModerationRuleUpdate: (ctx, _before, rule) => onNativeRuleUpdate(ctx, rule),
  },
  routes: {
    test: testMessage,
    replay,
    native: nativeState,
    strikes: ({ db, guild, own, now, member: caller, query }) => ({
      limit: own.maxStrikes,
      members: membersWithStrikes(db, guild.id, strikesSpan(own, now()), query.user).map(
        ({ lastChannelId, lastText, ...member }) => ({
          ...member,
          lastRule: ruleTitle(member.lastRule),
          lastText: lastChannelId === null || mayRead(caller, lastChannelId) ? lastText : null,
        }),
      ),
    }),
    forgive(ctx) {
      const userId = ctx.params['userId'] ?? ''
      cancelSanction(ctx, ctx.guild.id, userId)
      return { forgiven: clearStrikes(ctx.db, ctx.guild.id, userId) }
    },
  },
  // The dashboard sends the switch explicitly.
  forms: {
    automod: { change: (_ctx, posted, { revision }) => (revision === undefined ? withMasterSwitch(posted) : posted) },
  },
  async checkSettings(ctx, { before, after }) {
    if (!isDeepStrictEqual(before.words, after.words)) await demandValidPatterns(ctx, ctx.guild.id, after.words)
  },
  jobs: {
    deletionVerdict,
    messageVerdict,
    renameVerdict,
    threadVerdict,
    threadDeletion,
    punish: sanctionJob,
    remove: deletionRetry,
    removeNotice,
    expireStrikes,
    mirror: syncJob,
  },
  requires: ({ own }) => requirements(own),
  problems,
  start(services) {
    const { db, scheduler, settings } = services
    watchRuleDeletions(services)
    watchOwnDeletions(services)
    settings.onChange(({ guildId, feature: changed, author, keys }) => {
      if (changed !== automod.name) return
      if (author.via !== nativeChange) scheduleSync(services, guildId)
      if (!keys.includes('strikeDecayHours')) return
      const until = expiredUntil(services, guildId)
      if (Number.isFinite(until)) endExpiredStrikes(db, guildId, until)
    })
    scheduler.every(expireStrikes, { everyMs: dayMs, key: 'daily' })
  },
  tables,
})
