import { isDeepStrictEqual } from 'node:util'
import { processState, type Services } from '#kernel/feature.ts'
import { afterRequests } from '#kit/after-requests.ts'
import antinuke, { type AntinukeSettings } from '../contract.ts'
import {
  type Incident,
  type IncidentKey,
  noteInIncident,
  openIncident,
  type Sentence,
  touchIncident,
} from '../incidents/incidents.ts'
import { postponeReading } from '../journal/read-soon.ts'
import type { Punishment } from '../modules/contract.ts'
import type { Action } from './audit-entry.ts'
import { actionOfEntry, actionsOf, type CountedAction } from './action-rows.ts'
import { rightfulRoles } from './bypass.ts'
import { hourMs } from './count.ts'
import { holdBans, onlyTrustedCould } from './held-bans.ts'
import type { Reason } from './decide.ts'
import { countedStanding } from './immunity.ts'
import { actingTogether } from './ledger.ts'
import { isOrder } from './ordered-entries.ts'
import type { Powers } from './powers.ts'
import { carryOut } from './punish/carry-out.ts'
import { followUpIncident } from './punish/follow-up.ts'
import { type PunishStep, stepsAgainst } from './punish/steps.ts'
import { type Sanction, sanctionsOf, writeSanction } from './punish/sanctions.ts'
import { type RosterPerson, personOf } from './roster.ts'
import { noteNoticed, noteStopped, noticedBefore, stoppedBefore, stoppedLately } from './stopped-people.ts'

/** The most actions before a decision that the timeline shows. */
const mostNoted = 500
/** Somebody who still acts this long after being stopped is stopped again (ms). */
const againAfterMs = 15_000

/** An action as a sentence of the timeline. */
function sentenceOf({ actorId, does, targetId, name, objectKind, entry }: CountedAction): Sentence {
  const who: Sentence = [actorId === null ? 'Somebody' : { user: actorId }, ` ${does}`]
  const named = name === null ? {} : { name }
  const end = isOrder(entry) ? ' through me.' : '.'
  if (targetId === null) return [...who, `${name === null ? '' : ` ${name}`}${end}`]
  if (objectKind === 'role') return [...who, ' ', { role: targetId, ...named }, end]
  if (objectKind === 'channel') return [...who, ' ', { channel: targetId, ...named }, end]
  if (objectKind === 'member' || objectKind === null) return [...who, ' ', { user: targetId, ...named }, end]
  return [...who, `${name === null ? '' : ` ${name}`}${end}`]
}

const noteActions = (services: Services, incident: IncidentKey, actions: readonly CountedAction[]): void => {
  for (const action of actions)
    noteInIncident(services, incident, {
      lane: 'attack',
      at: action.at,
      parts: sentenceOf(action),
      userId: action.actorId,
      entry: action.entry,
    })
}

interface Late {
  guildId: string
  entry: string
  incident: IncidentKey
  at: number
  /** Whether it belongs to what they were stopped for; otherwise it is judged by itself. */
  isLate: boolean
}

/** Actions that land after the decision come in bursts, and are noted together. */
const lateOnes = processState(() => new Set<Late>())

function noteLateOnes(services: Services): void {
  const all = [...lateOnes(services)]
  lateOnes(services).clear()
  if (!services.db.$client.open) return
  services.db.transaction(() => {
    for (const { guildId, entry, incident, at } of all) {
      const latest = actionOfEntry(services, guildId, entry)
      if (latest) noteActions(services, incident, [latest])
      touchIncident(services, incident, at)
    }
  })
  const late = all.filter(({ isLate }) => isLate)
  for (const incident of new Map(late.map(one => [`${one.guildId} ${one.incident.number}`, one.incident])).values())
    followUpIncident(services, incident)
}

/**
 * Notes what somebody who has already been stopped did in the meantime.
 * @returns whether that is so; false where the action has to be judged
 */
