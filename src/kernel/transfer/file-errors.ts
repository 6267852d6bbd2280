import type { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { nearest } from '#kit/edit-distance.ts'
import { fieldSentences } from '#kit/validation-messages.ts'
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

/** The question whether a similar name was meant; '' if there is none. Long names are not typing errors. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const [found] = typed.length > 60 ? [] : nearest(typed, names, name => [name], 1)
  return found === undefined ? '' : ` Did you mean ${found}?`
}

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
