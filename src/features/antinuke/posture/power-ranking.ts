import type { Guild } from 'discord.js'
import { comparePlaces, heldBy, type Member } from '../engine/powers.ts'
import { stepsAgainst } from '../engine/punish/steps.ts'
import { modules } from '../modules/contract.ts'
import { mostNamed, type Rung } from './contract.ts'
import { rolesWithPower } from './holders.ts'
import { anyPower, powersHeld } from './powers-held.ts'
import { canBeStopped, outcomesFor, type Values } from './score.ts'
import type { NameOfMember } from './words.ts'

const words = {
  ban: 'ban',
  kick: 'kick',
  timeout: 'time out',
  strip: 'strip',
  defuse: 'take its power',
  'delete-webhook': 'delete',
} as const

/** What would be done against the holder who is hardest to stop. */
function answerFor(values: Values, holders: readonly Member[]): Pick<Rung, 'answer' | 'steps'> {
  const { powers, settings } = values
  if (holders.length === 0) return { answer: 'unheld', steps: [] }
  if (holders.some(one => !canBeStopped(powers, one))) return { answer: 'out-of-reach', steps: [] }
  const all = holders.map(one => outcomesFor(values, one))
  if (all.some(outcomes => outcomes.has('trusted'))) return { answer: 'trusted', steps: [] }
  if (all.some(outcomes => !outcomes.has('stopped'))) return { answer: 'none', steps: [] }
  const used = modules.map(({ key }) => settings.modulePunishments[key] ?? settings.punishment)
  const punishment = settings.punishment === 'NONE' ? used.find(one => one !== 'NONE') : settings.punishment
  const steps = holders
    .map(one => stepsAgainst(punishment ?? 'NONE', one, powers))
    .toSorted((left, right) => left.length - right.length)[0]
  const answer = all.some(outcomes => outcomes.has('let-pass')) ? 'in-part' : 'steps'
  return { answer, steps: [...new Set(steps?.map(({ do: what }) => words[what]))] }
}

/**
 * Returns who holds which power: the owner, the roles with power from the highest down, members to whom a channel gives
 * power, and @everyone.
 */
export function ladderOf(guild: Guild, values: Values, nameOf: NameOfMember): Rung[] {
  const { powers, people } = values
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
      ...answerFor(values, holders),
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
        ...answerFor(values, [one]),
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
