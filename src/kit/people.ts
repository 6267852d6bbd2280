import type { Client } from 'discord.js'
import type { Person } from '#contract'
import { findUser } from './find-user.ts'

/** Somebody's name and avatar, for a page; null for a deleted account, and while Discord is unreachable. */
export async function personOf(client: Client, userId: string): Promise<Person> {
  const found = await findUser(client, userId)
  const user = found === 'nobody' ? null : found
  return {
    id: userId,
    name: user ? (user.globalName ?? user.username) : null,
    avatarURL: user?.displayAvatarURL({ extension: 'png', size: 64 }) ?? null,
  }
}

/** {@link personOf} for many at once; each id is looked up once. @returns a lookup by id */
export async function peopleOf(client: Client, ids: Iterable<string>): Promise<(id: string) => Person> {
  const people = new Map(
    await Promise.all([...new Set(ids)].map(async id => [id, await personOf(client, id)] as const)),
  )
  return id => people.get(id) ?? { id, name: null, avatarURL: null }
}
