import type { Guild } from 'discord.js'
import { comparePlaces, heldBy, type Member, type Powers } from '../engine/powers.ts'
import { stepsAgainst } from '../engine/punish/steps.ts'
import type { Punishment } from '../modules/contract.ts'
import { mostNamed, type Rung } from './contract.ts'
import { rolesWithPower } from './holders.ts'
import { anyPower, powersHeld } from './powers-held.ts'
import { canBeStopped } from './score.ts'
import type { NameOf } from './words.ts'

const words = {
  ban: 'ban',
  kick: 'kick',
  timeout: 'time out',
  strip: 'strip',
  defuse: 'take its power',
  'delete-webhook': 'delete',
} as const

/** What would be done against the one of them who is hardest to stop. */
function answerFor(powers: Powers, holders: readonly Member[], punishment: Punishment): Pick<Rung, 'answer' | 'steps'> {
  if (holders.length === 0) return { answer: 'unheld', steps: [] }
  if (holders.some(one => !canBeStopped(powers, one))) return { answer: 'out-of-reach', steps: [] }
  if (punishment === 'NONE') return { answer: 'none', steps: [] }
  const steps = holders
    .map(one => stepsAgainst(punishment, one, powers))
    .toSorted((left, right) => left.length - right.length)[0]
  return { answer: 'steps', steps: [...new Set(steps?.map(({ do: what }) => words[what]))] }
}

/**
 * Who holds which power: the owner, the roles with power from the highest down, those to whom a channel gives it, and
 * everybody.
 */
export function ladderOf(
  guild: Guild,
  powers: Powers,
  people: readonly Member[],
  { punishment, nameOf }: { punishment: Punishment; nameOf: NameOf },
): Rung[] {
  const named = (holders: readonly Member[]) => ({
    people: holders.slice(0, mostNamed).map(nameOf),
    count: holders.length,
    bots: holders.filter(({ bot }) => bot).length,
  })
  const nobody = { people: [], count: 0, bots: 0, colour: 0 }
  const everyone = powers.roles.get(guild.id)
  const roles = rolesWithPower(powers).map((role): Rung => {
    const holders = people.filter(one => one.roles.includes(role.id))
    const { name = '', colors } = guild.roles.cache.get(role.id) ?? {}
    return {
      kind: 'role',
      id: role.id,
      name,
      colour: colors?.primaryColor ?? 0,
      above: comparePlaces(powers.self.top, role) <= 0,
      ...named(holders),
      powers: powersHeld(role.own, role.bits),
      ...answerFor(powers, holders, punishment),
    }
  })
  const members = people
    .filter(({ id }) => ((powers.members.get(id) ?? 0n) & anyPower & ~powers.everyone) !== 0n)
    .map(
      (one): Rung => ({
        kind: 'member',
        id: one.id,
        name: nameOf(one).name,
        colour: 0,
        above: !canBeStopped(powers, one),
        ...named([one]),
        powers: powersHeld(0n, heldBy({ ...powers, everyone: 0n, roles: new Map() }, one)),
        ...answerFor(powers, [one], punishment),
      }),
    )
  const all = powersHeld(powers.everyone, everyone?.bits ?? 0n)
  return [
    {
      ...nobody,
      kind: 'owner',
      id: guild.ownerId,
      name: 'Guild Owner',
      above: false,
      people: [nameOf({ id: guild.ownerId, bot: false })],
      count: 1,
      powers: powersHeld(~0n, ~0n),
      answer: 'nobody-can',
      steps: [],
    },
    ...roles,
    ...members,
    {
      ...nobody,
      kind: 'everyone',
      id: guild.id,
      name: '@everyone',
      above: false,
      count: guild.memberCount,
      powers: all,
      answer: Object.values(all).every(one => one === 'none') ? 'no-power' : 'none',
      steps: [],
    },
  ]
}
