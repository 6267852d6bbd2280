import type { APIAuditLogEntry } from 'discord-api-types/v10'

/** A sentence for each of Discord's audit action numbers; `{target}` stands for the person or thing it was done to. */
const sentences: Record<number, string> = {
  1: 'changed the server',
  10: 'created channel {target}',
  11: 'changed channel {target}',
  12: 'deleted channel {target}',
  13: 'added a permission overwrite in {target}',
  14: 'changed a permission overwrite in {target}',
  15: 'removed a permission overwrite in {target}',
  20: 'kicked {target}',
  21: 'pruned members',
  22: 'banned {target}',
  23: 'unbanned {target}',
  24: 'changed member {target}',
  25: 'changed the roles of {target}',
  26: 'moved members in voice',
  27: 'disconnected members from voice',
  28: 'added app {target}',
  30: 'created role {target}',
  31: 'changed role {target}',
  32: 'deleted role {target}',
  40: 'created an invite',
  41: 'changed an invite',
  42: 'deleted an invite',
  50: 'created a webhook',
  51: 'changed a webhook',
  52: 'deleted a webhook',
  60: 'added an emoji',
  61: 'changed an emoji',
  62: 'deleted an emoji',
  72: 'deleted messages of {target}',
  73: 'deleted messages in bulk in {target}',
  74: 'pinned a message',
  75: 'unpinned a message',
  80: 'added an integration',
  82: 'removed an integration',
  83: 'opened a stage',
  84: 'changed a stage',
  85: 'closed a stage',
  90: 'added a sticker',
  91: 'changed a sticker',
  92: 'deleted a sticker',
  100: 'scheduled an event',
  101: 'changed an event',
  102: 'deleted an event',
  110: 'created thread {target}',
  111: 'changed thread {target}',
  112: 'deleted thread {target}',
  130: 'added a sound',
  131: 'changed a sound',
  132: 'deleted a sound',
  140: 'created an AutoMod rule',
  141: 'changed an AutoMod rule',
  142: 'deleted an AutoMod rule',
  192: 'set the status of {target}',
  193: 'cleared the status of {target}',
  200: 'changed one date of an event',
  201: 'changed one date of an event',
  202: 'put one date of an event back',
}

/** Discord types each key separately; here any key is accepted. */
interface Change {
  key: string
  old_value?: unknown
  new_value?: unknown
}

/** Red for what destroys, green for what adds. */
export function toneOf(action: number): 'danger' | 'success' | 'neutral' {
  if ([12, 15, 20, 21, 22, 32, 42, 52, 62, 72, 73, 82, 85, 92, 102, 112, 132, 142].includes(action)) return 'danger'
  const made = [10, 13, 23, 28, 30, 40, 50, 60, 80, 83, 90, 100, 110, 130, 140]
  return made.includes(action) ? 'success' : 'neutral'
}

/** One entry as a sentence without its subject. */
export const actionText = (entry: Pick<APIAuditLogEntry, 'action_type'>, target: string): string =>
  (sentences[entry.action_type] ?? `did something (action ${entry.action_type})`).replace('{target}', () => target)

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (Array.isArray(value)) return value.map(each => shown(each)).join(', ')
  if (typeof value === 'object') return 'name' in value ? String(value.name) : JSON.stringify(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * What changed, field by field: 'name: old to new'. Empty for something created or deleted, for which the sentence is
 * enough.
 */
export function changesOf(entry: APIAuditLogEntry): string[] {
  const sentenceIsEnough = toneOf(entry.action_type) !== 'neutral'
  return (entry.changes ?? []).flatMap(change => {
    const { key, old_value: before, new_value: after } = change as Change
    if (key === '$add') return [`gave ${shown(after)}`]
    if (key === '$remove') return [`took ${shown(after)}`]
    return sentenceIsEnough ? [] : [`${key}: ${shown(before)} to ${shown(after)}`]
  })
}

/** The name a deleted thing had, from the entry itself. */
export function nameInChanges(entry: APIAuditLogEntry): string | undefined {
  const change = entry.changes?.find(each => each.key === 'name') as Change | undefined
  const name = change?.new_value ?? change?.old_value
  return typeof name === 'string' ? name : undefined
}
