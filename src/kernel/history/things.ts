import type { GuildMember } from 'discord.js'
import { z } from 'zod'
import { field, titleOf } from '#contract'
import { UserError } from '#kit/errors.ts'
import { yieldToEventLoop } from '#kit/event-loop.ts'
import { guildContext } from '../context.ts'
import type { Feature, Services, Things } from '../feature.ts'
import { nameField, postedField, thingKey } from '../settings/thing-history.ts'
import type { Revision } from '../settings/revision.ts'
import type { RevisionItem } from './contract.ts'

/** The thing that a change is about. */
export interface ChangedThing {
  things: Things
  id: string
  act: NonNullable<RevisionItem['thing']>['act']
  /** Its present name, or its name at that time if it is deleted. */
  name: string
  /** Whether the viewer may not know about it. */
  isUnseen: boolean
  /** Its fields as they are stored now; undefined if it does not exist. */
  now: Record<string, unknown> | undefined
  /** Returns the name of another thing of its kind, because fields may contain such ids. */
  nameOf(id: string): string | undefined
}

const posting = z.object({ [postedField]: field.channel('Posted in').nullable() })

function actOf(changes: Revision['changes']): ChangedThing['act'] {
  let made: ChangedThing['act'] = 'changed'
  for (const [key, [before, after]] of Object.entries(changes)) {
    const name = thingKey(key)?.field
    if (name === postedField) return 'posted'
    if (name === nameField && before === null) made = 'created'
    if (name === nameField && after === null) made = 'deleted'
  }
  return made
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * Whether somebody may know about a thing. @param name the key that all its changes record @param at the id of the
 * newest change
 */
function isKnown(
  services: Services,
  member: GuildMember,
  { contract, parts }: Feature,
  name: string,
  at?: number,
): boolean {
  const { kind = '', id = '' } = thingKey(name) ?? {}
  const things = parts.things?.[kind]
  if (!things?.knownTo) return true
  const ctx = Object.assign(guildContext(services, contract, member.guild, member), { member })
  const noted = things.read(ctx, id) ? {} : services.settings.lastNoted(member.guild.id, contract.name, name, at)
  return things.knownTo(ctx, id, noted)
}

/**
 * The things that somebody may not know about, in the form in which a search excludes them. Other work gets turns in
 * between.
 */
export async function unseenThings(services: Services, member: GuildMember): Promise<string[]> {
  const unseen: string[] = []
  for (const feature of services.features) {
    if (!Object.values(feature.parts.things ?? {}).some(({ knownTo }) => knownTo)) continue
    const { name: of } = feature.contract
    for (const { name, last } of services.settings.notedThings(member.guild.id, of)) {
      await yieldToEventLoop()
      if (!isKnown(services, member, feature, name, last)) unseen.push(`${of}/${name}`)
    }
  }
  return unseen
}

/** Returns the thing that a change is about; undefined for a change of settings. */
export function changedThing(
  services: Services,
  member: GuildMember,
  feature: Feature | undefined,
  { changes }: Pick<Revision, 'changes'>,
): ChangedThing | undefined {
  const [first = ''] = Object.keys(changes)
  const key = thingKey(first)
  const things = key && feature?.parts.things?.[key.kind]
  if (!things || !feature) return undefined
  const ctx = guildContext(services, feature.contract, member.guild)
  const now = things.read(ctx, key.id)
  const nameOf = (id: string) => text(things.read(ctx, id)?.[things.name])
  const known = `${key.kind}/${key.id}/${nameField}`
  const isUnseen = !isKnown(services, member, feature, known)
  const [was, is] = changes[known] ?? []
  const name = isUnseen ? `hidden ${things.noun}` : (text(now?.[things.name]) ?? text(is) ?? text(was) ?? key.id)
  return { things, id: key.id, act: actOf(changes), name, isUnseen, now, nameOf }
}

/** The schema of a recorded field of a thing; undefined for one that a newer version no longer has. */
export function thingSchema({ things }: Pick<ChangedThing, 'things'>, key: string): z.ZodType | undefined {
  const name = thingKey(key)?.field ?? ''
  const shape: Record<string, z.core.$ZodType> = { ...things.fields.shape, ...posting.shape }
  const schema = shape[name]
  return schema instanceof z.ZodType ? schema : undefined
}

export const thingLabel = (thing: Pick<ChangedThing, 'things'>, key: string): string => {
  const schema = thingSchema(thing, key)
  return (schema && titleOf(schema)) ?? thingKey(key)?.field ?? key
}

/**
 * The keys of a change that are shown field by field. Whether a thing was created or deleted is shown in the heading.
 */
export const shownKeys = (changes: Revision['changes']): string[] =>
  Object.keys(changes).filter(key => thingKey(key)?.field !== nameField)

/** Why nobody can undo a change of a thing; undefined when it can be undone. */
export function lastingChange({ things: { noun }, act, isUnseen, now }: ChangedThing): UserError | undefined {
  if (isUnseen) return new UserError('history.unseen', `You cannot see a channel of this ${noun}.`, 403)
  const sentence = {
    posted: 'What was posted stays.',
    created: `Delete the ${noun} to take this back.`,
    deleted: now ? `The ${noun} exists again.` : undefined,
    changed: now ? undefined : `The ${noun} was deleted. Restore it first.`,
  }[act]
  return sentence === undefined ? undefined : new UserError('history.lasting', sentence, 409)
}
