import { expectPunishing } from '#kernel/discord/lanes.ts'
import { type Services, state } from '#kernel/feature.ts'
import { AuditLogEvent } from 'discord.js'
import { isOwnAct } from '#features/moderation/public.ts'
import { isOutage } from '#kit/discord-errors.ts'
import antinuke, { type AntinukeSettings } from '../contract.ts'
import { latest } from '../journal/state-at.ts'
import { isOwnNamelessStep, isOwnStep } from '../recovery/own-entry.ts'
import { idsIn } from '../recovery/steps.ts'
import { actionOf, faceChanged, linkChanged, linkGiven } from './action.ts'
import type { Action, ActionFacts, AuditEntry } from './audit-entry.ts'
import { actionsOf } from './action-rows.ts'
import { noteBypass, noteBypassBack, rightfulRoles } from './bypass.ts'
import { hourMs, weightOf } from './count.ts'
import { decide, decideAppointed, decideTogether, type Reason } from './decide.ts'
import { noteHidden, weightOfSight } from './hidden-channels.ts'
import { countedStanding } from './immunity.ts'
import { circumstances, countAction, hasPassedPower, isCounted, noteMaker, uncountMaking } from './ledger.ts'
import { madeByRemover } from './made-by-remover.ts'
import { isForMost, isHeldByNobody, isStranger, noteRoles, shareOf } from './membership.ts'
import { rolesChanged } from './listed-roles.ts'
import { noteModeration, wasTimedOut } from './moderation.ts'
import { noteGiven, notePower, notePowerOf } from './passed-power.ts'
import type { Powers } from './powers.ts'
import {
  couldDo,
  currentPowers,
  isNewcomer,
  isUnproven,
  lookUp,
  type RosterPerson,
  personOf,
  recentMs,
} from './roster.ts'
import { forgetActionsOf, noteAction } from './several-people.ts'
import { ownReason } from './punish/requests.ts'
import {
  categoryOf,
  closedTo,
  followersOf,
  isBait,
  isCategory,
  lettersOf,
  lostWith,
  shownTo,
  shutsOut,
} from './channel-visibility.ts'
import { type Decision, noteLateAction, stopAttack } from './stop.ts'
import { isUnused } from './unused-roles.ts'

/** Entries that arrived before the library knew the server, in order. */
const earlyEntries = state((): AuditEntry[] => [])
const mostEarly = 500

/**
 * Judges an entry of the audit log, and stops its actor if it was one too many: the request has left when this returns,
 * unless somebody had to be looked up first. The same entry counts once, whenever and however often it arrives.
 */
export function judgeEntry(services: Services, guildId: string, entry: AuditEntry): void {
  noteModeration(services, guildId, entry)
  const powers = currentPowers(services, guildId)
  if (!powers) {
    const early = earlyEntries(services, guildId)
    if (early.length < mostEarly) early.push(entry)
    return
  }
  const own = services.settings.read(guildId, antinuke)
  const action = actionOf(entry, factsOf(services, powers, own))
  if (action?.type === memberRoles) noteRoles(services, guildId, rolesChanged(entry), action)
  if (
    action &&
    own.bypassRole !== null &&
    action.gave?.to === 'member' &&
    action.gave.roles?.includes(own.bypassRole)
  ) {
    const { actorId, at, reason, gave } = action
    // What a recovery or an undone punishment gives back is held on the same terms as before.
    const isBack =
      (actorId === powers.self.id && reason?.startsWith(ownReason) === true) || isOwnStep(services, guildId, action)
    // The bot is not among these: somebody else may have told it to give the role.
    const isRightful = actorId !== null && (actorId === powers.ownerId || own.extraOwners.includes(actorId))
    if (isBack) noteBypassBack(services, guildId, gave.id, at)
    else noteBypass(services, guildId, gave.id, { roleId: own.bypassRole, at, isRightful })
  }
  if (action?.gave?.to === 'member' && !isCounted(services, guildId, entry.id))
    noteGiven(services, guildId, action.gave.id, action.gave.roles ?? [])
  if (!action || action.weight === 0 || !own.modules[action.module]) return
  judgeAction(services, guildId, action, powers)
}

/** What has to be known about a server to understand an entry. */
export const factsOf = (services: Services, powers: Powers, { bypassRole }: AntinukeSettings): ActionFacts => ({
  guildId: powers.guildId,
  permissionsOf: id => powers.roles.get(id)?.bits ?? 0n,
  everyone: powers.roles.get(powers.guildId)?.own ?? 0n,
  bypassRole,
  shareOf: id => shareOf(services, powers.guildId, id),
  isForMost: id => isForMost(services, powers.guildId, id),
  closedTo: (channel, role) => closedTo(services, powers, channel, role),
  followersOf: id => followersOf(services, powers.guildId, id),
  shownTo: id => shownTo(services, powers.guildId, id),
  categoryOf: id => categoryOf(services, powers.guildId, id),
  isCategory: id => isCategory(services, powers.guildId, id),
  lostWith: (role, seesByRole) => lostWith(services, powers, role, seesByRole),
  isHeldByNobody: role => isHeldByNobody(services, powers.guildId, role),
  isUnused: role => isUnused(services, powers.guildId, role),
  ruleKnown: id => latest(services, powers.guildId, 'rule', id) ?? undefined,
  isBait: exempt => isBait(services, powers.guildId, exempt),
  letters: () => lettersOf(services, powers.guildId),
  shutsOut: role => shutsOut(services, powers.guildId, role),
})

