import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { describeField, titleOf } from '#contract'
import { formatDuration } from './duration.ts'
import { UserError } from './errors.ts'
import { inert } from './template.ts'

type Values = Record<string, unknown>

/** A new random id for something that a server makes. */
export const newThingId = (): string => randomBytes(9).toString('base64url')

/**
 * Reads a stored design leniently: fields that are new, or whose value is no longer valid, get their default.
 * @param least values for the fields that have no default
 */
export function readDesign<D extends z.ZodObject>(design: D, stored: unknown, least: Partial<z.input<D>>): z.output<D> {
  const whole = design.safeParse(stored)
  if (whole.success) return whole.data
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Values
  const valid = Object.entries<z.ZodType>(design.shape).filter(
    ([key, field]) => key in given && field.safeParse(given[key]).success,
  )
  return design.parse({ ...least, ...Object.fromEntries(valid.map(([key]) => [key, given[key]])) })
}

/** The part of a body that belongs to the design. */
export const designIn = <D extends z.ZodObject>(design: D, body: object): Partial<z.output<D>> =>
  Object.fromEntries(
    Object.entries(body).filter(([key, value]) => value !== undefined && Object.hasOwn(design.shape, key)),
    // The body was parsed with the schema for posting this design.
  ) as Partial<z.output<D>>

/**
 * The values that distinguish a design that is created or deleted from an ordinary one of its kind. @param always keys
 * to include in any case
 */
export const distinguishingValues = (ordinary: Values, design: Values, always: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(design).filter(([key, value]) => always.includes(key) || !isDeepStrictEqual(value, ordinary[key])),
  )

/** A design as it was saved last. */
interface Saved {
  design: Values
  revision: number
  savedAt: number
  savedById: string | null
  savedByName: string | null
}

/** How to report that somebody else was faster. */
interface ConflictWording {
  /** 'panel' */
  noun: string
  /** The error code if it was deleted. */
  gone: string
  /** The error code if somebody else has saved it. */
  conflict: string
  /** The design with a label or title for each key. */
  words: z.ZodObject
  /** Who saves it now. It may have been them before, too: in another tab, or with a command. */
  caller: string | null
}

/**
 * The error for a design that somebody else has saved since it was loaded, with both values of each field that differs.
 */
function savedMeanwhile(
  { conflict, noun, words, caller }: ConflictWording,
  now: number,
  { design, revision, savedAt: at, savedById: userId, savedByName: name }: Saved,
  posted: Values,
): UserError {
  const told: Readonly<Record<string, z.ZodType | undefined>> = words.shape
  const labelOf = (key: string): string => {
    const field = told[key]
    return (field && (describeField(field)?.label ?? titleOf(field))) ?? key
  }
  const fields = Object.entries(posted)
    .filter(([key, yours]) => !isDeepStrictEqual(yours, design[key]))
    .map(([key, yours]) => ({
      key,
      label: labelOf(key),
      by: { userId, name, avatarURL: null, via: 'api' },
      at,
      was: undefined,
      theirs: design[key],
      yours,
    }))
  const who = name === null ? 'Somebody else' : inert(name)
  const happened =
    userId !== null && userId === caller ? `You saved this ${noun} elsewhere` : `${who} saved this ${noun}`
  const sentence = `${happened} ${formatDuration(now - at)} ago. Nothing was saved.`
  return new UserError(conflict, sentence, 409, undefined, { revision, fields, joined: [] })
}

/**
 * Demands that a design is saved only over the revision that it was loaded in, if a revision is given.
 * @param posted what is to be saved
 * @throws UserError 404 if it has since been deleted, 409 if somebody else saved first
 */
export function demandRevision(
  { now }: { now(): number },
  wording: ConflictWording,
  stored: Saved | undefined,
  revision: number | undefined,
  posted: Values,
): void {
  if (revision === undefined) return
  if (!stored && revision > 0)
    throw new UserError(
      wording.gone,
      `That ${wording.noun} has been deleted in the meantime. Save it as a new one.`,
      404,
    )
  if (stored && stored.revision !== revision) throw savedMeanwhile(wording, now(), stored, posted)
}
