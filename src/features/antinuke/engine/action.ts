import { AuditLogEvent as Event, ChannelType, PermissionFlagsBits as P, SnowflakeUtil } from 'discord.js'
import type { ObjectName } from '../journal/objects.ts'
import { type AuditAction, auditActions, edited, ruleLost } from './audit-actions.ts'
import type { Action, ActionFacts, AuditEntry, JudgedEntry } from './audit-entry.ts'
import { bitsTaken, type Change, changeOf, gainedBy, textOf } from './audit-changes.ts'
import { bitsOf, danger, power } from './danger.ts'
import { againstEverybody } from './against-everybody.ts'
import { dangerOf, rolesChanged, rolesIn, rolesOfAnswers } from './listed-roles.ts'
import { hidden, overwriteEdit, overwriteRemoved } from './overwrites.ts'

/**
 * Whether permissions are more than what helpers, partners and event teams have: somebody who sets up roles gives those
 * to a dozen of them in a row, one way or another.
 */
const isPower = (bits: bigint): boolean => (bits & power) !== 0n
/** The weight of giving permissions to clean up after members, as level bots do with people who write a lot. */
const ofHelpers = 0.02

/** The weight of taking power from a role, whose team can then do nothing: people tidy up some roles in a row. */
const emptied = 0.25

function roleEdit(entry: AuditEntry, { guildId, everyone, shareOf, isForMost }: ActionFacts): JudgedEntry {
  const id = entry.target_id ?? ''
  const toEveryone = id === guildId
  const toMost = toEveryone || isForMost?.(id) === true
  const permissions = changeOf(entry, 'permissions')
  const bits = gainedBy(permissions) & ~(toEveryone ? 0n : everyone)
  const lost = bitsTaken(permissions) & power & ~everyone
  // Holders who see the server through this role see nothing of it once the role loses View Channels.
  const blinded = (bitsTaken(permissions) & (toEveryone ? P.ViewChannel : P.ViewChannel & ~everyone)) !== 0n
  const weight = Math.max(lost === 0n || toEveryone ? 0 : emptied, blinded ? (shareOf?.(id) ?? 0) : 0)
  const taken: JudgedEntry = weight > edited ? { weight } : {}
  if (bits === 0n) return taken
  return {
    ...(toMost || isPower(bits) ? { operation: 'give', weight: 1 } : taken),
    severe: toMost && isPower(bits),
    gave: { to: toEveryone ? 'everyone' : 'role', id, bits },
    does: 'gave permissions to the role',
  }
}

/**
 * The weight of deleting an unused role: nobody loses anything, and it comes back whole. Roles of past events are
 * deleted by the dozen.
 */
const unusedRole = 0.25

/**
 * Holders who see channels through a role that most members hold lose those channels with it, and no click gives it
 * back to all of them.
 */
const roleGone = (entry: AuditEntry, { lostWith, isUnused, everyone }: ActionFacts): JudgedEntry => {
  const permissions = changeOf(entry, 'permissions')
  const bits = bitsOf(permissions?.old_value)
  const isHarmless = permissions !== undefined && (bits & danger & ~everyone) === 0n
  if (isHarmless && isUnused?.(entry.target_id ?? '')) return { weight: unusedRole }
  const seesByRole = (bits & P.ViewChannel) !== 0n
  return { weight: 1 + hidden * (lostWith?.(entry.target_id ?? '', seesByRole) ?? 0) }
}

/**
 * Promoting a team of moderators is everyday work, and what they do afterwards adds up; administrators are few. Who
 * appointed them counts as well, in count.ts.
 */
function grantWeight(bits: bigint): number {
  if (!isPower(bits)) return ofHelpers
  return (bits & P.Administrator) === 0n ? 0.2 : 1
}

/**
 * At the end of a season, level bots replace everybody's role: with one request each, or by taking one role and giving
 * another in turn, up to the 1,800 an hour that Discord allows.
 */
const roleTaken = { alone: 0.004, exchanged: 0.001 }
const lossOf = (added: readonly string[], taken: readonly string[]): number =>
  roleTaken[added.length >= taken.length ? 'exchanged' : 'alone']

/**
 * The weight of giving somebody a role that hides most channels. They have lost the server, like somebody timed out
 * until a person ends the timeout. Discord allows sixty a minute, and bots that make all members verify again are that
 * fast.
 */
const shutOut = 0.04

