import type { Client, Guild } from 'discord.js'
import { isDeepStrictEqual } from 'node:util'
import { type Conflict, type Contract, type Form, postedName, titleOf } from '#contract'
import { UserError } from '#kit/errors.ts'
import { personOf } from '#kit/people.ts'
import type { Touch } from './history-rows.ts'
import type { SettingsStore } from './settings.ts'

interface Collision {
  name: string
  last: Touch
  was: unknown
  theirs: unknown
  yours: unknown
}

interface Joined {
  name: string
  /** Nothing where it is what was posted. */
  last: Touch | undefined
  was: unknown
  becomes: unknown
}

/** What was posted of one form, held against what others have changed since it was loaded. */
interface Comparison {
  form: Form
  /** Both changed it, to different values. */
  collisions: readonly Collision[]
  /** Only one of both changed it. */
  joined: readonly Joined[]
}

/**
 * A revision that is not stored yet was loaded by nobody, and nothing would count as newer.
 * @param revision as it was posted
 * @throws UserError 400 for one above the guild's newest
 */
export function demandKnownRevision(settings: SettingsStore, guildId: string, revision: number): void {
  if (revision > settings.revision(guildId))
    throw new UserError(
      'settings.revision',
      'There is no such state of the settings. Load the page again. Nothing was saved.',
    )
}

/**
 * The posted settings that somebody has changed since the form was loaded, to another value than the posted one; and what
 * is joined without asking. What was changed and changed back is none of either, nor is what both made the same.
 * @param revision the guild's newest when the form was loaded
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
  const collisions: Collision[] = []
  const joined: Joined[] = []
  for (const name of Object.keys(form.settings.shape)) {
    const last = since.get(name)
    const was = last && settings.valueBefore(last.first, name)
    const [theirs, yours] = [now[name], posted[name]]
    const isTheirs = last !== undefined && !isDeepStrictEqual(theirs, was)
    const isYours = name in posted && !isDeepStrictEqual(theirs, yours)
    if (isTheirs && isYours) collisions.push({ name, last, was, theirs, yours })
    else if (isTheirs && !(name in posted)) joined.push({ name, last, was, becomes: theirs })
    else if (isYours) joined.push({ name, last: undefined, was: theirs, becomes: yours })
  }
  return { form, collisions, joined }
}

const nobody = { name: null, avatarURL: null }

/** Reports conflicts to whoever posted, with the names of those who were first. */
export async function conflictError(
  { client, settings, guild }: { client: Client<true>; settings: SettingsStore; guild: Guild },
  found: readonly Comparison[],
): Promise<UserError> {
  const authorOf = async ({ author: { userId, via } }: Touch) => {
    const { name, avatarURL } = userId === null ? nobody : await personOf(client, userId)
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
  const labels = conflict.fields.map(({ label }) => label).join(', ')
  return new UserError(
    'settings.conflict',
    `Somebody else has changed this meanwhile: ${labels}. Nothing was saved.`,
    409,
    undefined,
    conflict,
  )
}
