import { isDeepStrictEqual } from 'node:util'
import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { createBackgroundYield } from '#kit/event-loop.ts'
import type { RestoreField, RevisionItem } from './contract.ts'
import type { Author, Feature, Services } from '../feature.ts'
import { demandKnownRevision } from '../settings/conflict.ts'
import type { Revision } from '../settings/revision.ts'
import { shownAuthor, namesFor, withNamesOfPeople, shownThing } from './entries.ts'
import { refusalToChange } from './may-restore.ts'
import { newComparisonBudget, differenceOf } from './difference.ts'
import { type Restorable, restorableSettings, restorableThing } from './restorable.ts'
import { type ChangedThing, changedThing, lastingChange, shownKeys } from './things.ts'

interface Restoring {
  revision: Revision
  feature: Feature
  thing: ChangedThing | undefined
  target: Restorable
  /** The settings or fields that the change touched, with their earlier values as far as those are still possible. */
  fields: { key: string; earlier: unknown; problem: string | null; omitted: number }[]
}

const gone = new UserError('history.gone', 'This change is no longer kept, so it cannot be undone.', 404)

/** Returns an earlier value without list entries that no longer exist. */
async function stillPossible({ problemOf }: Restorable, key: string, earlier: unknown) {
  const problem = problemOf(key, earlier)
  if (problem === undefined || problem.isRefusal || !Array.isArray(earlier))
    return { key, earlier, problem: problem?.sentence ?? null, omitted: 0 }
  const turns = createBackgroundYield()
  const kept: unknown[] = []
  for (const item of earlier as unknown[]) {
    // Each check validates all settings of the feature, so other work gets turns in between.
    await turns()
    if (problemOf(key, [item]) === undefined) kept.push(item)
  }
  const rest = problemOf(key, kept)
  return { key, earlier: kept, problem: rest?.sentence ?? null, omitted: earlier.length - kept.length }
}

/**
 * Finds a change, and the values that undoing it would set.
 * @throws UserError 404 when it is not kept, 403 when the member may not change these settings, 409 when it cannot be
 * undone
 */
async function prepare(services: Services, member: GuildMember, id: number): Promise<Restoring> {
  const { guild } = member
  const [revision] = services.settings.history(guild.id, { before: id + 1, after: id - 1, limit: 1 })
  const feature = services.features.find(one => one.contract.name === revision?.feature)
  if (!revision || !feature || !services.access.has(member, 'view', revision.feature)) throw gone
  const { contract } = feature
  const keys = shownKeys(revision.changes)
  const thing = changedThing(services, member, feature, revision)
  const refusal = refusalToChange(services, member, feature, keys) ?? (thing && lastingChange(thing))
  if (refusal) throw refusal
  const before = Object.fromEntries(keys.map(key => [key, revision.changes[key]?.[0]]))
  const target = thing
    ? restorableThing(services, member, contract, thing, before)
    : restorableSettings(services, member, contract)
  const fields: Restoring['fields'] = []
  for (const key of keys)
    fields.push(
      target.schemaOf(key)
        ? await stillPossible(target, key, before[key])
        : { key, earlier: undefined, problem: 'This setting no longer exists.', omitted: 0 },
    )
  return { revision, feature, thing, target, fields }
}

/** Returns who changed each of these settings last, after a revision. */
async function changedSince(services: Services, { guildId, feature, id }: Revision, keys: readonly string[]) {
  const newer = services.settings.touchedSince(guildId, feature, id)
  const found = await Promise.all(
    keys.map(async key => {
      const last = newer.get(key)
      return [key, last && { by: await shownAuthor(services.client, last.author), at: last.at }] as const
    }),
  )
  return new Map<string, { by: RevisionItem['author']; at: number } | undefined>(found)
}

/** Returns what undoing a change would do now, and what prevents it. */
export async function previewRestore(services: Services, member: GuildMember, id: number) {
  const { guild } = member
  // Read first, so that anything that changes in the meantime counts as newer.
  const newest = services.settings.revision(guild.id)
  const { revision, feature, thing, target, fields } = await prepare(services, member, id)
  const { contract } = feature
  const now = target.now()
  const since = await changedSince(
    services,
    revision,
    fields.map(({ key }) => key),
  )
  const budget = newComparisonBudget()
  const shown = await withNamesOfPeople(services, namesFor(services, member, thing), budget, nameOf =>
    fields.map(
      ({ key, earlier, problem, omitted }): RestoreField => ({
        key,
        label: target.labelOf(key),
        difference: differenceOf(target.schemaOf(key), now[key], earlier, nameOf, budget),
        same: isDeepStrictEqual(now[key], earlier),
        problem,
        omitted,
        changedSince: since.get(key) ?? null,
      }),
    ),
  )
  return {
    revision: newest,
    feature: contract.name,
    featureTitle: contract.title,
    thing: shownThing(thing),
    at: revision.at,
    fields: shown,
  }
}

/**
 * Undoes a change: restores the settings it changed to their earlier values, and records that as a change of its own.
 * @param wanted.revision the newest revision that the member has seen
 * @param wanted.keys which of its settings to restore
 * @throws UserError 409 when one of them was changed after that, 400 when one cannot be set any more or the revision is
 * above the newest
 */
export async function restore(
  services: Services,
  member: GuildMember,
  id: number,
  wanted: { revision: number; keys: readonly string[] },
): Promise<void> {
  const { guild } = member
  demandKnownRevision(services.settings, guild.id, wanted.revision)
  const { revision, feature, target, fields } = await prepare(services, member, id)
  const chosen = fields.filter(({ key }) => wanted.keys.includes(key))
  const unknown = wanted.keys.find(key => !fields.some(field => field.key === key))
  if (unknown !== undefined) throw new UserError('history.key', `This change did not touch "${unknown}".`)
  const blocked = chosen.find(({ problem }) => problem !== null)
  if (blocked?.problem) throw new UserError('history.impossible', blocked.problem)
  const author: Author = { userId: member.id, via: 'restore', restores: revision.id }
  const patch = Object.fromEntries(chosen.map(({ key, earlier }) => [key, earlier]))
  await target.check(patch, author)
  // Checked at the last moment: a change that was saved during the validation came first.
  const newer = services.settings.touchedSince(guild.id, feature.contract.name, wanted.revision)
  if (chosen.some(({ key }) => newer.has(key)))
    throw new UserError(
      'history.changed',
      'Somebody has changed this just now. Nothing was restored: please check it again.',
      409,
    )
  target.save(patch, author)
}