/** Judges what arrived before the library knew the server. */
export function judgeEarlyEntries(services: Services, guildId: string): void {
  for (const entry of earlyEntries(services, guildId).splice(0)) judgeEntry(services, guildId, entry)
}

/** Judges an action that is already understood. @param failures how often Discord did not say who did it */
export function judgeAction(services: Services, guildId: string, action: Action, powers: Powers, failures = 0): void {
  if (isCounted(services, guildId, action.entryId)) return
  noteMaker(services, guildId, action)
  const { actorId } = action
  if (actorId === null) return judge(services, guildId, action, powers, undefined)
  if (actorId === powers.self.id || actorId === powers.ownerId) return
  const known = personOf(services, guildId, actorId)
  if (known) return judge(services, guildId, action, powers, known)
  const own = services.settings.read(guildId, antinuke)
  const where = { ownerId: powers.ownerId, selfId: powers.self.id, own, module: action.module }
  if (countedStanding({ id: actorId, roles: [] }, where, services.now()).immune) return
  const looking = lookUp(services, guildId, actorId).then(
    person => judge(services, guildId, action, currentPowers(services, guildId) ?? powers, person),
    (err: unknown) => {
      services.log.warn({ err, guildId, feature: antinuke.name }, 'who did something is not known')
      judgeUnanswered(services, guildId, action, currentPowers(services, guildId) ?? powers, { err, failures })
    },
  )
  services.background(looking, { text: 'an action could not be judged', guildId, feature: antinuke.name })
}

/** The delays before Discord is asked again who somebody is (ms); the last one is repeated. */
const askAgainMs = [2000, 5000, 15_000, 60_000]

/**
 * Judges the action of somebody about whom Discord does not answer: by the roles that the journal has for them, or once
 * Discord does answer. Not knowing yet is not the same as knowing that they could not have done it.
 */
function judgeUnanswered(
  services: Services,
  guildId: string,
  action: Action,
  powers: Powers,
  { err, failures }: { err: unknown; failures: number },
): void {
  const id = action.actorId ?? ''
  const roles = idsIn(latest(services, guildId, 'member', id)?.['roles'])
  const bot = roles.some(role => powers.roles.get(role)?.botId === id)
  const person: RosterPerson = { id, bot, roles, had: undefined, goneAt: undefined, username: null }
  // The person whom a prune names may be one of the pruned.
  if (roles.length > 0 && action.type !== prune && couldDo(powers, person, action.needs, services.now()))
    return judge(services, guildId, action, powers, person)
  if (!isOutage(err)) return judge(services, guildId, action, powers, undefined)
  const ask = () => {
    const now = services.db.$client.open ? currentPowers(services, guildId) : undefined
    if (now && services.settings.read(guildId, antinuke).enabled)
      judgeAction(services, guildId, action, now, failures + 1)
  }
  setTimeout(ask, askAgainMs[Math.min(failures, askAgainMs.length - 1)]).unref()
}

const memberRoles: number = AuditLogEvent.MemberRoleUpdate
const banAdd: number = AuditLogEvent.MemberBanAdd
const prune: number = AuditLogEvent.MemberPrune

/** Large prunes name people who were pruned, as reported in discord/discord-api-docs issue 6428. */
const wasPruned = ({ type }: Action, { goneAt }: RosterPerson): boolean => type === prune && goneAt !== undefined

/**
 * Whether the bot did something for which Discord names nobody: bans by its command, steps of a recovery, and anything
 * but a prune that has its reason.
 */
function isOwn(services: Services, guildId: string, action: Action): boolean {
  const { type, targetId, at, reason, module } = action
  if (isOwnNamelessStep(services, guildId, action)) return true
  return type === banAdd
    ? isOwnAct(services, guildId, { kind: 'ban', targetId, at })
    : module !== 'anti_prune' && reason?.startsWith(ownReason) === true
}

/**
 * Counts an action, and stops its actor if it was one too many.
 * @param actor undefined where nobody is named, or where the person named is no member: large prunes name people who were
 * pruned
 */
