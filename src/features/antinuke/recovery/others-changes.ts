import { isRecord, sameValue } from '../journal/object-state.ts'
import type { ObjectState, ServerState } from '../journal/objects.ts'
import type { JournalChange } from '../journal/state-at.ts'

const idOf = (one: unknown): string | undefined =>
  typeof one === 'string'
    ? one
    : typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string'
      ? one.id
      : undefined

/** A list whose entries have ids, as a map by those ids. */
function byIds(value: unknown, before: (id: string) => string): Map<string, unknown> | undefined {
  if (!Array.isArray(value)) return undefined
  const all: unknown[] = value
  const entries = all.map((one): [string | undefined, unknown] => [idOf(one), one])
  return entries.every((one): one is [string, unknown] => one[0] !== undefined)
    ? new Map(entries.map(([id, one]) => [before(id), one]))
    : undefined
}

const permissions: ReadonlySet<string> = new Set(['permissions', 'allow', 'deny'])
const isBits = (value: unknown): value is string => typeof value === 'string' && /^\d+$/.test(value)
const fieldsOf = (value: unknown): ObjectState | undefined => (isRecord(value) ? { ...value } : undefined)

/** An overwrite that neither allows nor denies anything, for somebody who had none before the attack. */
const nothingIn = (overwrite: ObjectState | undefined): ObjectState | undefined =>
  overwrite && 'allow' in overwrite ? { ...overwrite, allow: '0', deny: '0' } : undefined

interface Replay {
  /** Returns the first id that an object had. */
  before(id: string): string
  /**
   * What the attackers had destroyed by then: values that named it no longer do, without anybody having decided that.
   */
  gone: ReadonlySet<string>
}

/**
 * What a value should be that somebody changed from `from` to `to` while it should have been `knownGood`. For lists and
 * permissions, only what they added and removed counts.
 */
function replayed(
  field: string,
  { knownGood, from, to }: { knownGood: unknown; from: unknown; to: unknown },
  { before, gone }: Replay,
): unknown {
  if (typeof knownGood === 'string' && gone.has(knownGood) && (to ?? null) === null) return knownGood
  if (permissions.has(field) && [knownGood, from, to].every(isBits)) {
    const [wanted, was, is] = [BigInt(String(knownGood)), BigInt(String(from)), BigInt(String(to))]
    return String((wanted & ~(was & ~is)) | (is & ~was))
  }
  const [wanted, was, is] = [byIds(knownGood, before), byIds(from, before), byIds(to, before)]
  if (!wanted || !was || !is) return to
  for (const id of was.keys()) if (!is.has(id) && !gone.has(id)) wanted.delete(id)
  for (const [id, one] of is) {
    const old = was.get(id)
    if (was.has(id) && sameValue(old, one)) continue
    const [mine, earlier, latest] = [wanted.get(id), old, one].map(fieldsOf)
    const own = mine ?? nothingIn(earlier)
    wanted.set(id, own && earlier && latest ? replayedFields(own, earlier, latest, { before, gone }) : one)
  }
  return [...wanted.values()]
}

function replayedFields(knownGood: ObjectState, from: ObjectState, to: ObjectState, replay: Replay): ObjectState {
  const fields = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    field => !sameValue(from[field], to[field]),
  )
  const changed = fields.map(field => [
    field,
    replayed(field, { knownGood: knownGood[field], from: from[field], to: to[field] }, replay),
  ])
  return { ...knownGood, ...Object.fromEntries(changed) }
}

/**
 * Returns a server as it would be if only others had changed it. Somebody who was demoted a minute before their role
 * was deleted does not get it back with the role, and a name that the owner has corrected in the meantime stays.
 * @param changes oldest first
 * @param before returns the first id that an object had
 */
export function withChangesOfOthers(
  server: ServerState,
  changes: readonly JournalChange[],
  isOthers: (change: JournalChange) => boolean,
  before: (id: string) => string,
): ServerState {
  const knownGood = Object.fromEntries(Object.entries(server).map(([kind, of]) => [kind, new Map(of)])) as {
    // The same kinds.
    [K in keyof ServerState]: Map<string, ObjectState>
  }
  const gone = new Set<string>()
  for (const change of changes) {
    if (!isOthers(change)) {
      if (!change.after) gone.add(before(change.id))
      continue
    }
    const objects = knownGood[change.kind]
    // What a recovery recreated is what was there before.
    const id = objects.has(change.id) ? change.id : before(change.id)
    const known = objects.get(id)
    if (!change.after) objects.delete(id)
    else if (!change.before) objects.set(known ? id : change.id, known ?? change.after)
    else if (known) objects.set(id, replayedFields(known, change.before, change.after, { before, gone }))
  }
  return knownGood
}
