import type { Client, Guild } from 'discord.js'
import { isDeepStrictEqual } from 'node:util'
import { type Conflict, type Contract, type Form, postedName, titleOf } from '#contract'
import { UserError } from '#kit/errors.ts'
import { personOf } from '#kit/people.ts'
import type { Touch } from './history-rows.ts'
import type { Author } from './revision.ts'
import type { SettingsStore } from './settings.ts'

type LastTouch = Pick<Touch, 'author' | 'at'>

interface Collision {
  name: string
  last: LastTouch
  /** The value before their change; undefined when it is no longer kept. */
  was: unknown
  theirs: unknown
  yours: unknown
}

interface Joined {
  name: string
  /** The last change by somebody else; undefined when the value is the posted one. */
  last: LastTouch | undefined
  was: unknown
  becomes: unknown
}

/** Stands for the author of a change that is no longer kept. */
const unknownAuthor: Author = { userId: null, via: 'unknown' }

/** The comparison of one posted form with what others have changed since it was loaded. */
interface Comparison {
  form: Form
  /** Settings that both changed, to different values. */
  collisions: readonly Collision[]
  /** Settings that only one of them changed. */
  joined: readonly Joined[]
}

/**
 * Refuses a revision that does not exist yet: nobody can have loaded it, and no change would count as newer.
 * @param revision as it was posted
 * @throws UserError 400 for a revision above the guild's newest
 */
export function demandKnownRevision(settings: SettingsStore, guildId: string, revision: number): void {
  if (revision > settings.revision(guildId))
    throw new UserError(
      'settings.revision',
      'There is no such revision of the settings. Load the page again. Nothing was saved.',
    )
}

/**
 * Compares posted settings with the stored ones. Collisions are settings that somebody else has changed since the form
 * was loaded, to a different value than the posted one; changes that only one side made are joined without asking.
 * Settings that were changed and changed back, or to the same value by both, are neither. A setting touched by changes
 * that are no longer kept counts as changed by somebody if it differs.
 * @param revision the guild's newest revision when the form was loaded
 */
export function compare(
  settings: SettingsStore,
  guildId: string,
  { contract, form }: { contract: Contract; form: Form },
  posted: Record<string, unknown>,
  revision: number,
): Comparison {
  const since = settings.touchedSince(guildId, contract.name, revision)
  const now: Record<string, unknown> = settings.read(guildId, contract)
  const pruned = settings.prunedSince(guildId, contract.name, revision)
  // Before its first change a guild has the defaults.
  const initial: Record<string, unknown> = revision === 0 ? contract.settings.parse({}) : {}
  const collisions: Collision[] = []
  const joined: Joined[] = []
  for (const name of Object.keys(form.settings.shape)) {
    const kept = since.get(name)
    const prunedAt = pruned.get(name)
    const last = kept ?? (prunedAt === undefined ? undefined : { author: unknownAuthor, at: prunedAt })
    const was = prunedAt !== undefined ? initial[name] : kept && settings.valueBefore(kept.first, name)
    const [theirs, yours] = [now[name], posted[name]]
    const isTheirs = last !== undefined && !isDeepStrictEqual(theirs, was)
    const isYours = name in posted && !isDeepStrictEqual(theirs, yours)
    if (isTheirs && isYours) collisions.push({ name, last, was, theirs, yours })
    else if (isTheirs && !(name in posted) && was !== undefined) joined.push({ name, last, was, becomes: theirs })
    else if (isYours) joined.push({ name, last: undefined, was: theirs, becomes: yours })
  }
  return { form, collisions, joined }
}

const nobody = { name: null, avatarURL: null }
const somebody = { ...nobody, name: 'Somebody' }

/**
 * The error that reports conflicts to the person who posted, with the names of those who were first.
 * @param caller the person who posted, who may have been first, too: in another tab, or with a command
 */
export async function conflictError(
  { client, settings, guild }: { client: Client<true>; settings: SettingsStore; guild: Guild },
  found: readonly Comparison[],
  caller: string | null,
): Promise<UserError> {
  const authorOf = async ({ author }: LastTouch) => {
    const { userId, via } = author
    const unnamed = author === unknownAuthor ? somebody : nobody
    const { name, avatarURL } = userId === null ? unnamed : await personOf(client, userId)
    return { userId, name, avatarURL, via }
  }
  const named = (form: Form, name: string) => {
    const shape: Record<string, unknown> = form.settings.shape
    const label = titleOf(shape[name] as Parameters<typeof titleOf>[0]) ?? name
    return { key: postedName(form, name), label }
  }
  const fields = found.flatMap(({ form, collisions }) =>
    collisions.map(
      async ({ name, last, ...values }): Promise<Conflict['fields'][number]> => ({
        ...named(form, name),
        by: await authorOf(last),
        at: last.at,
        ...values,
      }),
    ),
  )
  const joined = found.flatMap(({ form, joined: own }) =>
    own.map(
      async ({ name, last, ...values }): Promise<Conflict['joined'][number]> => ({
        ...named(form, name),
        by: last ? await authorOf(last) : null,
        ...values,
      }),
    ),
  )
  const conflict: Conflict = {
    revision: settings.revision(guild.id),
    fields: await Promise.all(fields),
    joined: await Promise.all(joined),
  }
  const isOwn = conflict.fields.every(({ by }) => by.userId !== null && by.userId === caller)
  const labels = conflict.fields.map(({ label }) => label).join(', ')
  return new UserError(
    'settings.conflict',
    `${isOwn ? 'You have changed this elsewhere' : 'Somebody else has changed this'} in the meantime: ${labels}. Nothing was saved.`,
    409,
    undefined,
    conflict,
  )
}
