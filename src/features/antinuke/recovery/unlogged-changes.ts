import { PermissionFlagsBits as P } from 'discord.js'
import { sameValue } from '../journal/object-state.ts'
import { objectKey, type ObjectKind, type ObjectState, type ServerState } from '../journal/objects.ts'
import type { JournalChange } from '../journal/state-at.ts'
import { couldDoThere } from './moved-by-attackers.ts'
import { sameField } from './compare-fields.ts'
import type { Touched } from './steps.ts'

/**
 * What Discord changes without an entry in the audit log: the category of a channel, with that category's permissions,
 * and the roles to which an emoji is limited.
 */
const nameless: { readonly [K in ObjectKind]?: { fields: readonly string[]; needs: bigint } } = {
  channel: { fields: ['parent_id', 'permission_overwrites'], needs: P.ManageChannels },
  emoji: { fields: ['roles'], needs: P.ManageGuildExpressions },
}

const differs = ({ before, after }: JournalChange, field: string): boolean =>
  !sameValue(before?.[field], after?.[field])

/** Whether a change is of that kind. @param channels as they were at the time of the change */
function isSilent(change: JournalChange, channels: ReadonlyMap<string, ObjectState>): boolean {
  const { kind, before, after } = change
  if (!before || !after) return false
  if (kind === 'emoji') return differs(change, 'roles')
  if (kind !== 'channel') return false
  if (differs(change, 'parent_id')) return true
  const field = 'permission_overwrites'
  const category = channels.get(String(after['parent_id']))
  return differs(change, field) && category !== undefined && sameField('channel', field, after[field], category[field])
}

/**
 * Finds changes without an entry that were made while the attackers were active and that they could have made,
 * including those shortly before the first one that names them: the state before that one lacks them.
 * @param before the server just before the first change that names them
 * @param isNear whether a change was recorded while they were active
 * @returns the server as it was before all of that, and what they touched
 */
export function findUnloggedChanges(
  before: ServerState,
  {
    guildId,
    attackers,
    changes,
    cursor,
    isNear,
  }: {
    guildId: string
    attackers: readonly string[]
    changes: readonly JournalChange[]
    /** The moment of `before`. */
    cursor: number
    isNear(change: JournalChange): boolean
  },
): { before: ServerState; touched: Touched[] } {
  const channels = new Map(before.channel)
  const silent = changes.filter(change => {
    if (change.kind === 'channel' && change.after) channels.set(change.id, change.after)
    return change.actorId === null && change.entryId === null && isSilent(change, channels)
  })
  // If somebody changed it again when the attackers were out, it is that person's change.
  const last = new Map(silent.map(change => [objectKey(change), change]))
  const touched: Touched[] = []
  const earlier = new Map<string, ObjectState>()
  for (const change of silent) {
    const { fields: all = [], needs = 0n } = nameless[change.kind] ?? {}
    const stays = !isNear(change) || !isNear(last.get(objectKey(change)) ?? change)
    if (stays || !couldDoThere(needs, before, guildId, attackers)) continue
    const fields = all.filter(field => differs(change, field))
    touched.push({ kind: change.kind, id: change.id, fields })
    if (change.cursor > cursor) continue
    const was = Object.fromEntries(fields.map(field => [field, change.before?.[field]]))
    // The earliest value of a field counts.
    earlier.set(objectKey(change), { ...was, ...earlier.get(objectKey(change)) })
  }
  const asBefore = (kind: 'channel' | 'emoji') =>
    new Map([...before[kind]].map(([id, state]) => [id, { ...state, ...earlier.get(objectKey({ kind, id })) }]))
  return {
    before: earlier.size === 0 ? before : { ...before, channel: asBefore('channel'), emoji: asBefore('emoji') },
    touched,
  }
}