/** Giving harmless roles counts nothing: bots do it all day. Taking them counts a little, as it can empty a server. */
function membersRoles(entry: AuditEntry, facts: ActionFacts): JudgedEntry {
  const { bypassRole } = facts
  const { added, removed: taken } = rolesChanged(entry)
  const given = dangerOf(added, facts)
  // Everybody may give up their own roles.
  const takesNothingAway = taken.length === 0 || entry.user_id === entry.target_id
  const loss = takesNothingAway ? 0 : dangerOf(taken, facts) === 0n ? lossOf(added, taken) : 0.5
  const bypass = bypassRole !== null && added.includes(bypassRole)
  if (given !== 0n)
    return {
      weight: Math.max(bypass ? 1 : grantWeight(given), loss),
      // Nobody may exempt themselves from being counted.
      severe: bypass && entry.user_id === entry.target_id,
      ...(bypass && { given: bypassRole }),
      gave: { to: 'member', id: entry.target_id ?? '', bits: given, roles: added },
      does: 'gave a role with power to',
    }
  // Bots give newcomers who have to verify such a role by the thousand.
  if (entry.user_id !== entry.target_id && added.some(id => facts.shutsOut?.(id)))
    return { operation: 'change', weight: Math.max(shutOut, loss), toNewcomer: loss, does: 'kept out of most channels' }
  return takesNothingAway ? {} : { operation: 'remove', weight: loss, does: 'took roles from' }
}

function inviteMade(entry: AuditEntry, facts: ActionFacts): JudgedEntry {
  const listed = ['role_ids', 'roles'].flatMap(key => rolesIn(changeOf(entry, key)?.new_value))
  const bits = dangerOf(listed, facts)
  if (bits === 0n) return {}
  return {
    weight: isPower(bits) ? 1 : ofHelpers,
    gave: { to: 'invite', id: '', bits, roles: listed },
    does: 'made an invite that gives power',
  }
}

/**
 * A question whose answers give power. Members who answer take the role themselves, and Discord names nobody as its
 * giver, as with an invite.
 */
function questionAsked(entry: AuditEntry, facts: ActionFacts): JudgedEntry {
  const options = changeOf(entry, 'options')
  const known = new Set(rolesOfAnswers(options?.old_value))
  const roles = rolesOfAnswers(options?.new_value).filter(id => !known.has(id))
  const bits = dangerOf(roles, facts)
  if (bits === 0n) return {}
  const gave = { to: 'invite' as const, id: '', bits, roles }
  if (!isPower(bits)) return { gave }
  return {
    module: 'anti_member_update',
    operation: 'give',
    weight: 1,
    gave,
    does: 'asked newcomers a question that gives power:',
  }
}

/** The weight of what bots do to members all day. */
const ofAnyMember = 0.02
/** The longest timeout that nobody has to end (ms): an hour, and a minute between the request and its entry. */
const briefMs = 61 * 60_000

/** Names, timeouts and voice states of members; changes that members make to themselves have the same entry. */
function memberEdit(entry: AuditEntry): JudgedEntry {
  if (entry.user_id === entry.target_id) return { weight: 0 }
  const until = changeOf(entry, 'communication_disabled_until')?.new_value ?? null
  if (until !== null) {
    const ms = typeof until === 'string' ? Date.parse(until) - SnowflakeUtil.timestampFrom(entry.id) : Infinity
    const brief = ms <= briefMs
    return { weight: brief ? ofAnyMember : 0.2, brief, does: 'timed out' }
  }
  if (changeOf(entry, 'nick')) return { weight: 0.05, does: 'renamed' }
  const does = changeOf(entry, 'mute')?.new_value === true ? 'muted' : undefined
  const deafens = changeOf(entry, 'deaf')?.new_value === true
  return { weight: ofAnyMember, ...(deafens ? { does: 'deafened' } : does !== undefined && { does }) }
}

const featureLost = (change: Change | undefined, feature: string): boolean =>
  change !== undefined &&
  Array.isArray(change.old_value) &&
  change.old_value.includes(feature) &&
  !(Array.isArray(change.new_value) && change.new_value.includes(feature))

/** What is done to the server's name or icon: it counts less when it is done again within the hour. */
export const faceChanged = 'changed the name or icon of'

/** A first vanity link: nothing is lost. The person who set it may change that one within the hour. */
export const linkGiven = { weight: 0.25, severe: false, does: 'gave a vanity link to' } as const
/** A vanity link that was changed or removed cannot be put back. */
export const linkChanged = 'changed the vanity link of'

/** Name, icon and verification level count whole; a lost vanity link, or leaving COMMUNITY, is enough by itself. */
function guildEdit(entry: AuditEntry): JudgedEntry {
  const changed = changeOf(entry, 'vanity_url_code')
  const link = changed && { from: textOf(changed.old_value), to: textOf(changed.new_value) }
  if (link && link.from !== null) return { weight: 1, severe: true, does: linkChanged, link, given: link.to }
  if (link) return { ...linkGiven, link, given: link.to }
  if (featureLost(changeOf(entry, 'features'), 'COMMUNITY'))
    return { weight: 1, severe: true, does: 'switched off Community for' }
  const gate = changeOf(entry, 'verification_level')
  const lowered = gate !== undefined && Number(gate.new_value ?? 0) < Number(gate.old_value ?? 0)
  if (lowered) return { weight: 1 }
  return changeOf(entry, 'name') || changeOf(entry, 'icon_hash') ? { weight: 1, face: true, does: faceChanged } : {}
}

const dayMs = 24 * 3_600_000
/**
 * The weight of a deleted thread that was more than a day old, as no thread can be put back: with the usual limits, 60
 * a minute or 160 an hour.
 */
