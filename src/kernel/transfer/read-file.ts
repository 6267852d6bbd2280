import { z } from 'zod'
import { whyNotCopied } from '#contract'
import { yieldToEventLoop } from '#kit/event-loop.ts'
import { sentence, sentenceFor, withLabel } from '#kit/validation-messages.ts'
import type { Feature } from '../feature.ts'
import { strict } from '../strict-schema.ts'
import { fileLimits, fileVersion, type SettingsFile, settingsFile } from './contract.ts'
import { readThings, type ReadThings } from './read-things.ts'
import { didYouMeanField, featureIn, firstFault, refused, short } from './file-errors.ts'

type Values = Record<string, unknown>

/** A file that was read: every value is valid for its setting. */
export interface ReadFile extends Omit<SettingsFile, 'settings' | 'things'> {
  settings: { feature: Feature; values: Values }[]
  things: ReadThings[]
}

const notOurs = () => refused('', 'This is not a settings file that Palisade has exported.')

/** Parses JSON. @throws UserError with line and column */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // For a picture or an empty file, a position would not help.
    if (!/^\s*[{[]/.test(text)) throw notOurs()
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n')
    const place = `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
    throw refused(place, 'this is not JSON. Choose a file that Palisade has exported.')
  }
}

/** The depth of what is read without a pause: one setting, or one thing. */
const stepsTo = { settings: 3, things: 4 } as const

/**
 * Checks the size of a file. @throws UserError when it has more values or levels than any server's settings can have,
 * or a single value is too large
 */
function demandBounded(file: unknown): void {
  let left: number = fileLimits.values
  const walk = (value: unknown, depth: number, place: string): void => {
    left -= 1
    if (left < 0) throw refused(place, `the file holds too much: at most ${fileLimits.values} values.`)
    if (typeof value !== 'object' || value === null) return
    if (depth > fileLimits.depth) throw refused(place, 'this is nested too deep.')
    const before = left
    for (const [key, inner] of Object.entries(value))
      walk(inner, depth + 1, place === '' ? short(key) : `${place}.${short(key)}`)
    const isOne = Object.entries(stepsTo).some(([part, steps]) => depth === steps && place.startsWith(`${part}.`))
    if (isOne && before - left > fileLimits.valuesOfOne)
      throw refused(place, `this holds too much: at most ${fileLimits.valuesOfOne} values.`)
  }
  walk(file, 0, '')
}

const header = z.looseObject({ palisade: z.unknown().optional(), version: z.unknown().optional() })

/**
 * Checks that this copy can read a file. @throws UserError when it comes from another program, or has a newer version
 */
function demandOurs(file: unknown): void {
  const { palisade, version } = header.safeParse(file).data ?? {}
  if (palisade !== 'settings') throw notOurs()
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    throw refused('', 'The file does not say which version it is.')
  if (version > fileVersion)
    throw refused(
      '',
      `The file has version ${version}, but this copy only reads versions up to ${fileVersion}. A newer copy made it.`,
    )
}

/** Reads the values of one feature. @throws UserError with the place of the first invalid one */
async function valuesOf({ contract }: Feature, given: Values): Promise<Values> {
  const shape: Record<string, z.ZodType> = contract.settings.shape
  const place = `settings.${contract.name}`
  const values: [string, unknown][] = []
  for (const [key, value] of Object.entries(given)) {
    await yieldToEventLoop()
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (!schema)
      throw refused(`${place}.${short(key)}`, `there is no such setting in this copy.${didYouMeanField(key, shape)}`)
    const stays = whyNotCopied(schema)
    if (stays !== undefined)
      throw refused(`${place}.${key}`, `${withLabel(key, schema)} is not imported from files: it ${stays}.`)
    const read = strict(schema).safeParse(value, { error: sentenceFor(contract.settings, [key]) })
    if (!read.success) throw firstFault(read.error, `${place}.${key}`)
    values.push([key, read.data])
  }
  return Object.fromEntries(values)
}

/**
 * Reads a file that somebody sent. Everything in it has to be valid, or it is refused with the place of the first
 * problem. Other work gets turns in between.
 * @param text at most as long as the contract allows
 * @throws UserError 'transfer.file'
 */
export const readFile = async (features: readonly Feature[], text: string): Promise<ReadFile> =>
  readParsed(features, parsed(text))

/** {@link readFile} for JSON that is parsed already. */
export async function readParsed(features: readonly Feature[], file: unknown): Promise<ReadFile> {
  demandOurs(file)
  demandBounded(file)
  const read = settingsFile.safeParse(file, { error: sentence })
  if (!read.success) throw firstFault(read.error, '')
  const { settings, things, ...rest } = read.data
  const names = Object.keys(rest.channels).length + Object.keys(rest.roles).length
  if (names > fileLimits.names)
    throw refused('channels', `the file names too many channels and roles: at most ${fileLimits.names}.`)
  const values: ReadFile['settings'] = []
  for (const [name, given] of Object.entries(settings)) {
    const feature = featureIn(features, name, 'settings')
    values.push({ feature, values: await valuesOf(feature, given) })
  }
  return { ...rest, settings: values, things: await readThings(features, things) }
}
