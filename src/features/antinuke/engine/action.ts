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
 * Whether permissions are more than what helpers, partners and event teams have: whoever sets up roles gives those to a
 * dozen in a row, in whatever way.
 */
const isPower = (bits: bigint): boolean => (bits & power) !== 0n
/** What tidies up after members, level bots give to whoever writes much. */
const ofHelpers = 0.02

/** A team that may do nothing any more; some roles are tidied up in a row. */
const emptied = 0.25

function roleEdit(entry: AuditEntry, { guildId, everyone, shareOf, isForMost }: ActionFacts): JudgedEntry {
  const id = entry.target_id ?? ''
  const toEveryone = id === guildId
  const toMost = toEveryone || isForMost?.(id) === true
  const permissions = changeOf(entry, 'permissions')
  const bits = gainedBy(permissions) & ~(toEveryone ? 0n : everyone)
  const lost = bitsTaken(permissions) & power & ~everyone
  // Who sees the server by a role sees nothing of it without.
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

/** Nobody has lost anything by it, and it comes back whole: roles of past events go by the dozen. */
const unusedRole = 0.25

/** Who sees channels by a role that most hold loses them with it, and no click brings its holders back. */
const roleGone = (entry: AuditEntry, { lostWith, isUnused, everyone }: ActionFacts): JudgedEntry => {
  const permissions = changeOf(entry, 'permissions')
  const bits = bitsOf(permissions?.old_value)
  const isHarmless = permissions !== undefined && (bits & danger & ~everyone) === 0n
  if (isHarmless && isUnused?.(entry.target_id ?? '')) return { weight: unusedRole }
  const seesByRole = (bits & P.ViewChannel) !== 0n
  return { weight: 1 + hidden * (lostWith?.(entry.target_id ?? '', seesByRole) ?? 0) }
}

/**
 * Promoting a team of moderators is everyday work, and what they do then adds up; of administrators there are few. Whose
 * they are counts as well, in count.ts.
 */
function grantWeight(bits: bigint): number {
  if (!isPower(bits)) return ofHelpers
  return (bits & P.Administrator) === 0n ? 0.2 : 1
}

/**
 * Level bots exchange the roles of a season for everybody: in one request each, or by taking and giving in turn, which is
 * 1,800 in an hour as Discord lets them.
 */
const roleTaken = { alone: 0.004, exchanged: 0.001 }
const lossOf = (added: readonly string[], taken: readonly string[]): number =>
  roleTaken[added.length >= taken.length ? 'exchanged' : 'alone']

/**
 * Whoever is kept out of most channels has lost the server, like whoever is timed out until somebody ends it. Discord takes
 * sixty in a minute: as quickly a bot has a server's members verify anew.
 */
const shutOut = 0.04

/** Harmless roles given count nothing: bots do it all day. Taken away they count a little, as it can empty a server. */
function membersRoles(entry: AuditEntry, facts: ActionFacts): JudgedEntry {
  const { bypassRole } = facts
  const { added, removed: taken } = rolesChanged(entry)
  const given = dangerOf(added, facts)
  // Everybody may give up what is theirs.
  const isTheirs = taken.length === 0 || entry.user_id === entry.target_id
  const loss = isTheirs ? 0 : dangerOf(taken, facts) === 0n ? lossOf(added, taken) : 0.5
  const bypass = bypassRole !== null && added.includes(bypassRole)
  if (given !== 0n)
    return {
      weight: Math.max(bypass ? 1 : grantWeight(given), loss),
      // Nobody lets themselves out of what everybody is counted by.
      severe: bypass && entry.user_id === entry.target_id,
      ...(bypass && { given: bypassRole }),
      gave: { to: 'member', id: entry.target_id ?? '', bits: given, roles: added },
      does: 'gave a role with power to',
    }
  // Newcomers who have to verify are given such a role by the thousand.
  if (entry.user_id !== entry.target_id && added.some(id => facts.shutsOut?.(id)))
    return { operation: 'change', weight: Math.max(shutOut, loss), toNewcomer: loss, does: 'kept out of most channels' }
  return isTheirs ? {} : { operation: 'remove', weight: loss, does: 'took roles from' }
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

/** Whoever answers takes the role themselves, and nobody is named for it: as with an invite. */
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

/** What bots do to members all day. */
const ofAnyMember = 0.02
/** A timeout that ends by itself before anybody has to end it; what is due within an hour is written a moment later. */
const briefMs = 61 * 60_000

/** Names changed by others; Discord writes the same entry about what members change of themselves. */
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

/** What counts less when it is done again within the hour. */
export const faceChanged = 'changed the name or icon of'

/** Where a server had no vanity link, none is lost. Whoever gave it one may change that one within the hour. */
export const linkGiven = { weight: 0.25, severe: false, does: 'gave a vanity link to' } as const
/** What cannot be put back. */
export const linkChanged = 'changed the vanity link of'

/** Its face and its gate count whole; the vanity link cannot be put back, and leaving COMMUNITY opens the way to more. */
function guildEdit(entry: AuditEntry): JudgedEntry {
  const changed = changeOf(entry, 'vanity_url_code')
  const link = changed && { from: textOf(changed.old_value), to: textOf(changed.new_value) }
  if (link && link.from !== null) return { weight: 1, severe: true, does: linkChanged, link }
  if (link) return { ...linkGiven, link }
  if (featureLost(changeOf(entry, 'features'), 'COMMUNITY'))
    return { weight: 1, severe: true, does: 'switched off Community for' }
  const gate = changeOf(entry, 'verification_level')
  const lowered = gate !== undefined && Number(gate.new_value ?? 0) < Number(gate.old_value ?? 0)
  if (lowered) return { weight: 1 }
  return changeOf(entry, 'name') || changeOf(entry, 'icon_hash') ? { weight: 1, face: true, does: faceChanged } : {}
}

const dayMs = 24 * 3_600_000
/** No thread can be put back: 60 in a minute, 160 in an hour. */
const oldThread = 0.05

/** A spammer's threads are new; what has stood for days is somebody's work, and help forums are cleared of it. */
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

/** What the entry's own values say, by type. */
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

/** Where something was made that others of its name may stand beside. */
function placeOf(entry: AuditEntry, { categoryOf }: ActionFacts): string | null {
  if (entry.action_type === webhookCreate) return textOf(changeOf(entry, 'channel_id')?.new_value)
  return entry.action_type === channelCreate ? (categoryOf?.(entry.target_id ?? '') ?? null) : null
}

/** People tell a category from a channel, which it is to Discord. */
export const saidOfCategory = (does: string): string => does.replace(/ the channel$/, ' the category')

/** Whether an entry is about a category: it says so of what was made or deleted. */
function isAboutCategory(entry: AuditEntry, { isCategory }: ActionFacts): boolean {
  const type = changeOf(entry, 'type')
  const category: number = ChannelType.GuildCategory
  return (type?.old_value ?? type?.new_value) === category || isCategory?.(entry.target_id ?? '') === true
}

/**
 * What an entry of the audit log says that somebody did. Never throws, whatever is missing.
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
