import type { z } from 'zod'
import { titleOf } from '#contract'
import { UserError } from '#kit/errors.ts'
import { nearest } from '#kit/edit-distance.ts'
import { fieldSentences, withLabel } from '#kit/validation-messages.ts'
import type { Feature } from '../feature.ts'

/** The error for an invalid file. @param place where in the file, for people */
export const refused = (place: string, problem: string) => {
  const whole = place === '' ? problem : `${place}: ${problem}`
  return new UserError('transfer.file', whole, 400, { file: whole })
}

/** Shortens a key for messages. */
export const short = (key: string) => (key.length > 60 ? `${key.slice(0, 60)}…` : key)

/** The error for the first invalid value, with its place. */
export function firstFault(error: z.ZodError, place: string): UserError {
  const [[path, why] = ['', 'This is not valid.']] = Object.entries(fieldSentences(error))
  const steps = [place, path].filter(step => step !== '')
  return refused(steps.map(short).join('.'), why)
}

/** Names with the schemas of what they name; `undefined` where people know nothing but the name. */
type Known = readonly (readonly [name: string, schema: z.ZodType | undefined])[]

function suggestion(typed: string, known: Known): string {
  const labels = ([name, schema]: Known[number]) => [name, schema && titleOf(schema)]
  // Long names are not typing errors.
  const [found] = typed.length > 60 ? [] : nearest(typed, known, labels, 1)
  if (!found) return ''
  const [name, schema] = found
  return ` Did you mean ${schema && titleOf(schema) !== undefined ? withLabel(name, schema) : name}?`
}

/** The question whether a similar name was meant; '' if there is none. */
export const didYouMean = (typed: string, names: readonly string[]): string =>
  suggestion(
    typed,
    names.map(name => [name, undefined]),
  )

/** The question whether a similar field was meant, by its key or its label; '' if there is none. */
export const didYouMeanField = (typed: string, shape: Readonly<Record<string, z.ZodType>>): string =>
  suggestion(typed, Object.entries(shape))

/**
 * Finds a feature by name. @param place the part of the file with the name. @throws UserError when there is no such
 * feature
 */
export function featureIn(features: readonly Feature[], name: string, place: string): Feature {
  const names = features.map(({ contract }) => contract.name)
  const feature = features[names.indexOf(name)]
  if (!feature) throw refused(`${place}.${short(name)}`, `this copy has no such feature.${didYouMean(name, names)}`)
  return feature
}
