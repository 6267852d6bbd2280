import type { Context, Parts } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import { UserError } from '#kit/errors.ts'
import type antinuke from '../contract.ts'
import { givenBypass } from '../engine/bypass.ts'
import { someMembers } from '../engine/membership.ts'
import { comparePlaces, type Member, type Powers, topOf } from '../engine/powers.ts'
import { currentPowers, rosterOf } from '../engine/roster.ts'
import { cursorNow, stateAt } from '../journal/state-at.ts'
import { harmfulPeople, rolesWithPower } from '../posture/holders.ts'
import { canBeStopped } from '../posture/score.ts'
import { type AttackKind, mostTargets, type ProfileName } from './contract.ts'
import type runDrill from './drill.task.ts'
import type { Ground } from './simulate.ts'

type Ctx = Context<typeof antinuke>

const drillTask = task<typeof runDrill>('features/antinuke/drill/drill', {
  place: 'thread',
  // A new thread first loads the library, which takes long on a machine with much else to do.
  deadlineMs: 30_000,
  mostWaiting: 2,
  tooMuch: 'The drill took too long and was stopped. Your server was not touched.',
})

/** The most roles in the table. */
const mostRoles = 15

export interface DrillWish {
  kind: 'role' | 'person'
  id: string
  attack: AttackKind
  rate: number
  profile: ProfileName
}

/** What somebody could destroy: everything that is below them, where Discord demands that. */
function targetsFor(ctx: Ctx, powers: Powers, attacker: Member): Ground['targets'] {
  const { guild } = ctx
  const top = topOf(powers, attacker.roles)
  const channels = [...guild.channels.cache.values()].filter(channel => !channel.isThread())
  const roles = [...powers.roles.values()].filter(
    role => !role.managed && role.id !== guild.id && comparePlaces(top, role) > 0,
  )
  const { people } = rosterOf(ctx, guild.id)
  const members = new Set([...guild.members.cache.keys(), ...someMembers(ctx, guild.id, mostTargets + people.size)])
  const bans = [...members].filter(id => id !== attacker.id && id !== powers.ownerId && !people.has(id))
  const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).slice(0, mostTargets)
  return { channels: ids(channels), roles: ids(roles), bans: bans.slice(0, mostTargets) }
}

/** The holder of a role who is hardest to stop; somebody imaginary where nobody holds it. */
function holderOf(roleId: string, people: readonly Member[], { own, powers }: Pick<Ground, 'own' | 'powers'>): Member {
  const holders = people.filter(one => one.roles.includes(roleId))
  const trusted = new Set([...own.extraOwners, ...own.whitelist])
  return (
    holders.find(one => !canBeStopped(powers, one)) ??
    holders.find(({ id }) => !trusted.has(id)) ??
    holders[0] ?? { id: roleId, bot: false, roles: [roleId] }
  )
}

/**
 * Lets somebody attack a copy of the server.
 * @param signal stops it
 * @throws UserError 404, 503, or 499 when it was stopped
 */
export async function drill(ctx: Ctx, { kind, id, ...attack }: DrillWish, signal?: AbortSignal) {
  const { guild, own, client } = ctx
  const powers = currentPowers(ctx, guild.id)
  if (!powers) throw new UserError('antinuke.drill', 'The server is still being read. Try again in a moment.', 503)
  const people: Member[] = harmfulPeople(ctx, powers).map(({ id: one, bot, roles }) => ({ id: one, bot, roles }))
  const role = kind === 'role' ? guild.roles.cache.get(id) : undefined
  const person = kind === 'person' ? people.find(one => one.id === id) : undefined
  if (kind === 'person' && id === powers.ownerId)
    throw new UserError('antinuke.drill', 'Nobody can stop the owner of a server, so there is nothing to try.', 404)
  if (!role && !person)
    throw new UserError(
      'antinuke.drill',
      'There is nobody like that with power in this server. Choose somebody else.',
      404,
    )
  const attacker = person ?? holderOf(id, people, { own, powers })
  const member = person && guild.members.cache.get(person.id)
  const named = rosterOf(ctx, guild.id).people.get(id)
  const roles = rolesWithPower(powers)
    .slice(0, mostRoles)
    .map(({ id: one }) => ({
      id: one,
      name: guild.roles.cache.get(one)?.name ?? one,
      people: people.filter(({ roles: held }) => held.includes(one)).length,
      holder: holderOf(one, people, { own, powers }),
    }))
  return ctx.workers.run(
    drillTask,
    {
      ground: {
        powers,
        own: { ...own },
        withoutBypass: new Set(
          people.flatMap(one => (givenBypass(ctx, guild.id, one.id) === undefined ? [] : [one.id])),
        ),
        targets: targetsFor(ctx, powers, attacker),
        at: ctx.now(),
      },
      attack: { attacker, ...attack },
      who: role?.name ?? member?.displayName ?? client.users.cache.get(id)?.displayName ?? named?.username ?? id,
      knownGood: stateAt(ctx, guild.id, cursorNow(ctx, guild.id)),
      able: {
        guildId: guild.id,
        botId: powers.self.id,
        permissions: powers.self.bits,
        top: powers.self.top.position,
        at: ctx.now(),
      },
      roles,
    },
    guild.id,
    signal,
  )
}

type Routes = NonNullable<Parts<typeof antinuke>['routes']>
export const routes: Pick<Routes, 'drill'> = { drill: ctx => drill(ctx, ctx.query, ctx.signal) }
