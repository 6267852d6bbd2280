import type { GuildMember } from 'discord.js'
import { z } from 'zod'
import type { Contract } from '#contract'
import { UserError } from '#kit/errors.ts'
import { fieldSentences } from '#kit/validation-messages.ts'
import { checkChange, guildContext } from '../context.ts'
import type { Author, Services } from '../feature.ts'
import { thingKey } from '../settings/thing-history.ts'
import { labelOf, schemaOf } from './entries.ts'
import { type ChangedThing, thingLabel, thingSchema } from './things.ts'

type Values = Record<string, unknown>

interface Problem {
  sentence: string
  /** Whether the member may not change it at all, whatever the value. */
  isRefusal: boolean
}

/** What a change can be undone in, by the keys of the history: the settings of a feature, or a thing. */
export interface Restorable {
  now(): Values
  labelOf(key: string): string
  schemaOf(key: string): z.ZodType | undefined
  /** @returns the first problem with storing this value, or undefined when there is none */
  problemOf(key: string, value: unknown): Problem | undefined
  /** Checks the whole patch; asynchronous. @throws UserError */
  check(patch: Values, author: Author): Promise<void>
  /** Stores the patch; synchronous. @throws UserError */
  save(patch: Values, author: Author): void
}

/** Runs an attempt. @returns the sentence of a UserError; other errors are thrown */
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

/** @param earlier the values before the change, by its keys */
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
  /** A thing that does not exist has to be created, which needs at least its name. */
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
        const [sentence = 'This is no longer valid.'] = Object.values(fieldSentences(parsed.error))
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
