import { gone, unknown } from '#kit/deleted/template.ts'
import type { Client, Guild, GuildMember } from 'discord.js'
import { z } from 'zod'
import { type Contract, titleOf } from '#contract'
import { peopleOf, personOf } from '#kit/people.ts'
import { channelName } from '../rights/channel-rights.ts'
import type { RevisionItem } from './contract.ts'
import type { Services } from '../feature.ts'
import type { Author, Revision } from '../settings/revision.ts'
import { refusalToChange } from './may-restore.ts'
import { type ChangedThing, changedThing, lastingChange, thingLabel, thingSchema, shownKeys } from './things.ts'
import type { NameOf } from '#kit/setting-words/template.ts'
import { type ComparisonBudget, differenceOf } from './difference.ts'

const nobody = { name: null, avatarURL: null }

/** Returns the author of a change, as pages show them. */
export async function shownAuthor(
  client: Client,
  { userId, via, place = null }: Author,
): Promise<RevisionItem['author']> {
  const { name, avatarURL } = userId === null ? nobody : await personOf(client, userId)
  return { userId, name, avatarURL, via, place }
}

const prefixed = (sign: string, name: string | undefined) => (name === undefined ? undefined : `${sign}${name}`)

/**
 * Returns the names of channels, roles, people and features as far as `viewer` may see them, and of the choices in the
 * fields of `thing`.
 * @param isForeign whether an id belongs to another server
 */
export function namesFor(
  { client, features }: Services,
  viewer: GuildMember,
  thing: Pick<ChangedThing, 'nameOf'> | undefined,
  isForeign: (id: string) => boolean = () => false,
): NameOf {
  const { channels, roles }: Guild = viewer.guild
  const one: NameOf = (control, id) => {
    if (control === 'member') {
      const user = client.users.cache.get(id)
      return user?.globalName ?? user?.username
    }
    const lacking = isForeign(id) ? unknown : gone
    if (control === 'role' || control === 'roles') return prefixed('@', roles.cache.get(id)?.name) ?? lacking.role
    if (control !== 'channel' && control !== 'channels') return undefined
    const channel = channels.cache.get(id)
    return prefixed('#', channel && channelName(channel, viewer)) ?? lacking.channel
  }
  const titles = new Map(features.map(({ contract }) => [contract.name, contract.title]))
  return (control, id) =>
    control === 'choice'
      ? thing?.nameOf(id)
      : control === 'feature'
        ? titles.get(id)
        : /^\d{17,20}$/.test(id)
          ? one(control, id)
          : undefined
}

/**
 * Returns what `build` makes with the names of all people in it: Discord is asked, within the budget, for those whom the
 * bot has not seen since it started.
 * @param build is called again once there are names that it asked for in vain
 */
export async function withNamesOfPeople<T>(
  { client }: Pick<Services, 'client'>,
  nameOf: NameOf,
  budget: ComparisonBudget,
  build: (nameOf: NameOf) => T,
): Promise<T> {
  const unnamed = new Set<string>()
  const { left, listed } = budget
  const built = build((control, id) => {
    const name = nameOf(control, id)
    if (control === 'member' && name === undefined && /^\d{17,20}$/.test(id)) unnamed.add(id)
    return name
  })
  const asked = [...unnamed].slice(0, budget.asked)
  if (asked.length === 0) return built
  budget.asked -= asked.length
  // The second time replaces the first, and costs no more of the budget.
  Object.assign(budget, { left, listed })
  const person = await peopleOf(client, asked)
  return build(
    (control, id) => nameOf(control, id) ?? (control === 'member' ? (person(id).name ?? undefined) : undefined),
  )
}

/** A setting's schema; undefined for one that a newer version no longer has. */
export function schemaOf(contract: Contract | undefined, key: string): z.ZodType | undefined {
  const shape: Record<string, z.core.$ZodType> = contract?.settings.shape ?? {}
  const schema = shape[key]
  return schema instanceof z.ZodType ? schema : undefined
}

export const labelOf = (contract: Contract | undefined, key: string): string => {
  const schema = schemaOf(contract, key)
  return (schema && titleOf(schema)) ?? key
}

/** A changed thing, as pages show it. */
export const shownThing = (thing: ChangedThing | undefined): RevisionItem['thing'] =>
  thing ? { noun: thing.things.noun, name: thing.name, act: thing.act } : null

/**
 * Returns a stored change, as pages show it.
 * @param budget the budget for comparing on the whole page
 * @param restoredAt when it was undone (Unix ms)
 */
export async function revisionItem(
  services: Services,
  viewer: GuildMember,
  revision: Revision,
  restoredAt: number | undefined,
  budget: ComparisonBudget,
  many: RevisionItem['many'] = null,
): Promise<RevisionItem> {
  const { client, features } = services
  const feature = features.find(one => one.contract.name === revision.feature)
  const contract = feature?.contract
  const touched = shownKeys(revision.changes)
  const thing = changedThing(services, viewer, feature, revision)
  const keys = thing?.isUnseen === true ? [] : touched
  const refusal = feature && (refusalToChange(services, viewer, feature, touched) ?? (thing && lastingChange(thing)))
  const changes = await withNamesOfPeople(services, namesFor(services, viewer, thing), budget, nameOf =>
    keys.map(key => {
      const [before, after] = revision.changes[key] ?? []
      const schema = thing ? thingSchema(thing, key) : schemaOf(contract, key)
      const label = thing ? thingLabel(thing, key) : labelOf(contract, key)
      return { key, label, difference: differenceOf(schema, before, after, nameOf, budget) }
    }),
  )
  return {
    id: revision.id,
    feature: revision.feature,
    featureTitle: contract?.title ?? revision.feature,
    author: await shownAuthor(client, revision.author),
    at: revision.at,
    restores: revision.author.restores ?? null,
    restoredAt: restoredAt ?? null,
    many,
    mayNotRestore: feature ? (refusal?.message ?? null) : 'This feature no longer exists.',
    thing: shownThing(thing),
    changes,
  }
}
