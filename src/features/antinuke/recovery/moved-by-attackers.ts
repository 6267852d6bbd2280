import { PermissionFlagsBits } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { bitsOf, mayDo } from '../engine/danger.ts'
import type { Attack } from '../engine/attack.ts'
import { sameValue } from '../journal/object-state.ts'
import { movedIn } from '../journal/moved-objects.ts'
import { objectKey, type ServerState } from '../journal/objects.ts'
import { cursorNow, type JournalChange, stateAt } from '../journal/state-at.ts'
import { idsIn, type Touched } from './steps.ts'

/** How shortly before or after something that the attackers did a move counts as theirs (ms). */
const nearMs = 5000

const kinds = ['role', 'channel'] as const
const needed = { role: PermissionFlagsBits.ManageRoles, channel: PermissionFlagsBits.ManageChannels }

/** Whether one of these people could do something in the server as it was; true where nobody is known. */
export function couldDoThere(
  needs: bigint,
  { member, role }: ServerState,
  guildId: string,
  people: readonly string[],
): boolean {
  const bits = (id: string) => bitsOf(role.get(id)?.['permissions'])
  const heldBy = (id: string) => idsIn(member.get(id)?.['roles']).reduce((sum, one) => sum | bits(one), bits(guildId))
  return people.length === 0 || people.some(id => mayDo(heldBy(id), needs))
}

/**
 * Returns whether a change that names nobody came while the attackers were active.
 * @param isTheirs whether the attackers made a change
 * @param until after this, nothing that names nobody counts as theirs (Unix ms)
 */
export function nearTheirs(
  changes: readonly JournalChange[],
  isTheirs: (change: JournalChange) => boolean,
  until: number,
): (change: JournalChange) => boolean {
  const times = changes.filter(isTheirs).map(({ at }) => at)
  return ({ at }) => at <= until && times.some(time => Math.abs(time - at) <= nearMs)
}

const isMove = ({ kind, actorId, before, after }: JournalChange): boolean =>
  (kind === 'role' || kind === 'channel') &&
  actorId === null &&
  before !== null &&
  after !== null &&
  !sameValue(before['position'], after['position'])

/**
 * What was moved while the attackers were active, and not again since. Discord has no entry for moves and names nobody,
 * so the time decides, and what the attackers could do.
 * @param changes of the journal since just before the attack
 */
export function movedMeanwhile(
  services: Services,
  guildId: string,
  knownGood: ServerState,
  {
    attackers,
    changes,
    isNear,
  }: Pick<Attack, 'attackers'> & {
    changes: readonly JournalChange[]
    isNear(change: JournalChange): boolean
  },
): Touched[] {
  const moves = changes.filter(change => isMove(change) && isNear(change))
  const last = moves.at(-1)
  if (!last) return []
  const named = new Set(moves.map(objectKey))
  const then = stateAt(services, guildId, last.cursor, kinds)
  const now = stateAt(services, guildId, cursorNow(services, guildId), kinds)
  return kinds.flatMap(kind => {
    if (!couldDoThere(needed[kind], knownGood, guildId, attackers)) return []
    const since = movedIn(kind, then[kind], now[kind])
    return [...movedIn(kind, knownGood[kind], then[kind])].flatMap(id =>
      named.has(objectKey({ kind, id })) && !since.has(id) ? [{ kind, id, fields: ['position'] }] : [],
    )
  })
}
