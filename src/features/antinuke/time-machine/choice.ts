import { inArray, and, eq } from 'drizzle-orm'
import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'
import { antinukeSanctions } from '../engine/table.ts'
import { stateAt } from '../journal/state-at.ts'
import { idMap } from '../recovery/id-map.ts'
import { wholeField } from '../recovery/overwrite-parts.ts'
import { idsIn, type Touched } from '../recovery/steps.ts'
import type { AttackDamage } from '../recovery/attack-store.ts'
import type { RestoreChoice } from './contract.ts'
import { structureKinds } from './compared.ts'
import { type Differences, differencesBetween, type Found, whyItStays } from './differences.ts'
import { firstMoment } from './recorded.ts'
import { readersNames } from './shown.ts'

export interface Chosen extends Differences {
  touched: Touched[]
  /** What was chosen, with the name that the person who chose knows it by. */
  things: { found: Found; name: string }[]
}

/**
 * Checks two moments. @throws UserError 400 when nothing is known about the first one, or the second comes before it
 */
export function demandKnown(services: Services, guildId: string, from: number, to: number): void {
  const first = firstMoment(services, guildId)
  if (!first || from < first.cursor)
    throw new UserError('antinuke.moment', 'Nothing is known about that moment. Choose a later one.')
  if (to < from) throw new UserError('antinuke.moments', 'A has to be before B.')
}

/**
 * Returns what somebody chose of the differences between two moments.
 * @throws UserError 409 for something that does not differ, or that cannot be chosen
 */
export async function chosenBetween(
  services: Services,
  viewer: GuildMember,
  { from, to, chosen }: { from: number; to: number; chosen: readonly RestoreChoice[] },
  signal?: AbortSignal,
): Promise<Chosen> {
  const guildId = viewer.guild.id
  demandKnown(services, guildId, from, to)
  const differences = await differencesBetween(services, guildId, { from, to }, signal)
  const { nameOf } = readersNames(services, viewer, differences, id => ({ id, name: null, avatarURL: null }))
  const byName = new Map(differences.found.map(one => [`${one.kind} ${one.id}`, one]))
  const wanted = new Map(chosen.map(one => [`${one.kind} ${one.id}`, one]))
  const things: Chosen['things'] = []
  const touched = [...wanted].map(([key, choice]): Touched => {
    const found = byName.get(key)
    const name = found ? nameOf(found) : null
    const fields = (choice.fields ?? found?.settable ?? []).flatMap(field => partsOf(field, found))
    const isWhole = found !== undefined && found.what !== 'changed'
    if (
      !found ||
      name === null ||
      whyItStays(found) !== null ||
      !(isWhole || fields.every(one => found.settable.includes(one)))
    )
      throw new UserError('antinuke.choice', 'What you chose is no longer among the differences. Compare again.', 409)
    things.push({ found, name })
    return isWhole ? { kind: found.kind, id: found.id } : { kind: found.kind, id: found.id, fields }
  })
  return { ...differences, touched, things }
}

/** The names under which a field is chosen: the overwrites of a channel are chosen one by one. */
function partsOf(field: string, found: Found | undefined): string[] {
  const parts = found?.settable.filter(one => one !== field && wholeField(one) === field) ?? []
  return parts.length > 0 ? parts : [field]
}

/** People who were punished and not pardoned: they get no roles back by this. */
const punishedIn = ({ db }: Services, guildId: string): string[] => [
  ...new Set(
    db
      .select({ userId: antinukeSanctions.userId })
      .from(antinukeSanctions)
      .where(and(eq(antinukeSanctions.guildId, guildId), inArray(antinukeSanctions.state, ['pending', 'done'])))
      .all()
      .map(({ userId }) => userId),
  ),
]

/** Returns what is to be put back, in the form that a recovery takes. @param cursor the moment whose state is wanted */
export function attackFor(
  services: Services,
  guildId: string,
  cursor: number,
  touched: readonly Touched[],
): AttackDamage {
  const ids = idMap(services, guildId)
  const roles = new Set(touched.flatMap(({ kind, id, fields }) => (kind === 'role' && !fields ? [id] : [])))
  const knownGood = { ...stateAt(services, guildId, cursor, structureKinds) }
  // Members get a recreated role back if they held it; no other members are looked at.
  const comesBack = [...knownGood.role.keys()].some(id => roles.has(ids.before(id)))
  if (comesBack) {
    const { member } = stateAt(services, guildId, cursor, ['member'])
    knownGood.member = new Map(
      [...member].filter(([, { roles: held }]) => idsIn(held).some(id => roles.has(ids.before(id)))),
    )
  }
  return { knownGood, touched, attackers: punishedIn(services, guildId) }
}
