import { AuditLogEvent as Event } from 'discord.js'
import type { ObjectKind, ObjectName, ObjectState } from './objects.ts'
import { sameValue } from './object-state.ts'

interface Change {
  key: string
  old_value?: unknown
  new_value?: unknown
}

/** An entry of the audit log as Discord sends it; most of it may be missing. */
export interface JournalAuditEntry {
  id: string
  action_type: number | null
  user_id?: string | null
  target_id?: string | null
  changes?: readonly Change[]
  options?: { id?: string; type?: string; channel_id?: string }
}

/** The state of an object before and after a change. */
export interface ObjectStep extends ObjectName {
  before: ObjectState | null
  after: ObjectState | null
}

type How = 'created' | 'changed' | 'deleted'

const howOf = ({ before, after }: ObjectStep): How =>
  before === null ? 'created' : after === null ? 'deleted' : 'changed'

/** Kinds whose entry types are three consecutive numbers: created, changed, deleted. */
const families: readonly (readonly [first: number, kind: ObjectKind])[] = [
  [Event.ChannelCreate, 'channel'],
  [Event.RoleCreate, 'role'],
  [Event.InviteCreate, 'invite'],
  [Event.WebhookCreate, 'webhook'],
  [Event.EmojiCreate, 'emoji'],
  [Event.StickerCreate, 'sticker'],
  [Event.GuildScheduledEventCreate, 'event'],
  [Event.SoundboardSoundCreate, 'sound'],
  [Event.AutoModerationRuleCreate, 'rule'],
]
const hows = ['created', 'changed', 'deleted'] as const

/** The other types of entries. */
const single: Readonly<Record<number, readonly [kind: ObjectKind, how: How | undefined]>> = {
  [Event.GuildUpdate]: ['guild', 'changed'],
  [Event.ChannelOverwriteCreate]: ['channel', 'changed'],
  [Event.ChannelOverwriteUpdate]: ['channel', 'changed'],
  [Event.ChannelOverwriteDelete]: ['channel', 'changed'],
  [Event.MemberKick]: ['member', 'deleted'],
  [Event.MemberBanAdd]: ['member', 'deleted'],
  [Event.MemberUpdate]: ['member', 'changed'],
  [Event.MemberRoleUpdate]: ['member', 'changed'],
  [Event.BotAdd]: ['member', 'created'],
  [Event.OnboardingPromptCreate]: ['onboarding', undefined],
  [Event.OnboardingPromptUpdate]: ['onboarding', undefined],
  [Event.OnboardingPromptDelete]: ['onboarding', undefined],
  [Event.OnboardingCreate]: ['onboarding', undefined],
  [Event.OnboardingUpdate]: ['onboarding', undefined],
}

interface Operation {
  kind: ObjectKind
  how: How | undefined
}

function operationOf(type: number | null): Operation | undefined {
  if (type === null) return undefined
  for (const [first, kind] of families) {
    const how = hows[type - first]
    if (how) return { kind, how }
  }
  const found = single[type]
  return found && { kind: found[0], how: found[1] }
}

/** Fields to which the audit log gives another name. */
const fieldOf: Readonly<Record<string, string>> = {
  icon_hash: 'icon',
  avatar_hash: 'avatar',
  splash_hash: 'splash',
  discovery_splash_hash: 'discovery_splash',
  banner_hash: 'banner',
  image_hash: 'image',
}

const changed = (entry: JournalAuditEntry, key: string) => entry.changes?.find(change => change.key === key)

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(one => (typeof one === 'object' && one !== null ? [String(one.id)] : [])) : []

const list = (state: ObjectState | null, name: string): readonly unknown[] => {
  const value = state?.[name]
  return Array.isArray(value) ? value : []
}

const overwriteOf = (state: ObjectState | null, id: string | undefined): Record<string, unknown> | undefined =>
  list(state, 'permission_overwrites').find(
    (one): one is Record<string, unknown> => typeof one === 'object' && one !== null && 'id' in one && one.id === id,
  )

/** Whether an overwrite now is what the entry says. */
function setOverwrite(entry: JournalAuditEntry, { before, after }: ObjectStep): boolean {
  const [was, is] = [overwriteOf(before, entry.options?.id), overwriteOf(after, entry.options?.id)]
  if (sameValue(was, is)) return false
  if (entry.action_type === Event.ChannelOverwriteDelete) return is === undefined
  return (entry.changes ?? []).every(
    ({ key, new_value }) => (key !== 'allow' && key !== 'deny') || sameValue(is?.[key], new_value ?? '0'),
  )
}

/** Whether somebody's roles changed as the entry says: `$add` and `$remove` name them. */
function setRoles(entry: JournalAuditEntry, { before, after }: ObjectStep): boolean {
  const [had, has] = [list(before, 'roles'), list(after, 'roles')]
  const added = idsIn(changed(entry, '$add')?.new_value)
  const removed = idsIn(changed(entry, '$remove')?.new_value)
  return (
    added.every(id => has.includes(id) && !had.includes(id)) &&
    removed.every(id => !has.includes(id)) &&
    added.length + removed.length > 0
  )
}