export function noteLateAction(services: Services, guildId: string, action: Action): boolean {
  const stopped = stoppedLately(services, guildId, action.actorId)
  if (!stopped) return false
  const late = lateOnes(services)
  if (late.size === 0) afterRequests(() => noteLateOnes(services))
  const { incident, at } = stopped
  const isLate = action.actorId === null || action.at <= at + againAfterMs
  late.add({ guildId, entry: action.entryId, incident, at: Math.max(action.at, at - hourMs), isLate })
  return isLate
}

export interface Decision {
  action: Action
  /** Undefined where nobody knows who it is. */
  actor: RosterPerson | undefined
  reason: Reason
  powers: Powers
  /** Whether they told the bot to do it and it was not done: it is no action of theirs. */
  refused?: boolean
}

/** Everybody who took part in what the actor did, without people whom the server trusts and people who did nothing. */
function accomplices(services: Services, guildId: string, { action, actor, powers }: Decision): RosterPerson[] {
  if (!actor) return []
  if (actor.webhook) return [actor]
  const own = services.settings.read(guildId, antinuke)
  const others = [...actingTogether(services, guildId, actor.id, action.at)].filter(id => id !== actor.id)
  const added = (id: string) => action.module === 'anti_emoji' && id === action.targetId
  return [
    actor,
    ...others.flatMap((id): RosterPerson[] => {
      const person = personOf(services, guildId, id) ?? (added(id) ? unknownBot(id) : undefined)
      const last = stoppedLately(services, guildId, id)
      if (!person || (last && !(added(id) && last.left !== undefined))) return []
      const where = { ownerId: powers.ownerId, selfId: powers.self.id, own, module: action.module }
      const roles = rightfulRoles(services, guildId, own.bypassRole, person)
      if (countedStanding({ id, roles }, where, services.now()).rung !== 'nobody') return []
      const took = actionsOf(services, guildId, id, action.at - hourMs).some(
        one => one.module === action.module && one.weight > 0,
      )
      return took || (added(id) && person.bot) ? [person] : []
    }),
  ]
}

/** A bot that has just been added and may not be known yet. */
const unknownBot = (id: string): RosterPerson => ({
  id,
  bot: true,
  roles: [],
  had: undefined,
  goneAt: undefined,
  username: null,
})

const reasons: Record<Reason, string> = {
  severe: 'That is never let through.',
  minute: 'That was one too many within a minute.',
  hour: 'That was one too many within an hour.',
  appointed: 'Too many administrators were made within ten minutes.',
  together: 'Together with the people who gave them the power, they did one thing too many.',
  budget: 'That was more than the whitelist allows them in an hour.',
}

/**
 * Whether the same was just attempted against somebody, and is under way or was refused: Discord would refuse it again.
 */
function attempted(services: Services, guildId: string, userId: string, steps: readonly PunishStep[]): boolean {
  const stopped = stoppedLately(services, guildId, userId)
  if (!stopped || stopped.left !== undefined) return false
  const last = sanctionsOf(services, stopped.incident).findLast(one => one.userId === userId)
  if (!last) return false
  return last.state === 'pending' || (last.state === 'refused' && isDeepStrictEqual(last.steps, steps))
}

/** Notes in the timeline why it was enough, and what can be done about it. */
function noteDecision(
  services: Services,
  incident: IncidentKey,
  { actor, reason, refused }: Decision,
  {
    punishment,
    done,
    sanctions,
  }: { punishment: Punishment; done: readonly CountedAction[]; sanctions: readonly Sanction[] },
): void {
  noteActions(services, incident, done)
  noteInIncident(services, incident, {
    lane: 'stop',
    parts: [
      ...(actor ? [{ user: actor.id }, ` was noticed. ${reasons[reason]}`] : ['Discord does not say who it was.']),
      ...(refused ? [' They told me to do it, and I refused.'] : []),
      ...(actor && punishment === 'NONE' ? [' Nothing is done, as the settings say.'] : []),
    ],
  })
  for (const one of sanctions)
    if (one.state === 'refused')
      noteInIncident(services, incident, {
        lane: 'stop',
        parts: [{ user: one.userId }, ' is above me, or I lack the permission: I could do nothing.'],
      })
}

