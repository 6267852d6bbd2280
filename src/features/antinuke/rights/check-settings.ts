import { isDeepStrictEqual } from 'node:util'
import { DiscordAPIError, type Guild, PermissionFlagsBits, RESTJSONErrorCodes } from 'discord.js'
import { assignedRoles } from '#kernel/settings/references.ts'
import type { Context, SettingsChange } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { joined } from '#kit/validation-messages.ts'
import type antinuke from '../contract.ts'
import type { AntinukeSettings } from '../contract.ts'
import { vitalPermissions } from './requirements.ts'

type Ctx = Context<typeof antinuke>
type Change = SettingsChange<typeof antinuke>

const added = (after: readonly string[], before: readonly string[]) => after.filter(id => !before.includes(id))

/** Why a role cannot be the bypass role. */
function bypassRoleProblem({ guild, features, settings }: Ctx, roleId: string): string | undefined {
  const role = guild.roles.cache.get(roleId)
  if (!role) return 'That role is not in this server.'
  if (role.id === guild.id) return 'Everybody has @everyone, so nobody would be stopped. Choose another role.'
  if (role.managed) return 'Discord or an integration manages this role. Choose another one.'
  const { me } = guild.members
  if (!me || me.roles.highest.comparePositionTo(role) <= 0)
    return 'That role is not below mine, so I cannot watch over it. Move mine up in Server Settings > Roles.'
  const giving = features.find(({ contract }) =>
    assignedRoles(contract.settings, settings.read(guild.id, contract)).has(roleId),
  )
  return giving && `${giving.contract.title} gives this role to members automatically. Remove it there first.`
}

/** Why somebody cannot be an extra owner. @throws Discord's errors, except that there is no such user */
async function extraOwnerProblem({ client }: Ctx, id: string): Promise<string | undefined> {
  try {
    const user = await client.users.fetch(id)
    return user.bot ? 'Bots cannot be extra owners. Whitelist them instead.' : undefined
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownUser)
      return 'There is no Discord user with this ID.'
    throw error
  }
}

const punishes = ({ punishment, modules, modulePunishments }: AntinukeSettings) =>
  JSON.stringify([punishment, modules, modulePunishments])

/** The missing permissions that anti-nuke needs to be switched on, or to use another punishment. */
function lackingPermissions({ members }: Guild, before: AntinukeSettings, after: AntinukeSettings) {
  if (!after.enabled || (before.enabled && punishes(before) === punishes(after))) return []
  const known = before.enabled ? vitalPermissions(before).map(({ permission }) => permission) : []
  return vitalPermissions(after).filter(
    ({ permission }) => !known.includes(permission) && !members.me?.permissions.has(PermissionFlagsBits[permission]),
  )
}

async function problemsOf(ctx: Ctx, { before, after }: Change): Promise<Record<string, string>> {
  const { guild } = ctx
  const problems: Record<string, string> = {}
  for (const key of ['extraOwners', 'whitelist'] as const) {
    const place = after[key].indexOf(guild.ownerId)
    if (place !== -1 && !before[key].includes(guild.ownerId))
      problems[`${key}.${place}`] = 'The server owner can already do everything and needs no entry.'
  }
  for (const id of added(after.extraOwners, before.extraOwners)) {
    const problem = await extraOwnerProblem(ctx, id)
    if (problem !== undefined) problems[`extraOwners.${after.extraOwners.indexOf(id)}`] ??= problem
  }
  for (const [place, { id, perHour, expiresAt }] of after.allowances.entries()) {
    const earlier = before.allowances.find(one => one.id === id)
    if (isDeepStrictEqual(earlier, { id, perHour, expiresAt })) continue
    if (!after.whitelist.includes(id)) problems[`allowances.${place}.id`] = 'They are not on the whitelist.'
    else if (expiresAt !== null && expiresAt !== earlier?.expiresAt && expiresAt <= ctx.now())
      problems[`allowances.${place}.expiresAt`] = 'Choose a time in the future.'
  }
  if (after.bypassRole !== null && after.bypassRole !== before.bypassRole) {
    const problem = bypassRoleProblem(ctx, after.bypassRole)
    if (problem !== undefined) problems['bypassRole'] = problem
  }
  const lacking = lackingPermissions(guild, before, after)
  if (lacking.length > 0) {
    const named = listed([...new Set(lacking.map(({ permission, why }) => `${permissionName(permission)} (${why})`))])
    problems[before.enabled ? 'punishment' : 'enabled'] =
      `I lack ${named}. Give that to my role in Server Settings > Roles first.`
  }
  return problems
}

/** Checks what the schema cannot. @throws UserError with a sentence for each invalid setting */
export async function demandSound(ctx: Ctx, change: Change): Promise<void> {
  const problems = await problemsOf(ctx, change)
  if (Object.keys(problems).length > 0) throw new UserError('antinuke.settings', joined(problems), 400, problems)
}
