import {
  calculateUserDefaultAvatarIndex,
  GuildMFALevel,
  type GuildMember,
  PermissionFlagsBits as P,
  type Role,
} from 'discord.js'
import type { Context, Parts } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { permissionName } from '#kit/permissions.ts'
import antinuke from '../contract.ts'
import { givenBypass } from '../engine/bypass.ts'
import { mayDo } from '../engine/danger.ts'
import type { Member } from '../engine/powers.ts'
import { currentPowers, rosterOf } from '../engine/roster.ts'
import { modules } from '../modules/contract.ts'
import { standingListeners } from '../tamper/own-standing.ts'
import type { ShownPosture, Somebody } from './contract.ts'
import { harmfulPeople } from './holders.ts'
import { ladderOf } from './power-ranking.ts'
import { canBeStopped, costsOf, isStoppable, outcomesFor, powerful, rightKeys, scoreOf, type Values } from './score.ts'
import { fixFor, sentenceFor, shownCost } from './words.ts'

type Ctx = Context<typeof antinuke>

/** Collects the facts for the score. @throws UserError 503 before the library knows the server */
function valuesOf(ctx: Ctx): Values {
  const { guild, own } = ctx
  const powers = currentPowers(ctx, guild.id)
  if (!powers || !guild.members.me) throw new UserError('antinuke.posture', 'Could not read roles. Try again.', 503)
  const people = harmfulPeople(ctx, powers)
  return {
    powers,
    people,
    settings: own,
    secondFactor: guild.mfaLevel === GuildMFALevel.Elevated,
    withoutBypass: new Set(people.flatMap(({ id }) => (givenBypass(ctx, guild.id, id) === undefined ? [] : [id]))),
    at: ctx.now(),
  }
}

/** Names and pictures from what the library knows: nothing is asked of Discord here. */
function namesIn({ guild, client, memory }: Ctx): (member: Pick<Member, 'id' | 'bot'>) => Somebody {
  const { people } = rosterOf({ memory }, guild.id)
  return ({ id, bot }) => {
    const member = guild.members.cache.get(id)
    const user = member?.user ?? client.users.cache.get(id)
    const { username, avatar } = people.get(id) ?? {}
    const look = { extension: 'png', size: 64 } as const
    const { cdn } = client.rest
    return {
      id,
      bot,
      name: member?.displayName ?? user?.displayName ?? username ?? id,
      avatarURL:
        (member ?? user)?.displayAvatarURL(look) ??
        (avatar ? cdn.avatar(id, avatar, look) : cdn.defaultAvatar(calculateUserDefaultAvatarIndex(id))),
    }
  }
}

/** The posture of the server, from what is known at the moment. */
function postureOf(ctx: Ctx): ShownPosture {
  const {
    guild,
    config: { productName },
  } = ctx
  const values = valuesOf(ctx)
  const { powers } = values
  const nameOf = namesIn(ctx)
  const costs = costsOf(values)
  const holders = powerful(values)
  const beyond = holders.filter(one => !canBeStopped(powers, one))
  return {
    score: scoreOf(costs),
    sentence: sentenceFor(
      costs,
      holders.length,
      holders.filter(one => outcomesFor(values, one).has('trusted')).length,
      productName,
    ),
    costs: costs.map(cost => shownCost(cost, nameOf, productName)),
    ladder: ladderOf(guild, values, nameOf),
    stoppable: holders.filter(one => isStoppable(values, one)).length,
    powerful: holders.length,
    fixes: beyond.map(one => fixFor(guild, powers, one, nameOf, productName)),
    rights: rightKeys.map(right => ({ name: permissionName(right), held: mayDo(powers.self.bits, P[right]) })),
    botName: guild.members.me?.displayName ?? productName,
  }
}

/** The settings that remove a cost. @throws UserError 404 where no setting does */
function patchFor(own: Ctx['own'], key: string): Parameters<Ctx['change']>[0] {
  if (key === 'off') return { enabled: true }
  if (key === 'recovery') return { autoRecovery: true }
  const module = modules.find(one => `module-${one.key}` === key)
  if (!module) throw new UserError('antinuke.posture', 'There is no such setting.', 404)
  return { modules: { ...own.modules, [module.key]: true } }
}

type Routes = NonNullable<Parts<typeof antinuke>['routes']>
export const routes: Pick<Routes, 'posture' | 'repairPosture'> = {
  posture: postureOf,
  async repairPosture(ctx) {
    const { key } = ctx.body
    await ctx.change(patchFor(ctx.own, key), { userId: ctx.user.id, via: 'api' })
    return postureOf(ctx)
  },
}

const tell = ({ live, guild }: Ctx) => live.publish(guild.id, antinuke, 'postureLive', 'changed', {})

/** Listeners for everything that the posture depends on; open pages are updated at once. */
export const postureListeners = {
  ...standingListeners,
  roleCreate: tell,
  roleDelete(ctx: Ctx) {
    standingListeners.roleDelete(ctx)
    tell(ctx)
  },
  channelUpdate: tell,
  roleUpdate(ctx: Ctx, before: Role, after: Role) {
    standingListeners.roleUpdate(ctx, before, after)
    tell(ctx)
  },
  guildMemberUpdate(ctx: Ctx, before: unknown, after: GuildMember) {
    standingListeners.guildMemberUpdate(ctx, before, after)
    tell(ctx)
  },
  guildMemberRemove: tell,
  guildUpdate: tell,
}
