import { signedChannelIn, roleNameIn } from '#web/app/guild-names.ts'
import type { Action, Automation, Design } from '#features/automations/design/contract.ts'
import { actionKind, triggerKind } from '#features/automations/design/kinds/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'

const few = (names: readonly string[]) =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(' and ')

/** 'A message is written in #general and #market' */
export function triggerWords({ trigger }: Pick<Design, 'trigger'>, guild: GuildCore | undefined): string {
  const { label } = triggerKind(trigger.kind)
  const { kind, channels, roles } = trigger
  if ((kind === 'role_given' || kind === 'role_taken') && roles.length > 0)
    return `${label}: ${few(roles.map(id => roleNameIn(guild, id)))}`
  if (channels.length === 0 || !triggerKind(kind).about.includes('channel')) return label
  return `${label} in ${few(channels.map(id => signedChannelIn(guild, id)))}`
}

/** 'Copy the message to #market' */
export function actionWords(one: Action, guild: GuildCore | undefined): string {
  const { label } = actionKind(one.kind)
  switch (one.kind) {
    case 'send':
      return one.channel_id === null ? label : `Send a message to ${signedChannelIn(guild, one.channel_id)}`
    case 'copy':
      return one.channel_id === null ? label : `${label} to ${signedChannelIn(guild, one.channel_id)}`
    case 'give_role':
      return one.role_id === null ? label : `Give the member the role ${roleNameIn(guild, one.role_id)}`
    case 'take_role':
      return one.role_id === null ? label : `Take the role ${roleNameIn(guild, one.role_id)} from the member`
    case 'react':
      return one.emoji === '' ? label : `${label} with ${emojiWords(one.emoji)}`
    case 'timeout':
      return `${label} for ${one.minutes} ${one.minutes === 1 ? 'minute' : 'minutes'}`
    default:
      return label
  }
}

/** An emoji as people type it: for a custom emoji its name alone. */
export const emojiWords = (written: string): string => written.replace(/^<a?(:\w+:)\d+>$/, '$1')

/** A note about an action besides its name, or about the permissions it needs. */
export function actionNote(one: Action, { bot, you }: { bot: readonly string[]; you: readonly string[] }): string {
  const { needs, asks = [] } = actionKind(one.kind)
  // Permissions that are needed in a channel are checked when it is saved: they depend on the channel.
  const told = needs.filter(name => !inChannels.has(name))
  const parts = one.kind === 'copy' ? ['With its author named and its files.'] : []
  const granted = told.filter(name => bot.includes(name))
  const lacking = told.filter(name => !bot.includes(name))
  const yours = [...told, ...asks].filter(name => !you.includes(name))
  if (granted.length > 0) parts.push(`Needs ${granted.map(permissionLabel).join(' and ')}: granted.`)
  if (lacking.length > 0) parts.push(`Needs ${lacking.map(permissionLabel).join(' and ')}, which the bot lacks.`)
  if (yours.length > 0) parts.push(`You lack ${yours.map(permissionLabel).join(' and ')}, so you cannot save it.`)
  return parts.join(' ')
}

const inChannels = new Set(['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles', 'ReadMessageHistory'])

/** The name in Discord's client. */
const permissionLabel = (name: string) =>
  name === 'ModerateMembers' ? 'Timeout Members' : name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')

export interface ShownState {
  label: string
  tone: 'success' | 'warning' | 'danger' | 'neutral'
}

/** An automation's state. */
export function stateOf({ on, paused, problems }: Pick<Automation, 'on' | 'paused' | 'problems'>): ShownState {
  if (paused) return { label: 'Paused', tone: 'danger' }
  if (on && problems.length > 0)
    return { label: problems.length === 1 ? '1 problem' : `${problems.length} problems`, tone: 'warning' }
  return on ? { label: 'On', tone: 'success' } : { label: 'Off', tone: 'neutral' }
}

/** '3 on, 1 off' */
export function countWords(automations: readonly Automation[]): string {
  const on = automations.filter(one => one.on).length
  return `${on} on, ${automations.length - on} off`
}
