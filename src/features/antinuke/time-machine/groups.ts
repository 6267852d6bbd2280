import type { ObjectKind, ObjectState } from '../journal/objects.ts'

/** Kinds that are shown together below the channels and the roles. */
export const groups: readonly { id: string; name: string; kinds: readonly ObjectKind[] }[] = [
  { id: 'roles', name: 'Roles', kinds: ['role'] },
  { id: 'server', name: 'Server', kinds: ['guild', 'onboarding', 'welcome', 'widget', 'rule'] },
  { id: 'expressions', name: 'Expressions', kinds: ['emoji', 'sticker', 'sound'] },
  { id: 'doors', name: 'Invites, webhooks and events', kinds: ['invite', 'webhook', 'event'] },
]

/** The part of the server to which something belongs: a category by its id, or one of {@link groups}. */
export function groupOf(kind: ObjectKind, id: string, state: ObjectState | undefined): string {
  if (kind !== 'channel') return groups.find(({ kinds }) => kinds.includes(kind))?.id ?? 'server'
  if (state?.['type'] === 4) return id
  return typeof state?.['parent_id'] === 'string' ? state['parent_id'] : 'loose'
}
