import type { GuildMember } from 'discord.js'
import { z } from 'zod'
import type { Contract } from '#contract'
import { UserError } from '#kit/errors.ts'
import { fieldSentences } from '#kit/validation-messages.ts'
import { checkChange, guildContext } from '../context.ts'
import type { Author, Services } from '../feature.ts'
import { thingKey } from '../settings/note-thing.ts'
import { labelOf, schemaOf } from './entries.ts'
import { type ChangedThing, thingLabel, thingSchema } from './things.ts'

type Values = Record<string, unknown>

interface Problem {
  sentence: string
  /** Whether it is the member who may not, whatever the value. */
  isRefusal: boolean
}

/** What a change was of and can be set again, by the keys of the history: settings, or a thing besides them. */
export interface Restorable {
  now(): Values
  labelOf(key: string): string
  schemaOf(key: string): z.ZodType | undefined
  /** @returns what prevents it first, or undefined when this value could be stored */
  problemOf(key: string, value: unknown): Problem | undefined
  /** Judges it all; may wait. @throws UserError */
  check(patch: Values, author: Author): Promise<void>
  /** Waits for nothing. @throws UserError */
  save(patch: Values, author: Author): void
}

/** @returns what is told of a UserError; everything else is thrown */
function problemBy(attempt: () => unknown, told: (error: UserError) => string | undefined): Problem | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const sentence = told(error)
    return sentence === undefined ? undefined : { sentence, isRefusal: error.status === 403 }
  }
}

export function restorableSettings(services: Services, member: GuildMember, contract: Contract): Restorable {
  const { settings } = services
  const { guild } = member
  const ctx = guildContext(services, contract, guild, member)
  return {
    now: () => settings.read(guild.id, contract),
    labelOf: key => labelOf(contract, key),
    schemaOf: key => schemaOf(contract, key),
    problemOf: (key, value) =>
      problemBy(
        () => settings.preview(guild.id, contract, { [key]: value }),
        ({ message }) => message,
      ),
    check: (patch, author) => checkChange(ctx, contract, patch, author),
    save: (patch, author) => void ctx.save(patch, author),
  }
}

const byField = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [thingKey(key)?.field ?? key, value]))

/** @param earlier what the change would be taken back to, by its keys */
export function restorableThing(
  services: Services,
  member: GuildMember,
  contract: Contract,
  thing: ChangedThing,
  earlier: Values,
): Restorable {
  const { things, id, now } = thing
  const ctx = Object.assign(guildContext(services, contract, member.guild, member), { member })
  const prefix = Object.keys(earlier)[0]?.replace(/[^/]*$/, '') ?? ''
  const whole = byField(earlier)
  /** One that is not there has no fields to change but all that make it. */
  const least = now ? {} : { [things.name]: whole[things.name] }
  return {
    now: () => Object.fromEntries(Object.entries(now ?? {}).map(([name, value]) => [`${prefix}${name}`, value])),
    labelOf: key => thingLabel(thing, key),
    schemaOf: key => thingSchema(thing, key),
    problemOf(key, value) {
      const name = thingKey(key)?.field ?? key
      const field: z.core.$ZodType | undefined = things.fields.shape[name]
      const parsed = field && z.safeParse(field, value)
      if (parsed && !parsed.success) {
        const [sentence = 'This is not valid any more.'] = Object.values(fieldSentences(parsed.error))
        return { sentence, isRefusal: false }
      }
      return problemBy(
        () => things.put(ctx, id, { ...least, [name]: value }, null),
        ({ fields, message }) => (fields ? fields[name] : message),
      )
    },
    check: async patch => things.put(ctx, id, byField(patch), null),
    save: (patch, author) => things.put(ctx, id, byField(patch), author),
  }
}
