import type { GuildMember } from 'discord.js'
import { z } from 'zod'
import { field, titleOf } from '#contract'
import { UserError } from '#kit/errors.ts'
import { nextTurn } from '#kit/event-loop.ts'
import { guildContext } from '../context.ts'
import type { Feature, Services, Things } from '../feature.ts'
import { calledAs, postedIn, thingKey } from '../settings/note-thing.ts'
import type { Revision } from '../settings/revision.ts'
import type { RevisionItem } from './contract.ts'

/** The thing that a change is of. */
export interface ChangedThing {
  things: Things
  id: string
  act: NonNullable<RevisionItem['thing']>['act']
  /** What it is called now, or was then where it is deleted. */
  name: string
  /** Whoever looks may not know of it. */
  isUnseen: boolean
  /** As it is stored now; undefined where it is not there. */
  now: Record<string, unknown> | undefined
  /** Names others of its kind, as fields with a choice hold them by id. */
  nameOf(id: string): string | undefined
}

const posting = z.object({ [postedIn]: field.channel('Posted in').nullable() })

function actOf(changes: Revision['changes']): ChangedThing['act'] {
  let made: ChangedThing['act'] = 'changed'
  for (const [key, [before, after]] of Object.entries(changes)) {
    const name = thingKey(key)?.field
    if (name === postedIn) return 'posted'
    if (name === calledAs && before === null) made = 'created'
    if (name === calledAs && after === null) made = 'deleted'
  }
  return made
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Whether somebody may know of a thing. @param name what its changes are known by @param at the newest of them */
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

/** Things that somebody may not know of, as a search leaves them out. Others have their turn between any two. */
export async function unseenThings(services: Services, member: GuildMember): Promise<string[]> {
  const unseen: string[] = []
  for (const feature of services.features) {
    if (!Object.values(feature.parts.things ?? {}).some(({ knownTo }) => knownTo)) continue
    const { name: of } = feature.contract
    for (const { name, last } of services.settings.notedThings(member.guild.id, of)) {
      await nextTurn()
      if (!isKnown(services, member, feature, name, last)) unseen.push(`${of}/${name}`)
    }
  }
  return unseen
}

/** @returns undefined for a change of settings */
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
  const known = `${key.kind}/${key.id}/${calledAs}`
  const isUnseen = !isKnown(services, member, feature, known)
  const [was, is] = changes[known] ?? []
  const name = isUnseen ? `hidden ${things.noun}` : (text(now?.[things.name]) ?? text(is) ?? text(was) ?? key.id)
  return { things, id: key.id, act: actOf(changes), name, isUnseen, now, nameOf }
}

/** The schema of what a change of a thing notes; undefined for what a newer version no longer has. */
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

/** What of a change is told field by field: that it was made or deleted says its heading. */
export const toldKeys = (changes: Revision['changes']): string[] =>
  Object.keys(changes).filter(key => thingKey(key)?.field !== calledAs)

/** Why a change of a thing cannot be taken back by anybody; undefined where it can. */
export function lastingChange({ things: { noun }, act, isUnseen, now }: ChangedThing): UserError | undefined {
  if (isUnseen) return new UserError('history.unseen', `You cannot see a channel of this ${noun}.`, 403)
  const sentence = {
    posted: 'What was posted stays.',
    created: `Delete the ${noun} to take this back.`,
    deleted: now ? `The ${noun} is there again.` : undefined,
    changed: now ? undefined : `The ${noun} is deleted. Restore that first.`,
  }[act]
  return sentence === undefined ? undefined : new UserError('history.lasting', sentence, 409)
}
