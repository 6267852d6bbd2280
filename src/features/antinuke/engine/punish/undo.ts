import { and, eq } from 'drizzle-orm'
import { logLifted } from '#features/moderation/public.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import type { Services } from '#kernel/feature.ts'
import { isUndoable } from '../../in-browser.ts'
import {
  closeIncident,
  eventsOf,
  incidentOf,
  type IncidentKey,
  noteInIncident,
  type Sentence,
} from '../../incidents/incidents.ts'
import { cursorAt, stateAt } from '../../journal/state-at.ts'
import { idMap } from '../../recovery/id-map.ts'
import { noteReturning } from '../../recovery/returning-members.ts'
import { idsIn } from '../../recovery/steps.ts'
import { antinukeActions } from '../table.ts'
import { forgetActions } from '../ledger.ts'
import { forgetStopped } from '../stopped-people.ts'
import { ownReason, sendBack } from './requests.ts'
import { caseKey, isBeingTakenBack, type Sanction, sanctionsOf, settleSanction, whileTakenBack } from './sanctions.ts'

interface Moderator {
  id: string
  name: string
}

/** What happened to somebody's punishment. 'impossible' is a kick: they have to come back by themselves. */
export interface Undone {
  userId: string
  how: 'undone' | 'impossible' | 'refused'
}

/** They are not in the server: when they join, they get back what they had before it all began. */
function noteWhatTheyHad(services: Services, { guildId, number, userId }: Sanction): void {
  const incident = incidentOf(services, { guildId, number })
  if (!incident) return
  const state = stateAt(services, guildId, cursorAt(services, guildId, incident.startedAt - 1), ['member'])
  const had = state.member.get(userId)
  if (!had) return
  const { before } = idMap(services, guildId)
  const roles = idsIn(had['roles']).map(before)
  const nick = typeof had['nick'] === 'string' ? had['nick'] : null
  if (roles.length > 0 || nick !== null) noteReturning(services, { guildId, incident: number }, { userId, roles, nick })
}

/** Asks Discord to take a sanction back. @throws when Discord does not answer */
async function sendAllBack(services: Services, sanction: Sanction, reason: string): Promise<Undone['how']> {
  let how: Undone['how'] = sanction.done === null ? 'undone' : 'impossible'
  const lastDone = sanction.steps.findLastIndex(step => step.do === sanction.done)
  for (const [place, step] of [...sanction.steps.entries()].toReversed()) {
    const wasDone = step.do === sanction.done || (step.do === 'strip' && place < lastDone)
    const sent = wasDone ? sendBack(services, sanction, step, reason) : undefined
    if (!sent) continue
    try {
      await sent
      how = 'undone'
    } catch (err) {
      if (!isRefusal(err)) throw err
      // Somebody else has already undone it, or they are gone: by themselves, unless they were kicked.
      if (err.status !== 404) how = 'refused'
      else if (sanction.done !== 'kick') how = 'undone'
    }
  }
  return how
}

async function undoOne(services: Services, sanction: Sanction, reason: string): Promise<Undone> {
  const { userId, guildId } = sanction
  const how = await whileTakenBack(services, sanction, async () => {
    const answered = await sendAllBack(services, sanction, reason)
    services.db.transaction(() => {
      if (answered !== 'refused') {
        settleSanction(services, sanction, { state: 'undone' })
        if (sanction.done === 'ban' || sanction.done === 'kick') noteWhatTheyHad(services, sanction)
      }
      services.db
        .delete(antinukeActions)
        .where(and(eq(antinukeActions.guildId, guildId), eq(antinukeActions.actorId, userId)))
        .run()
    })
    return answered
  })
  forgetActions(services, guildId)
  forgetStopped(services, guildId, userId)
  return { userId, how }
}

const lifting = { ban: 'unban', timeout: 'untimeout' } as const