/**
 * Whether at least one field became what the entry says. Entries about lists say only what was added and removed, so
 * they always match.
 */
function setFields(entry: JournalAuditEntry, { before, after }: ObjectStep): boolean {
  const changes = entry.changes ?? []
  if (changes.length === 0 || changes.some(({ key }) => key.startsWith('$'))) return true
  return changes.some(({ key, new_value }) => {
    const name = fieldOf[key] ?? key
    if (name === 'location') return !sameValue(before?.['entity_metadata'], after?.['entity_metadata'])
    return sameValue(after?.[name], new_value) && !sameValue(before?.[name], after?.[name])
  })
}

/** Returns the id of an entry's target; an entry about an invite names it only by its code. */
function targetOf(entry: JournalAuditEntry, kind: ObjectKind, guildId: string): string | undefined {
  if (kind === 'guild' || kind === 'onboarding') return guildId
  if (kind !== 'invite') return entry.target_id ?? undefined
  const code = changed(entry, 'code')
  const named = code?.new_value ?? code?.old_value
  return typeof named === 'string' ? named : undefined
}

/** The objects that an entry is about. */
export function objectsOf(entry: JournalAuditEntry, guildId: string): ObjectName[] {
  const operation = operationOf(entry.action_type)
  const id = operation && targetOf(entry, operation.kind, guildId)
  if (!operation || id === undefined) return []
  const isWidget = operation.kind === 'guild' && entry.changes?.some(({ key }) => key.startsWith('widget_'))
  return [{ kind: operation.kind, id }, ...(isWidget ? [{ kind: 'widget' as const, id }] : [])]
}

/** Whether a change of an object is the one that an entry about that object describes. */
export function describesChange(entry: JournalAuditEntry, step: ObjectStep): boolean {
  const operation = operationOf(entry.action_type)
  if (!operation) return false
  if (step.kind === 'widget') return operation.kind === 'guild'
  if (operation.how !== undefined && operation.how !== howOf(step)) {
    // Somebody without roles and a nickname is not in the journal until they get one.
    const isFirst = step.kind === 'member' && operation.how === 'changed' && step.before === null && step.after !== null
    if (!isFirst) return false
  }
  if (operation.how !== 'changed') return true
  switch (entry.action_type) {
    case Event.ChannelOverwriteCreate:
    case Event.ChannelOverwriteUpdate:
    case Event.ChannelOverwriteDelete:
      return setOverwrite(entry, step)
    case Event.MemberRoleUpdate:
      return setRoles(entry, step)
    default:
      return setFields(entry, step)
  }
}

const onlyDiffer = (before: ObjectState, after: ObjectState, names: readonly string[]): boolean =>
  Object.keys(after).every(name => names.includes(name) || sameValue(before[name], after[name]))

const causingTypes: ReadonlySet<number | null> = new Set<number | null>([
  Event.ChannelDelete,
  Event.ChannelOverwriteCreate,
  Event.ChannelOverwriteUpdate,
  Event.ChannelOverwriteDelete,
  Event.MemberKick,
  Event.MemberBanAdd,
  Event.RoleDelete,
])

/** Whether an entry may have consequences besides its own change: only then {@link causesChange} need be called. */
export const mayCauseChanges = ({ action_type: type }: JournalAuditEntry): boolean => causingTypes.has(type)

/**
 * Whether a change follows from an entry and has no entry of its own: the channels of a deleted category, or those that
 * share its overwrites; what was in a deleted channel; the holders of a deleted role; the role of a bot that was
 * removed.
 */
export function causesChange(entry: JournalAuditEntry, { kind, before, after }: ObjectStep): boolean {
  const { action_type: type, target_id: target } = entry
  if (!target || before === null) return false
  switch (type) {
    case Event.ChannelDelete:
      if (kind === 'channel')
        return before['parent_id'] === target && after !== null && onlyDiffer(before, after, ['parent_id', 'position'])
      return after === null && before['channel_id'] === target
    case Event.ChannelOverwriteCreate:
    case Event.ChannelOverwriteUpdate:
    case Event.ChannelOverwriteDelete:
      return (
        kind === 'channel' &&
        after !== null &&
        before['parent_id'] === target &&
        onlyDiffer(before, after, ['permission_overwrites']) &&
        setOverwrite(entry, { kind, id: '', before, after })
      )
    case Event.RoleDelete:
      return (
        after !== null &&
        ['roles', 'exempt_roles'].some(
          name =>
            list(before, name).includes(target) &&
            !list(after, name).includes(target) &&
            onlyDiffer(before, after, [name]),
        )
      )
    case Event.MemberKick:
    case Event.MemberBanAdd:
      return kind === 'role' && after === null && isRoleOf(before, target)
    default:
      return false
  }
}

function isRoleOf({ tags }: ObjectState, botId: string): boolean {
  return typeof tags === 'object' && tags !== null && 'bot_id' in tags && tags.bot_id === botId
}
