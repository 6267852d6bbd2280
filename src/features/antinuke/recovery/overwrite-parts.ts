import { sameValue } from '../journal/object-state.ts'

/** Whom an overwrite of a channel is for can be named like a field of it: this, a colon and their id. */
const field = 'permission_overwrites'
const prefix = `${field}:`

/** The field that a part belongs to; a field is its own. */
export const wholeField = (name: string): string => (name.startsWith(prefix) ? field : name)

const partFor = (id: string): string => prefix + id

/** Of which people and roles a set of fields names the overwrites, one by one. */
export const partsIn = (fields: Iterable<string>): Set<string> =>
  new Set([...fields].flatMap(name => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])))

type Overwrite = Readonly<Record<string, unknown>>

/** The entries of a list of overwrites, by whom they are for. */
export const overwritesById = (value: unknown): Map<string, Overwrite> =>
  new Map(
    (Array.isArray(value) ? value : []).flatMap((one: unknown) =>
      typeof one === 'object' && one !== null && 'id' in one ? [[String(one.id), { ...one }] as const] : [],
    ),
  )

/** The parts in which two lists of overwrites differ. */
export function differingParts(before: unknown, after: unknown): string[] {
  const [had, has] = [overwritesById(before), overwritesById(after)]
  return [...new Set([...had.keys(), ...has.keys()])].flatMap(id =>
    sameValue(had.get(id), has.get(id)) ? [] : [partFor(id)],
  )
}

/** A list of overwrites in which some are as they were, and the rest as it is. */
export function withParts(now: unknown, good: unknown, ids: ReadonlySet<string>): Overwrite[] {
  const [is, was] = [overwritesById(now), overwritesById(good)]
  for (const id of ids) {
    const one = was.get(id)
    if (one) is.set(id, one)
    else is.delete(id)
  }
  return [...is.values()]
}
