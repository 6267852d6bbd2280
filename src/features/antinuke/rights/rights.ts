import type { GuildMember } from 'discord.js'
import type { Need } from '#contract'
import type { Context, Parts, Services } from '#kernel/feature.ts'
import antinuke, { type AntinukeSettings } from '../contract.ts'
import type { UserAccess } from './contract.ts'
import { accessOf, standingIn, standingOf } from './access-level.ts'

type Flag = Exclude<keyof UserAccess, 'level' | 'message'>

const flagged = (flag: Flag) => (ctx: Context<typeof antinuke>, member: GuildMember) =>
  accessOf(standingIn(ctx, member))[flag]

/** The rights of this feature. Refusals are the documented sentences, where there are any. */
export const rights = {
  view: {
    title: 'a place on the whitelist',
    refusal: 'You are not authorized to access this section.',
    holds: (ctx: Context<typeof antinuke>, member: GuildMember) => standingIn(ctx, member) !== 'none',
  },
  edit: {
    title: 'extra owner',
    refusal: 'You do not have permission to modify antinuke settings.',
    holds: flagged('canEditSettings'),
  },
  modules: {
    title: 'extra owner',
    refusal: 'You do not have permission to modify protection modules.',
    holds: flagged('canManageModules'),
  },
  whitelist: {
    title: 'extra owner',
    refusal: 'You do not have permission to modify the whitelist.',
    holds: flagged('canManageWhitelist'),
  },
  extraOwners: {
    title: 'server owner',
    refusal: 'You do not have permission to modify extra owners: only the server owner has.',
    holds: flagged('canManageExtraOwners'),
  },
  bypassRole: {
    title: 'extra owner',
    refusal: 'You do not have permission to modify the bypass role.',
    holds: flagged('canManageBypassRole'),
  },
} satisfies Parts<typeof antinuke>['rights']

export const settingNeeds: Readonly<Partial<Record<keyof AntinukeSettings, Need>>> = {
  modules: 'antinuke.modules',
  modulePunishments: 'antinuke.modules',
  limits: 'antinuke.modules',
  whitelist: 'antinuke.whitelist',
  allowances: 'antinuke.whitelist',
  extraOwners: 'antinuke.extraOwners',
  bypassRole: 'antinuke.bypassRole',
  bypassPermissions: 'antinuke.bypassRole',
}

/** Neither Manage Server nor access that the owner gave counts here: this feature's own lists decide. */
export const levels: NonNullable<Parts<typeof antinuke>['levels']> = {
  refusal: 'Access denied',
  of: (ctx, member) =>
    (({ owner: 'manage', extra_owner: 'manage', whitelist: 'view', none: 'none' }) as const)[standingIn(ctx, member)],
}

/** Lets people on the lists open the server's pages, and protects them from moderation. */
export function supplyRights({ access, settings, now, live }: Services): void {
  settings.onChange(({ guildId, feature }) => {
    if (feature === antinuke.name) live.recheck(guildId)
  })
  const own = (guildId: string) => settings.read(guildId, antinuke)
  access.supply((guild, member) => (standingOf(guild, own(guild.id), member.id, now()) === 'none' ? 'none' : 'visit'), {
    byRole: (guild, roleId) => own(guild.id).bypassRole === roleId,
    most: 'visit',
  })
  access.protect((guild, userId) => {
    const lists = own(guild.id)
    const level = lists.enabled ? standingOf(guild, lists, userId, now()) : 'none'
    if (level !== 'extra_owner' && level !== 'whitelist') return undefined
    return {
      as: level === 'whitelist' ? 'on the anti-nuke whitelist' : 'an extra owner',
      by: 'the server owner or an extra owner',
      yieldsTo: moderator => accessOf(standingOf(guild, lists, moderator.id, now())).canManage,
    }
  })
}
