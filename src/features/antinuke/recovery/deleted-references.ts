import { idsIn } from './steps.ts'

/** Says what still exists. */
interface Present {
  hasRole(id: string): boolean
  hasChannel(id: string): boolean
}

const rolesNamed: ReadonlySet<string> = new Set(['role_ids', 'exempt_roles', 'roles'])
const channelsNamed: ReadonlySet<string> = new Set(['channel_ids', 'exempt_channels', 'default_channel_ids'])
const channelNamed = /^(?:parent_id|(?:.*_)?channel_id)$/

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Returns the fields of an object without deleted roles and channels that they name, at any depth. */
export function withoutDeleted(
  fields: Readonly<Record<string, unknown>>,
  { hasRole, hasChannel }: Present,
): Record<string, unknown> {
  const cutList = (list: unknown[], key: string): unknown[] => {
    if (rolesNamed.has(key)) return idsIn(list).filter(hasRole)
    if (channelsNamed.has(key)) return idsIn(list).filter(hasChannel)
    const kept = list.filter(one => {
      const { id, type, channel_id: channelId } = fieldsOf(one)
      if (key === 'permission_overwrites') return type !== 0 || hasRole(String(id))
      return key !== 'welcome_channels' || hasChannel(String(channelId))
    })
    return kept.map(one => cut(one, ''))
  }
  const cutRecord = (record: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(record).flatMap(([key, one]) =>
        channelNamed.test(key) && typeof one === 'string' && !hasChannel(one) ? [] : [[key, cut(one, key)]],
      ),
    )
  const cut = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return cutList(value, key)
    return typeof value !== 'object' || value === null || '$file' in value ? value : cutRecord(value)
  }
  return cutRecord(fields)
}
