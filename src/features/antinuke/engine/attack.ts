import { AuditLogEvent } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { type IncidentKey, incidentOf } from '../incidents/incidents.ts'
import type { ObjectName } from '../journal/objects.ts'
import { auditActions } from './audit-actions.ts'
import { actionsOf } from './ledger.ts'
import { sanctionsOf } from './punish/sanctions.ts'

/** What an incident's attackers are known to have done, by the audit log. */
export interface Attack {
  /** Unix ms: everything before it was good. */
  startedAt: number
  /** People, bots and webhooks. */
  attackers: string[]
  /** Objects that they made, changed or destroyed. */
  touched: ObjectName[]
  /** People whom they banned, and whom they timed out. */
  banned: string[]
  timedOut: string[]
  /** People whose bans they lifted. */
  unbanned: string[]
}

/** Bans that hardly counted, of people who had just come or were never there, are everyday work: they stay. */
const everyday = 0.1

const does = (type: AuditLogEvent) => auditActions[type]?.does

/** @returns undefined for an incident that is not there */
export function attackOf(services: Pick<Services, 'db'>, key: IncidentKey): Attack | undefined {
  const incident = incidentOf(services, key)
  if (!incident) return undefined
  const people = sanctionsOf(services, key).map(({ userId }) => userId)
  const attackers = [...new Set([...(incident.actorId === null ? [] : [incident.actorId]), ...people])]
  const actors = attackers.length > 0 ? attackers : [null]
  const actions = actors.flatMap(id => actionsOf(services, key.guildId, id, incident.startedAt - 1))
  const targets = (wanted: (words: string) => boolean) => [
    ...new Set(actions.flatMap(({ does: words, targetId }) => (targetId !== null && wanted(words) ? [targetId] : []))),
  ]
  const touched = new Map<string, ObjectName>()
  for (const { objectKind, targetId, guildId } of actions) {
    const id = objectKind === 'guild' ? guildId : targetId
    if (objectKind !== null && id !== null) touched.set(`${objectKind} ${id}`, { kind: objectKind, id })
  }
  return {
    startedAt: incident.startedAt,
    attackers,
    touched: [...touched.values()],
    banned: [
      ...new Set(
        actions.flatMap(({ does: words, targetId, weight }) =>
          targetId !== null && words === does(AuditLogEvent.MemberBanAdd) && weight >= everyday ? [targetId] : [],
        ),
      ),
    ],
    unbanned: targets(words => words === does(AuditLogEvent.MemberBanRemove)),
    timedOut: targets(words => words === 'timed out'),
  }
}
