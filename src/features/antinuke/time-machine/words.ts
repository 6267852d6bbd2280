import { PermissionsBitField, type PermissionsString } from 'discord.js'
import { permissionName } from '#kit/permissions.ts'
import { cut } from '#kit/template.ts'
import { bitsOf } from '../engine/danger.ts'
import type { FieldDifference } from '../journal/compare.ts'
import type { ObjectKind } from '../journal/objects.ts'
import { isRecord } from '../journal/object-state.ts'
import { differingParts, overwritesById, partsIn } from '../recovery/overwrite-parts.ts'
import type { ShownChange } from './contract.ts'

/** Returns the name of a role, channel or member for the reader, by its first id. */
export type NameForReader = (kind: 'role' | 'channel' | 'member', id: string) => string

type Words = Pick<ShownChange, 'label' | 'before' | 'after'>

const longest = 120
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const flags = Object.entries(PermissionsBitField.Flags) as [PermissionsString, bigint][]
/** The permissions in a number, under the names in Discord's client. */
const permissionsIn = (bits: bigint): string[] =>
  flags.flatMap(([name, flag]) => (bits & flag ? [permissionName(name)] : []))

const onOff = (is: unknown) => (is ? 'on' : 'off')

function permissionLines(before: unknown, after: unknown): Words[] {
  const [had, has] = [bitsOf(before), bitsOf(after)]
  if (before === undefined || after === undefined) {
    const own = permissionsIn(had | has)
    const text = own.length === 0 ? 'none' : cut(own.join(', '), longest)
    return [
      { label: 'Permissions', before: before === undefined ? null : text, after: after === undefined ? null : text },
    ]
  }
  return flags.flatMap(([name, flag]) =>
    (had ^ has) & flag ? [{ label: permissionName(name), before: onOff(had & flag), after: onOff(has & flag) }] : [],
  )
}

const stands = (one: Readonly<Record<string, unknown>> | undefined, flag: bigint): string =>
  bitsOf(one?.['allow']) & flag ? 'allowed' : bitsOf(one?.['deny']) & flag ? 'denied' : 'inherited'

/** Lines for each overwrite that differs: the person or role that it is for, and each permission that changed. */
function overwriteLines(before: unknown, after: unknown, called: NameForReader): ShownChange[] {
  if (before === undefined || after === undefined) {
    const text = String(list(before ?? after).length)
    const [was, is] = [before, after].map(value => (value === undefined ? null : text)) as [
      string | null,
      string | null,
    ]
    return [{ field: 'permission_overwrites', label: 'Overwrites', before: was, after: is }]
  }
  const [had, has] = [overwritesById(before), overwritesById(after)]
  return differingParts(before, after).flatMap((field): ShownChange[] => {
    const [id = ''] = partsIn([field])
    const [was, is] = [had.get(id), has.get(id)]
    const whom = called((is ?? was)?.['type'] === 1 ? 'member' : 'role', id)
    const lines = flags.flatMap(([name, flag]): Words[] => {
      const [from, to] = [stands(was, flag), stands(is, flag)]
      return from === to ? [] : [{ label: `${whom}, ${permissionName(name)}`, before: from, after: to }]
    })
    const isListed = (one: unknown) => (one === undefined ? 'not listed' : 'listed')
    const [from, to] = [isListed(was), isListed(is)]
    const bare = [{ label: whom, before: from, after: from === to ? 'another' : to }]
    return (lines.length > 0 ? lines : bare).map(one => ({ field, ...one }))
  })
}

const choices: Readonly<Record<string, readonly string[]>> = {
  'guild.verification_level': ['None', 'Low', 'Medium', 'High', 'Highest'],
  'guild.default_message_notifications': ['All messages', 'Only mentions'],
  'guild.explicit_content_filter': ['Nobody', 'Members without roles', 'All members'],
  'channel.video_quality_mode': ['', 'Auto', '720p'],
}
const channelTypes: Readonly<Record<number, string>> = {
  0: 'Text channel',
  2: 'Voice channel',
  4: 'Category',
  5: 'Announcement channel',
  13: 'Stage channel',
  15: 'Forum',
  16: 'Media channel',
}
export const channelTypeName = (type: unknown): string => channelTypes[Number(type)] ?? 'Channel'

const seconds: ReadonlySet<string> = new Set([
  'rate_limit_per_user',
  'default_thread_rate_limit_per_user',
  'afk_timeout',
  'max_age',
])
const files: ReadonlySet<string> = new Set([
  'icon',
  'splash',
  'discovery_splash',
  'banner',
  'image',
  'avatar',
  'file',
  'sound',
])
const hex = (value: unknown) => `#${Number(value).toString(16).padStart(6, '0')}`

const idText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** One value in the words of people. */
function valueText(kind: ObjectKind, field: string, value: unknown, called: NameForReader): string {
  if (value === null || value === undefined || value === '') return 'none'
  const named = choices[`${kind}.${field}`]?.[Number(value)]
  if (named !== undefined) return named
  if (kind === 'channel' && field === 'type') return channelTypeName(value)
  if (field === 'colors' && isRecord(value)) return hex(value['primary_color'])
  if (files.has(field)) return 'a file'
  if (seconds.has(field)) return value === 0 ? 'off' : `${Number(value)} s`
  if (field === 'parent_id' || field.endsWith('channel_id')) return called('channel', idText(value))
  if (field === 'roles' || field === 'role_ids' || field === 'exempt_roles')
    return cut(
      list(value)
        .map(id => called('role', idText(id)))
        .join(', ') || 'none',
      longest,
    )
  if (field === 'exempt_channels' || field === 'default_channel_ids')
    return cut(
      list(value)
        .map(id => called('channel', String(id)))
        .join(', ') || 'none',
      longest,
    )
  if (typeof value === 'boolean') return onOff(value)
  if (typeof value === 'string') return cut(value, longest)
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) ? String(value.length) : 'set'
}

/** A single value as one line. */
export function textOf(kind: ObjectKind, field: string, value: unknown, called: NameForReader): string {
  if (kind === 'role' && field === 'permissions') return cut(permissionsIn(bitsOf(value)).join(', ') || 'none', longest)
  if (field === 'permission_overwrites')
    return cut(
      list(value)
        .flatMap(one => (isRecord(one) ? [called(one['type'] === 1 ? 'member' : 'role', idText(one['id']))] : []))
        .join(', ') || 'none',
      longest,
    )
  return valueText(kind, field, value, called)
}

/** The differences in a field, line by line; permissions have one line each. */
export function wordsOf(
  kind: ObjectKind,
  { field, label, before, after }: FieldDifference,
  called: NameForReader,
): ShownChange[] {
  const lines = (words: readonly Words[]) => words.map(one => ({ field, ...one }))
  if (kind === 'role' && field === 'permissions') return lines(permissionLines(before, after))
  if (field === 'permission_overwrites') return overwriteLines(before, after, called)
  if (field === 'features' && before !== undefined && after !== undefined) {
    const [had, has] = [new Set(list(before)), new Set(list(after))]
    return lines(
      [...new Set([...had, ...has])].flatMap(one =>
        had.has(one) === has.has(one)
          ? []
          : [{ label: String(one), before: onOff(had.has(one)), after: onOff(has.has(one)) }],
      ),
    )
  }
  const text = (value: unknown) => (value === undefined ? null : valueText(kind, field, value, called))
  const [was, is] = [text(before), text(after)]
  // Two values that read alike still differ.
  return lines([{ label, before: was, after: was === is && was !== null ? 'another' : is }])
}
