import { and, eq, gt, inArray, or } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import type { CaseKind } from '../contract.ts'
import { cases } from '../table.ts'
import { pendingAbout, type PendingAct, subjectOf } from './pending-acts.ts'

/** Kinds that change the same state: after one of them, Discord no longer shows the result of another. */
const alike: readonly (readonly CaseKind[])[] = [
  ['ban', 'unban', 'softban', 'kick'],
  ['timeout', 'untimeout'],
  ['voice-mute', 'voice-unmute'],
  ['deafen', 'undeafen'],
  ['move', 'disconnect'],
  ['lock', 'unlock'],
]

type Newer = Pick<PendingAct, 'kind' | 'moderatorId'>

/** Returns acts and orders after an act that change the same state, by anybody. */
export function newerThan({ db }: Pick<Services, 'db'>, act: PendingAct): Newer[] {
  const { guildId, kind, id, createdAt } = act
  const subjectId = subjectOf(act)
  if (subjectId === null) return []
  const kinds = alike.find(some => some.includes(kind)) ?? [kind]
  const ordered = pendingAbout({ db }, guildId, subjectId).filter(one => one.id > id && kinds.includes(one.kind))
  const done = db
    .select()
    .from(cases)
    .where(
      and(
        eq(cases.guildId, guildId),
        inArray(cases.kind, [...kinds]),
        gt(cases.createdAt, createdAt),
        or(eq(cases.targetId, subjectId), eq(cases.channelId, subjectId)),
      ),
    )
    .all()
    .filter(one => subjectOf(one) === subjectId)
  return [...ordered, ...done]
}