/** Records that somebody's ban or timeout was lifted: their case is no longer in force. */
function recordLifting(services: Services, { id, guildId, number, userId, done }: Sanction, by: Moderator): void {
  const guild = services.client.guilds.cache.get(guildId)
  if (!guild || (done !== 'ban' && done !== 'timeout')) return
  logLifted(services, guild, caseKey(id), {
    kind: lifting[done],
    source: 'antinuke',
    target: { id: userId, name: services.client.users.cache.get(userId)?.username ?? userId },
    moderator: by,
    reason: `Incident ${number} was undone`,
    key: `${caseKey(id)}:undone`,
  })
}

/** Marks a sanction in the timeline as taken back. */
const undoneMark = ({ id }: Pick<Sanction, 'id'>) => `undone ${id}`

async function undoAll(
  services: Services,
  incident: IncidentKey,
  by: Moderator,
  sanctions: readonly Sanction[],
): Promise<Undone[]> {
  const undone: Undone[] = []
  for (const one of sanctions) {
    const result = await undoOne(
      services,
      one,
      `${ownReason} incident ${incident.number} undone by ${by.name} (${by.id})`,
    )
    undone.push(result)
    if (result.how === 'undone') recordLifting(services, one, by)
    if (result.how === 'undone')
      noteInIncident(services, incident, {
        lane: 'stop',
        userId: by.id,
        parts:
          one.done === null
            ? ['Nothing had been done against ', { user: one.userId }, ', so there was nothing to undo.']
            : [{ user: by.id }, ' undid what was done against ', { user: one.userId }, '.'],
        entry: undoneMark(one),
      })
  }
  return undone
}

/**
 * Takes back sanctions, wherever an earlier attempt stopped. Sanctions that Discord has not answered yet are left.
 * @returns whether any were left: Discord may answer while others are taken back
 * @throws when Discord does not answer
 */
export async function undoSanctions(
  services: Services,
  incident: IncidentKey,
  by: Moderator,
  ids: readonly number[],
): Promise<boolean> {
  const known = new Set(eventsOf(services, incident).map(({ entry }) => entry))
  const named = sanctionsOf(services, incident).filter(({ id }) => ids.includes(id))
  const left = named.filter(one => one.state !== 'pending' && !known.has(undoneMark(one)))
  for (const { userId, how } of await undoAll(services, incident, by, left)) {
    if (how === 'undone') continue
    const parts: Sentence =
      how === 'refused'
        ? ['Discord did not let me undo what was done against ', { user: userId }, '.']
        : ['What was done against ', { user: userId }, ' cannot be undone: they have to join again by themselves.']
    noteInIncident(services, incident, { lane: 'stop', parts, entry: `kept ${userId}` })
  }
  return named.some(({ state }) => state === 'pending')
}

/** What was done against people in an incident, has not been taken back and is not being taken back. */
export const undoable = (services: Parameters<typeof sanctionsOf>[0], incident: IncidentKey): Sanction[] =>
  sanctionsOf(services, incident).filter(one => isUndoable(one) && !isBeingTakenBack(services, one))

/** Whether nothing of a sanction can be taken back: it was already, or they were gone before anything was done. */
const isOver = ({ state, done }: Sanction): boolean => state === 'undone' || (state === 'done' && done === null)

/**
 * Takes back what was done in an incident, against everybody or against one of them: bans, timeouts, roles that were
 * taken. What they did before that no longer counts.
 * @param by the person who asks for it
 * @throws when Discord does not answer; what was taken back before stays so
 */
export async function undoPunishment(
  services: Services,
  incident: IncidentKey,
  by: Moderator,
  userId?: string,
): Promise<Undone[]> {
  const chosen = undoable(services, incident).filter(each => userId === undefined || each.userId === userId)
  const undone = await undoAll(services, incident, by, chosen)
  if (undone.length > 0 && sanctionsOf(services, incident).every(isOver)) closeIncident(services, incident, 'undone')
  return undone
}
