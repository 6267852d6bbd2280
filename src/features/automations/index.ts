import { feature, job } from '#kernel/feature.ts'
import automations from './contract.ts'
import { automationsNoted } from './design/contract.ts'
import { problems, requires } from './problems.ts'
import { routes } from './routes.ts'
import { dropOldRuns, dropRunningCache } from './rows.ts'
import { joined, left, reacted, joinedVoice, written } from './run/triggers.ts'
import { rolesChanged, rolesLogged } from './run/role-changes.ts'
import { resume, runAutomation } from './run/perform.ts'
import { notedAutomations } from './save.ts'
import { tables } from './table.ts'

const dayMs = 86_400_000

const forgetRuns = job({ promise: 'housekeeping', deletesOld: true, run: services => dropOldRuns(services) })

export default feature(automations, {
  switch: 'enabled',
  routes,
  tables,
  things: { [automationsNoted]: notedAutomations },
  requires,
  problems,
  jobs: { runAutomation, forgetRuns },
  listeners: {
    messageCreate: written,
    messageReactionAdd: reacted,
    guildMemberAdd: joined,
    guildMemberRemove: left,
    guildMemberUpdate: rolesChanged,
    guildAuditLogEntryCreate: rolesLogged,
    voiceStateUpdate: joinedVoice,
  },
  // Designs keep the id of a deleted channel or role, and their page reports it.
  renamed: (services, guildId) => dropRunningCache(services, guildId),
  start(services) {
    services.scheduler.every(forgetRuns, { everyMs: dayMs, key: 'daily' })
    resume(services)
  },
})