const oldThread = 0.05

/** A spammer's threads are new; one that is days old is somebody's work, though help forums are cleared of those. */
const threadGone = ({ id, target_id: threadId }: AuditEntry): JudgedEntry =>
  threadId &&
  /^\d{15,20}$/.test(threadId) &&
  SnowflakeUtil.timestampFrom(id) - SnowflakeUtil.timestampFrom(threadId) > dayMs
    ? { weight: oldThread }
    : {}

function ruleEdit(entry: AuditEntry, facts: ActionFacts): JudgedEntry {
  const against = againstEverybody(entry, facts.ruleKnown?.(entry.target_id ?? ''), facts)
  if (against) return { weight: 1, severe: against === 'silences', does: 'let nobody write by the AutoMod rule' }
  return changeOf(entry, 'enabled')?.new_value === false
    ? { weight: ruleLost, does: 'switched off the AutoMod rule' }
    : {}
}

/** Judges an entry by its own values, by type of entry. */
const judges: Readonly<Partial<Record<number, (entry: AuditEntry, facts: ActionFacts) => JudgedEntry>>> = {
  [Event.RoleCreate]: (entry, facts) => (entry.target_id === facts.guildId ? roleEdit(entry, facts) : {}),
  [Event.RoleUpdate]: roleEdit,
  [Event.RoleDelete]: roleGone,
  [Event.ChannelOverwriteCreate]: overwriteEdit,
  [Event.ChannelOverwriteUpdate]: overwriteEdit,
  [Event.ChannelOverwriteDelete]: overwriteRemoved,
  [Event.MemberRoleUpdate]: membersRoles,
  [Event.InviteCreate]: inviteMade,
  [Event.InviteUpdate]: inviteMade,
  [Event.OnboardingPromptCreate]: questionAsked,
  [Event.OnboardingPromptUpdate]: questionAsked,
  [Event.MemberUpdate]: memberEdit,
  [Event.GuildUpdate]: guildEdit,
  [Event.AutoModerationRuleCreate]: ruleEdit,
  [Event.AutoModerationRuleUpdate]: ruleEdit,
  [Event.ThreadDelete]: threadGone,
}

function objectOf({ kind }: AuditAction, entry: AuditEntry, guildId: string): ObjectName | null {
  if (kind === 'guild') return { kind, id: guildId }
  return kind !== null && entry.target_id ? { kind, id: entry.target_id } : null
}

const memberUpdate: number = Event.MemberUpdate
const memberPrune: number = Event.MemberPrune
const channelCreate: number = Event.ChannelCreate
const webhookCreate: number = Event.WebhookCreate

/** Where something was made that may have the same name as things elsewhere. */
function placeOf(entry: AuditEntry, { categoryOf }: ActionFacts): string | null {
  if (entry.action_type === webhookCreate) return textOf(changeOf(entry, 'channel_id')?.new_value)
  return entry.action_type === channelCreate ? (categoryOf?.(entry.target_id ?? '') ?? null) : null
}

/** Says category instead of channel. To Discord a category is a channel; to people it is not. */
export const saidOfCategory = (does: string): string => does.replace(/ the channel$/, ' the category')

/** Whether an entry is about a category. Entries about one that was made or deleted say so themselves. */
function isAboutCategory(entry: AuditEntry, { isCategory }: ActionFacts): boolean {
  const type = changeOf(entry, 'type')
  const category: number = ChannelType.GuildCategory
  return (type?.old_value ?? type?.new_value) === category || isCategory?.(entry.target_id ?? '') === true
}

/**
 * Says what somebody did, according to an entry of the audit log. Never throws, whatever is missing.
 * @returns undefined for what no module counts
 */
export function actionOf(entry: AuditEntry, facts: ActionFacts): Action | undefined {
  const known = entry.action_type === null ? undefined : auditActions[entry.action_type]
  if (!known || entry.action_type === null || !/^\d{15,20}$/.test(entry.id)) return undefined
  const judged = judges[entry.action_type]?.(entry, facts) ?? {}
  const name = changeOf(entry, 'name')
  const given = changeOf(entry, entry.action_type === memberUpdate ? 'nick' : 'name')?.new_value
  const does = judged.does ?? known.does
  return {
    entryId: entry.id,
    type: entry.action_type,
    at: SnowflakeUtil.timestampFrom(entry.id),
    actorId: entry.user_id ?? null,
    module: known.module,
    operation: known.operation,
    weight: known.weight,
    needs: known.needs,
    severe: entry.action_type === memberPrune,
    object: objectOf(known, entry, facts.guildId),
    targetId: entry.target_id ?? null,
    name: textOf(name?.old_value) ?? textOf(name?.new_value),
    given: textOf(given),
    madeIn: placeOf(entry, facts),
    gave: null,
    reason: entry.reason ?? null,
    ...judged,
    does: known.kind === 'channel' && isAboutCategory(entry, facts) ? saidOfCategory(does) : does,
  }
}