export function judge(
  services: Services,
  guildId: string,
  action: Action,
  powers: Powers,
  actor: RosterPerson | undefined,
): void {
  // Somebody who could not have done it did not do it. Somebody else did, and nobody is punished.
  const believed =
    actor && couldDo(powers, actor, action.needs, services.now()) && !wasPruned(action, actor) ? actor : undefined
  const decision = countAndDecide(services, guildId, action, powers, believed)
  if (decision) stopAttack(services, guildId, decision)
}

/** Whether somebody gave the server the vanity link that it had before an action, within the hour: theirs to correct. */
const isTheirLink = (services: Services, guildId: string, { actorId, at }: Action, from: string | null): boolean =>
  from !== null &&
  actionsOf(services, guildId, actorId, at - hourMs).some(
    ({ does, given }) => does === linkGiven.does && given === from,
  )

/** Whether the actor did something else, named by `does`, within the hour before. */
const hasDone = (services: Services, guildId: string, { actorId, at }: Action, does: string): boolean =>
  actionsOf(services, guildId, actorId, at - hourMs).some(one => one.does === does)

/**
 * Counts an action, unless its actor is immune.
 * @param believed who did it, if that is known for certain
 * @returns the decision to stop them, if it was one too many
 */
export function countAndDecide(
  services: Services,
  guildId: string,
  action: Action,
  powers: Powers,
  believed: RosterPerson | undefined,
): Decision | undefined {
  const { settings, now } = services
  const own = settings.read(guildId, antinuke)
  const isOwnLink = believed && action.link !== undefined && isTheirLink(services, guildId, action, action.link.from)
  const done: Action = {
    ...action,
    ...(isOwnLink && { ...linkGiven, does: action.link?.to === null ? linkChanged : linkGiven.does }),
    actorId: believed ? action.actorId : null,
  }
  const where = { ownerId: powers.ownerId, selfId: powers.self.id, own, module: action.module }
  const roles = believed ? rightfulRoles(services, guildId, own.bypassRole, believed) : []
  const standing = believed && countedStanding({ id: believed.id, roles }, where, now())
  if (standing?.immune || (done.actorId === null && isOwn(services, guildId, done))) return undefined
  const toMember = action.module === 'anti_ban' || action.module === 'anti_kick' || action.object?.kind === 'member'
  const { targetId } = action
  const isTrusted = standing?.perHour !== null && standing?.perHour !== undefined
  if (believed && !isTrusted && done.gave) notePowerOf(services, guildId, powers, believed, done)
  const newcomer =
    toMember &&
    targetId !== null &&
    (done.gave
      ? isUnproven(services, guildId, targetId) || hasPassedPower(services, guildId, done)
      : isNewcomer(services, guildId, targetId) ||
        (action.module === 'anti_ban' && isStranger(services, guildId, targetId)))
  const around = circumstances(services, guildId, done, believed)
  if (around.isOwn) uncountMaking(services, guildId, done)
  const made = believed && !around.isOwn ? madeByRemover(services, powers, done, believed) : undefined
  const recent =
    !newcomer && !done.gave && toMember && targetId !== null && isNewcomer(services, guildId, targetId, recentMs)
  const timedOutAgain = done.brief === true && targetId !== null && wasTimedOut(services, guildId, targetId, done.at)
  const triedOut = done.face === true && believed !== undefined && hasDone(services, guildId, done, faceChanged)
  const known = { ...around, madeByRemover: made ?? around.madeByRemover, newcomer, recent, timedOutAgain, triedOut }
  const weighed = weightOf(done, known)
  if (weighed === 0) return undefined
  const weight = weightOfSight(services, guildId, done, weighed)
  if (weight >= 1) expectPunishing(services.client)
  if (believed && !isTrusted && !done.gave) notePowerOf(services, guildId, powers, believed, done)
  const sums = countAction(services, guildId, done, weight)
  if (sums && believed && !isTrusted && done.gave)
    notePower(services, guildId, done, powers, personOf(services, guildId, done.gave.id))
  if (!sums || noteLateAction(services, guildId, done)) return undefined
  const limit = own.limits[action.module]
  const budget =
    standing && standing.perHour !== null && believed
      ? {
          used: actionsOf(services, guildId, believed.id, done.at - hourMs).reduce(
            (sum, one) => sum + Math.max(one.weight, 0),
            0,
          ),
          perHour: standing.perHour,
        }
      : undefined
  const reason: Reason | undefined =
    decide({ weight, severe: done.severe }, sums.own, limit, budget) ??
    (budget || weight <= 0
      ? undefined
      : (decideAppointed(sums.appointed, limit) ?? decideTogether({ ...done, weight }, sums, limit)))
  if (!reason) noteHidden(services, guildId, done, weight)
  if (reason && believed) forgetActionsOf(services, guildId, believed.id)
  else if (believed && !isTrusted) noteAction(services, guildId, done, weight, limit)
  return reason && { action: done, actor: believed, reason, powers }
}
