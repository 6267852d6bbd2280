import type { APIEmbed } from 'discord.js'
import { shownChannel, shownRole } from '#kit/channel-or-role.ts'
import { cannotSee, isHidden } from '#kit/hidden-channel.ts'
import { colours } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { cut } from '#kit/template.ts'
import { modules, punishmentLabel } from '../modules/contract.ts'
import { isWhitelisted } from '../rights/access-level.ts'
import { problems, requires } from '../rights/requirements.ts'
import { waitingRequests } from '../tamper/requests.ts'
import type { Ctx } from './author.ts'

/** What is missing for anti-nuke to work, as lines. */
function configurationProblems(ctx: Ctx): string[] {
  const { guild, own } = ctx
  const log = own.logChannel === null ? undefined : guild.channels.cache.get(own.logChannel)
  const lacking = requires(ctx).filter(({ permission, channelId }) => {
    const { me } = guild.members
    if (!me) return false
    if (channelId === undefined) return !me.permissions.has(permission)
    const channel = guild.channels.cache.get(channelId)
    return channel !== undefined && !isHidden(channel) && !channel.permissionsFor(me).has(permission)
  })
  const named = [...new Set(lacking.map(({ permission }) => permissionName(permission)))]
  return [
    ...(named.length > 0 ? [`I lack ${listed(named)}.`] : []),
    ...problems(ctx).map(({ title, repair }) => `${title}. ${repair}`),
    ...(own.logChannel !== null && !guild.channels.cache.has(own.logChannel)
      ? ['The log channel was deleted. Choose another one.']
      : []),
    ...(log && isHidden(log) ? [`The log channel is hidden from me, so nothing is posted there. ${cannotSee}`] : []),
  ]
}

const hiddenStay = 'Channels that an attacker hides from me, too, stay hidden: I can only say which ones they are.'

/** All settings, and what keeps them from working. */
export function statusEmbed(ctx: Ctx): APIEmbed {
  const { own, guild, now } = ctx
  const lines = modules.map(({ key, label }) => {
    const punishment = own.modulePunishments[key]
    return `${own.modules[key] ? '🟢' : '⚪'} ${label}${punishment === null ? '' : `: ${punishmentLabel(punishment)}`}`
  })
  const listedNow = own.whitelist.filter(id => isWhitelisted(own, id, now()))
  const waiting = waitingRequests(ctx, guild.id).length
  const wrong = configurationProblems(ctx)
  const isBlindable = own.autoRecovery && guild.members.me?.permissions.has('Administrator') === false
  const values: [string, string][] = [
    ['Punishment', punishmentLabel(own.punishment)],
    ['Recovery', own.autoRecovery ? 'on' : 'off'],
    ['Log channel', own.logChannel === null ? 'none' : shownChannel(guild, own.logChannel)],
    ['Bypass role', own.bypassRole === null ? 'none' : shownRole(guild, own.bypassRole)],
    ['Extra owners', String(own.extraOwners.length)],
    ['Whitelist', String(listedNow.length)],
    ['Two-person confirmation', own.twoPersons ? 'on' : 'off'],
    ...(waiting > 0 ? [['Waiting', formatCount(waiting, 'change')] satisfies [string, string]] : []),
  ]
  return {
    color: wrong.length > 0 ? colours.warning : colours.brand,
    title: `Anti-nuke: ${own.enabled ? 'on' : 'off'}`,
    description: cut(lines.join('\n'), 2000),
    fields: [
      ...values.map(([name, value]) => ({ name, value, inline: true })),
      ...(wrong.length > 0 ? [{ name: 'What is missing', value: cut(wrong.join('\n'), 1024) }] : []),
      ...(isBlindable ? [{ name: 'Without Administrator', value: hiddenStay }] : []),
    ],
  }
}
