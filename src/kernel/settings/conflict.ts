import type { Client, Guild } from 'discord.js'
import { isDeepStrictEqual } from 'node:util'
import { type Conflict, type Contract, type Form, postedName, titleOf } from '#contract'
import { UserError } from '#kit/errors.ts'
import { personOf } from '#kit/people.ts'
import type { Revision } from './revision.ts'
import type { SettingsStore } from './settings.ts'

interface Collision {
  name: string
  last: Revision
  was: unknown
  theirs: unknown
  yours: unknown
}

/**
 * The posted settings that somebody has changed since the form was loaded, to another value than the posted one.
 * What was changed and changed back is none, nor is what both made the same.
 * @param revision the guild's newest when the form was loaded
 */
export function collisions(
  settings: SettingsStore,
  guildId: string,
  contract: Contract,
  posted: Record<string, unknown>,
  revision: number,
): Collision[] {
  const since = settings.history(guildId, { feature: contract.name, after: revision, limit: Number.MAX_SAFE_INTEGER })
  if (since.length === 0) return []
  const now: Record<string, unknown> = settings.read(guildId, contract)
  return Object.entries(posted).flatMap(([name, yours]) => {
    const touched = since.filter(({ changes }) => name in changes)
    const [last] = touched
    const was = touched.at(-1)?.changes[name]?.[0]
    const theirs = now[name]
    if (!last || isDeepStrictEqual(theirs, yours) || isDeepStrictEqual(theirs, was)) return []
    return [{ name, last, was, theirs, yours }]
  })
}

const nobody = { name: null, avatarURL: null }

/** Reports conflicts to whoever posted, with the names of those who were first. */
export async function conflictError(
  { client, settings, guild }: { client: Client<true>; settings: SettingsStore; guild: Guild },
  found: readonly (Collision & { form: Form })[],
): Promise<UserError> {
  const fields = found.map(async ({ name, last, form, ...values }): Promise<Conflict['fields'][number]> => {
    const { userId, via } = last.author
    const { name: called, avatarURL } = userId === null ? nobody : await personOf(client, userId)
    const shape: Record<string, unknown> = form.settings.shape
    const label = titleOf(shape[name] as Parameters<typeof titleOf>[0]) ?? name
    const key = postedName(form, name)
    return { key, label, by: { userId, name: called, avatarURL, via }, at: last.at, ...values }
  })
  const conflict = { revision: settings.revision(guild.id), fields: await Promise.all(fields) }
  const labels = conflict.fields.map(({ label }) => label).join(', ')
  return new UserError(
    'settings.conflict',
    `Somebody else has changed this meanwhile: ${labels}. Nothing was saved.`,
    409,
    undefined,
    conflict,
  )
}
