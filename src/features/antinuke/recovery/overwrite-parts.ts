import { sameValue } from '../journal/object-state.ts'

/**
 * One overwrite of a channel can be named like a field: by this name, a colon, and the id of the person or role it is
 * for.
 */
const field = 'permission_overwrites'
const prefix = `${field}:`

/** The field that a part belongs to; a whole field belongs to itself. */
export const wholeField = (name: string): string => (name.startsWith(prefix) ? field : name)

const partFor = (id: string): string => prefix + id

/** The people and roles whose overwrites a set of fields names one by one. */
export const partsIn = (fields: Iterable<string>): Set<string> =>
  new Set([...fields].flatMap(name => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])))

type Overwrite = Readonly<Record<string, unknown>>

/** The overwrites of a list, by the person or role that each is for. */
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

/** A list of overwrites in which those of `ids` are as they were, and the rest as they are. */
export function withParts(now: unknown, knownGood: unknown, ids: ReadonlySet<string>): Overwrite[] {
  const [is, was] = [overwritesById(now), overwritesById(knownGood)]
  for (const id of ids) {
    const one = was.get(id)
    if (one) is.set(id, one)
    else is.delete(id)
  }
  return [...is.values()]
}
