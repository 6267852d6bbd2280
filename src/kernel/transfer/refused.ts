import type { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { nearest } from '#kit/edit-distance.ts'
import { fieldSentences } from '#kit/validation-messages.ts'
import type { Feature } from '../feature.ts'

/** @param place where in the file, for people */
export const refused = (place: string, problem: string) => {
  const whole = place === '' ? problem : `${place}: ${problem}`
  return new UserError('transfer.file', whole, 400, { file: whole })
}

/** As much of a key as tells which it is. */
export const short = (key: string) => (key.length > 60 ? `${key.slice(0, 60)}…` : key)

/** The first thing at fault, with its place. */
export function firstFault(error: z.ZodError, place: string): UserError {
  const [[path, why] = ['', 'This is not valid.']] = Object.entries(fieldSentences(error))
  const steps = [place, path].filter(step => step !== '')
  return refused(steps.map(short).join('.'), why)
}

/** A long name is nobody's slip of the finger. */
export function did(typed: string, names: readonly string[]): string {
  const [found] = typed.length > 60 ? [] : nearest(typed, names, name => [name], 1)
  return found === undefined ? '' : ` Did you mean ${found}?`
}

/** @param place what of the file names it. @throws UserError where there is no such feature */
export function featureIn(features: readonly Feature[], name: string, place: string): Feature {
  const names = features.map(({ contract }) => contract.name)
  const feature = features[names.indexOf(name)]
  if (!feature) throw refused(`${place}.${short(name)}`, `this copy has no such feature.${did(name, names)}`)
  return feature
}
