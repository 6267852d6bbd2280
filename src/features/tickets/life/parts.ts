import type { Parts, Services } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { closeAllButton, closeAllRun } from './close-all.ts'
import { components } from './controls.ts'
import { endWithoutChannel, handleAllMissedDepartures, onMemberLeft, onRolesChanged } from './member-changes.ts'
import { placeAgain, settleInBulk, settleTicket, supplyPerformers, type Performers } from './duties.ts'
import { renameTicket } from './rename.ts'
import { followRename, openAgain } from './recreated-channel.ts'
import { forgetPlaces } from './rows.ts'
import { followRoles } from './apply-team-changes.ts'
import { onMessage, storeLastWritten } from './response-tracking.ts'
import { onMemberBack, onRoleGone, onRolesLogged } from './thread-team.ts'
import { followSettings, ticketClock } from './timers.ts'
import { askFeedback } from '../feedback/ask.ts'
import { transcript } from '../transcripts/make.ts'
import { controls, log, notice } from './notices.ts'
import { place, removal } from './ticket-channel.ts'

/** Which function performs which duty. */
export const performers: Performers = {
  place,
  opening: openAgain,
  controls,
  notice,
  log,
  transcript,
  feedback: askFeedback,
  removal,
}

/** What the feature uses from this folder. */
export const life = {
  components: [...components, closeAllButton],
  listeners: {
    messageCreate: onMessage,
    guildMemberAdd: onMemberBack,
    guildMemberRemove: onMemberLeft,
    guildMemberUpdate: onRolesChanged,
    guildAuditLogEntryCreate: onRolesLogged,
    guildAvailable: handleAllMissedDepartures,
    // Nobody restores a deleted thread.
    threadDelete: (ctx, thread) => endWithoutChannel(ctx, thread.id),
  },
  gone: { channel: endWithoutChannel, role: onRoleGone },
  renamed: followRename,
  forgetGuild: forgetPlaces,
  jobs: { settleTicket, settleInBulk, placeAgain, ticketClock, renameTicket },
  plans: { closeAllRun },
  start(services: Services) {
    supplyPerformers(services, performers)
    followSettings(services)
    followRoles(services)
  },
  stop: (services: Services) => storeLastWritten(services),
} satisfies Parts<typeof tickets>
