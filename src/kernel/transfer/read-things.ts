import { z } from 'zod'
import { yieldToEventLoop } from '#kit/event-loop.ts'
import { sentenceFor, withLabel } from '#kit/validation-messages.ts'
import type { Feature } from '../feature.ts'
import { nameOf, portableKinds, type PortableKind } from '../many-changes/things.ts'
import { strict } from '../strict-schema.ts'
import type { SettingsFile } from './contract.ts'
import { didYouMean, didYouMeanField, featureIn, firstFault, refused, short } from './file-errors.ts'

type Fields = Record<string, unknown>

/** The things of a kind in a file: every field is valid. */
export interface ReadThings {
  of: PortableKind
  designs: Fields[]
}

/** The fields of a thing that are exported, by name. */
export const fieldsOf = ({ things, portable }: PortableKind): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries<z.ZodType>(things.fields.shape).filter(([key]) => portable.without?.includes(key) !== true),
  )

/** Reads one thing. @throws UserError with the place of the first invalid field */
function designOf(of: PortableKind, shape: Readonly<Record<string, z.ZodType>>, given: Fields, place: string): Fields {
  const design = Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const schema = Object.hasOwn(shape, key) ? shape[key] : undefined
      const { noun } = of.things
      if (!schema)
        throw refused(
          `${place}.${short(key)}`,
          `${noun}s have no such field in this copy, or it is not exported.${didYouMeanField(key, shape)}`,
        )
      const read = strict(schema).safeParse(value, { error: sentenceFor(of.things.fields, [key]) })
      if (!read.success) throw firstFault(read.error, `${place}.${key}`)
      return [key, read.data]
    }),
  )
  if (nameOf(of.things, design) === '')
    throw refused(`${place}.${of.things.name}`, `${withLabel(of.things.name, shape[of.things.name])} is missing.`)
  return design
}

/** Checks references between things. @throws UserError when one refers to itself or to one that is not in the list */
function demandJoined({ portable: { joins } }: PortableKind, designs: readonly Fields[], place: string): void {
  if (joins === undefined) return
  for (const [at, design] of designs.entries()) {
    const other = design[joins] ?? null
    if (other === null) continue
    const isOne = typeof other === 'string' && /^\d{1,4}$/.test(other) && Number(other) < designs.length
    if (!isOne || Number(other) === at)
      throw refused(`${place}.${at}.${joins}`, 'this is not the index of another one in the list.')
  }
}

/**
 * Reads the things of a file. Other work gets turns in between.
 * @throws UserError 'transfer.file' with the place of the first problem
 */
export async function readThings(features: readonly Feature[], given: SettingsFile['things']): Promise<ReadThings[]> {
  const known = portableKinds(features)
  const read: ReadThings[] = []
  for (const [name, kinds] of Object.entries(given)) {
    const feature = featureIn(features, name, 'things')
    const those = known.filter(one => one.feature === feature)
    for (const [kind, list] of Object.entries(kinds)) {
      const place = `things.${name}.${short(kind)}`
      const of = those.find(one => one.kind === kind)
      if (!of)
        throw refused(
          place,
          `this copy imports nothing of that kind.${didYouMean(
            kind,
            those.map(one => one.kind),
          )}`,
        )
      if (list.length > of.portable.most) throw refused(place, `a server can have at most ${of.portable.most} of them.`)
      const shape = fieldsOf(of)
      const designs: Fields[] = []
      for (const [at, one] of list.entries()) {
        await yieldToEventLoop()
        designs.push(designOf(of, shape, one, `${place}.${at}`))
      }
      demandJoined(of, designs, place)
      read.push({ of, designs })
    }
  }
  return read
}
