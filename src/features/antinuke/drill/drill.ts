import type { Context, Parts } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import { UserError } from '#kit/errors.ts'
import type antinuke from '../contract.ts'
import { comparePlaces, type Member, type Powers, topOf } from '../engine/powers.ts'
import { currentPowers, rosterOf } from '../engine/roster.ts'
import { cursorNow, stateAt } from '../journal/state-at.ts'
import { anyPower } from '../posture/powers-held.ts'
import { type AttackKind, mostTargets, type ProfileName } from './contract.ts'
import type runDrill from './drill.task.ts'
import type { Ground } from './simulate.ts'

type Ctx = Context<typeof antinuke>

const drillTask = task<typeof runDrill>('features/antinuke/drill/drill', {
  place: 'thread',
  // A new thread loads the library first, which takes long on a machine with much else to do.
  deadlineMs: 30_000,
  mostWaiting: 2,
  tooMuch: 'The drill took too long and was stopped. Your server was not touched.',
})

/** Roles in the table. */
const mostRoles = 15

export interface DrillWish {
  kind: 'role' | 'person'
  id: string
  attack: AttackKind
  rate: number
  profile: ProfileName
}

/** What somebody could destroy: what stands below them, as far as Discord goes by that. */
function targetsFor({ guild, memory }: Ctx, powers: Powers, attacker: Member): Ground['targets'] {
  const top = topOf(powers, attacker.roles)
  const channels = [...guild.channels.cache.values()].filter(channel => !channel.isThread())
  const roles = [...powers.roles.values()].filter(
    role => !role.managed && role.id !== guild.id && comparePlaces(top, role) > 0,
  )
  const { people } = rosterOf({ memory }, guild.id)
  const members = [...guild.members.cache.values()].filter(
    ({ id }) => id !== attacker.id && id !== powers.ownerId && !people.has(id),
  )
  const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).slice(0, mostTargets)
  return { channels: ids(channels), roles: ids(roles), bans: ids(members) }
}

/** @throws UserError 404, 503 */
export async function drill(ctx: Ctx, { kind, id, ...attack }: DrillWish) {
  const { guild, own, client } = ctx
  const powers = currentPowers(ctx, guild.id)
  if (!powers) throw new UserError('antinuke.drill', 'The server is still being read. Try again in a moment.', 503)
  const people: Member[] = [...rosterOf(ctx, guild.id).people.values()]
    .filter(({ goneAt, id: one }) => goneAt === undefined && one !== powers.self.id)
    .map(({ id: one, bot, roles }) => ({ id: one, bot, roles }))
  // Somebody who holds it, or somebody who might.
  const holderOf = (roleId: string): Member =>
    people.find(one => one.roles.includes(roleId) && one.id !== powers.ownerId) ?? {
      id: roleId,
      bot: false,
      roles: [roleId],
    }
  const role = kind === 'role' ? guild.roles.cache.get(id) : undefined
  const person = kind === 'person' ? people.find(one => one.id === id) : undefined
  if (!role && !person)
    throw new UserError('antinuke.drill', 'There is nobody like that with power in this server.', 404)
  const attacker = person ?? holderOf(id)
  const member = person && guild.members.cache.get(person.id)
  const roles = [...powers.roles.values()]
    .filter(({ id: one, bits }) => one !== guild.id && (bits & anyPower & ~powers.everyone) !== 0n)
    .filter(({ botId }) => botId !== powers.self.id)
    .toSorted((left, right) => comparePlaces(right, left))
    .slice(0, mostRoles)
    .map(({ id: one }) => ({
      id: one,
      name: guild.roles.cache.get(one)?.name ?? one,
      people: people.filter(({ roles: held }) => held.includes(one)).length,
      holder: holderOf(one),
    }))
  return ctx.workers.run(
    drillTask,
    {
      ground: { powers, own: { ...own }, targets: targetsFor(ctx, powers, attacker), at: ctx.now() },
      attack: { attacker, ...attack },
      who: role?.name ?? member?.displayName ?? client.users.cache.get(id)?.displayName ?? id,
      good: stateAt(ctx, guild.id, cursorNow(ctx, guild.id)),
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
  )
}

type Routes = NonNullable<Parts<typeof antinuke>['routes']>
export const routes: Pick<Routes, 'drill'> = { drill: ctx => drill(ctx, ctx.query) }