/** The punishment for going beyond a module's limit. */
export const punishmentFor = (own: AntinukeSettings, module: Action['module']): Punishment =>
  own.modulePunishments[module] ?? own.punishment

/** Notes that somebody went beyond a limit, once in a while, where the settings say that nothing is done about it. */
function notice(services: Services, guildId: string, decision: Decision): void {
  const { action } = decision
  const known = noticedBefore(services, guildId, action)
  const done = known ? latestOf(services, guildId, action) : doneBy(services, guildId, action)
  if (known?.isSame) {
    noteActions(services, known.incident, done)
    touchIncident(services, known.incident, action.at)
    return
  }
  const incident = openIncident(services, {
    guildId,
    module: action.module,
    punishment: 'NONE',
    actorId: action.actorId,
    startedAt: startOf(action, done),
  })
  noteNoticed(services, guildId, action, incident)
  services.db.transaction(() => noteDecision(services, incident, decision, { punishment: 'NONE', done, sanctions: [] }))
  followUpIncident(services, incident)
}

/** The newest action alone, for somebody noticed before: everything until now is noted already. */
const latestOf = (services: Services, guildId: string, { entryId }: Action): CountedAction[] =>
  [actionOfEntry(services, guildId, entryId)].filter(one => one !== undefined)

/** The actor's actions that counted within the hour. */
const doneBy = (services: Services, guildId: string, { actorId, at }: Action): CountedAction[] =>
  actionsOf(services, guildId, actorId, at - hourMs)
    .filter(one => one.weight > 0)
    .slice(-mostNoted)

const startOf = (action: Action, done: readonly CountedAction[]): number =>
  Math.min(action.at, ...done.map(({ at }) => at))

/**
 * Stops somebody who did one thing too many. What is to be done is stored first, and its request has left when this
 * returns.
 */
export function stopAttack(services: Services, guildId: string, decision: Decision): void {
  const { action, actor, powers } = decision
  const own = services.settings.read(guildId, antinuke)
  const punishment = punishmentFor(own, action.module)
  if (punishment === 'NONE') return notice(services, guildId, decision)
  const people = accomplices(services, guildId, decision)
    .map(person => ({ id: person.id, steps: stepsAgainst(punishment, person, powers) }))
    .filter(({ id, steps }) => !attempted(services, guildId, id, steps))
  const before = stoppedBefore(services, guildId, action.actorId)
  if (actor && people.length === 0) {
    // Nothing can be done against them, but what they do can be undone.
    if (before) followUpIncident(services, before.incident)
    return
  }
  const done = before ? latestOf(services, guildId, action) : doneBy(services, guildId, action)
  const [incident, sanctions] = services.db.transaction((): [Incident, Sanction[]] => {
    const opened = openIncident(services, {
      guildId,
      module: action.module,
      punishment,
      actorId: action.actorId,
      startedAt: startOf(action, done),
    })
    return [opened, people.map(one => writeSanction(services, opened, one.id, one.steps))]
  })
  const answers = sanctions.filter(({ state }) => state === 'pending').map(one => carryOut(services, one))
  for (const id of actor ? people.map(person => person.id) : [null]) noteStopped(services, guildId, id, incident)
  postponeReading(services, guildId)
  const tell = () => {
    if (!services.db.$client.open) return
    services.db.transaction(() => noteDecision(services, incident, decision, { punishment, done, sanctions }))
  }
  if (!actor && onlyTrustedCould(services, guildId, action, powers)) holdBans(services, incident)
  // What somebody unknown did has to be noted before it is put back, and nothing is urgent.
  if (answers.length > 0) afterRequests(tell)
  else tell()
  const carriedOut = Promise.allSettled(answers).then(results => {
    for (const result of results)
      if (result.status === 'rejected')
        services.log.error({ err: result.reason, guildId, feature: antinuke.name }, 'a sanction failed')
    followUpIncident(services, incident)
  })
  services.background(carriedOut, { text: 'an incident could not go on', guildId, feature: antinuke.name })
}
