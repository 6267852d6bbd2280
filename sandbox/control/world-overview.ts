import { rankOf } from '../world/guard.ts'
import { demoPassword } from '../rest/login.ts'
import type { Sandbox } from '../context.ts'
import type { Account, GuildState } from '../world/state.ts'

/** The role that an account plays in scripts. */
const parts: Record<string, string> = { rogue: 'Rogue admin', admin: 'Administrator' }
const partOf = (login: string) => {
  const bare = login.replace(/\d+$/, '')
  return parts[bare] ?? `${bare.charAt(0).toUpperCase()}${bare.slice(1)}`
}

function avatarUrl(sandbox: Sandbox, { id, avatar }: Account['user']): string {
  const cdn = `${sandbox.origin()}/cdn`
  return avatar === null ? `${cdn}/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png` : `${cdn}/avatars/${id}/${avatar}.png`
}

const topRole = (guild: GuildState, userId: string) => {
  const { top } = rankOf(guild, userId)
  return top === undefined || top.id === guild.guild.id ? undefined : guild.roles.get(top.id)?.name
}

const account = (sandbox: Sandbox, { login, user }: Account) => ({
  login,
  user_id: user.id,
  username: user.username,
  display_name: user.global_name ?? user.username,
  avatar_url: avatarUrl(sandbox, user),
  what: partOf(login),
  /** Guild id to the member's highest role there; null when they have none. */
  roles: Object.fromEntries(
    [...sandbox.world.guilds].flatMap(([id, guild]) =>
      guild.members.has(user.id)
        ? [[id, guild.guild.owner_id === user.id ? 'Owner' : (topRole(guild, user.id) ?? null)]]
        : [],
    ),
  ),
})

/** The people one can act as, in the order of their creation. */
export const people = (sandbox: Sandbox) =>
  [...sandbox.world.accounts.values()].filter(({ bot }) => !bot).map(each => account(sandbox, each))

/** The whole world in one answer, for the stage and for scripts. Its only secrets are the public ones of the demo. */
export function overview(sandbox: Sandbox) {
  const { world, conditions } = sandbox
  const [application] = world.applications.values()
  return {
    seed: world.seed,
    now: sandbox.now(),
    password: demoPassword,
    accounts: people(sandbox),
    guilds: [...world.guilds.values()].map(({ guild, members, unavailable }) => ({
      id: guild.id,
      name: guild.name,
      icon_url: guild.icon === null ? null : `${sandbox.origin()}/cdn/icons/${guild.id}/${guild.icon}.png`,
      owner_id: guild.owner_id,
      member_count: members.size,
      bot_present: application !== undefined && members.has(application.botUserId),
      unavailable,
    })),
    application: application && { id: application.id, name: application.name, bot_user_id: application.botUserId },
    conditions: { ...conditions, failNext: conditions.failNext ?? null },
  }
}
