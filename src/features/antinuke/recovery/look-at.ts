import { discordNow } from '#kit/discord-time.ts'
import type { Services } from '#kernel/feature.ts'
import { type ObjectKind, objectKinds } from '../journal/objects.ts'
import type { AttackDamage } from './attack-store.ts'
import { byFirstIds } from './first-ids.ts'
import type { IdMap } from './id-map.ts'
import { keptFiles } from './kept-files.ts'
import { readServerNow, type ServerNow } from './server-now.ts'
import type { Ability, Damage } from './steps.ts'
import { usedByOthers } from './used-by-others.ts'

/** The kinds for which a server has to be read: those that were there or were touched. */
function kindsOf({ knownGood, touched }: AttackDamage): Set<ObjectKind> {
  const kinds = Object.keys(objectKinds) as ObjectKind[]
  const named = new Set(touched.map(({ kind }) => kind))
  // Members get their roles back, if any holders are known.
  const people = named.has('member') || (named.has('role') && knownGood.member.size > 0)
  return new Set(kinds.filter(kind => (kind === 'member' ? people : knownGood[kind].size > 0 || named.has(kind))))
}

/** Reads a server, unless it is known, with what was done to it, by first ids. */
export async function lookAt(
  services: Services,
  guildId: string,
  attack: AttackDamage,
  ids: IdMap,
  known?: ServerNow,
): Promise<{ damage: Damage; able: Ability }> {
  const server = known ?? (await readServerNow(services, guildId, kindsOf(attack)))
  const { permissions, top, hidden } = server
  const able: Ability = {
    guildId,
    botId: services.client.user.id,
    permissions,
    top,
    at: discordNow(services),
    kept: keptFiles(services, guildId, ids),
  }
  const now = seenOrGood(server, attack, ids)
  const inUse = await usedByOthers(services, attack, server)
  return { damage: { ...attack, now, inUse, hidden: new Set([...hidden].map(ids.before)) }, able }
}

/** Kinds that the bot may not read count as unchanged: nothing is done to them. */
function seenOrGood({ state, unseen }: ServerNow, { knownGood }: AttackDamage, ids: IdMap): Damage['now'] {
  const now = byFirstIds(state, ids)
  return { ...now, ...Object.fromEntries([...unseen].map(kind => [kind, knownGood[kind]])) }
}
