import { AudioLines, Folder, Hash, Megaphone, MessagesSquare, Radio } from 'lucide-react'
import { type ReactNode } from 'react'
import { RoleDot } from '../role-dot.tsx'
import type { ListChoice, ChoiceGroup } from './choices.ts'

/** A channel as the pickers need it. Types are Discord's channel types. */
export interface ChannelEntry {
  id: string
  name: string
  type: number
  parentId: string | null
  position: number
  botCanView: boolean
  botCanSend: boolean
  /** A channel that the user cannot see is offered only if it is already chosen. */
  callerCanView: boolean
  /** The same goes for a channel that is hidden from the bot, because nobody can tell who sees it. */
  hiddenFromBot: boolean
}

/** A role as the pickers need it. */
export interface RoleEntry {
  id: string
  name: string
  /** `#RRGGBB` */
  colour: string
  position: number
  assignable: boolean
  /** Why the bot cannot give it, and how to fix that. */
  reason: string | null
  /** Why the bot cannot take it. */
  takingReason: string | null
}

/** Why the bot cannot write in a channel, and how to fix that; undefined if it can. */
function channelProblem(channel: Pick<ChannelEntry, 'botCanView' | 'botCanSend'>): string | undefined {
  if (!channel.botCanView) return 'The bot cannot see this channel. Give it View Channel.'
  return channel.botCanSend ? undefined : 'The bot cannot write here. Give it Send Messages.'
}

const category = 4
const voiceLike = new Set([2, 13])
const icons: Record<number, ReactNode> = {
  2: <AudioLines />,
  [category]: <Folder />,
  5: <Megaphone />,
  13: <Radio />,
  15: <MessagesSquare />,
  16: <MessagesSquare />,
}
/** Discord's order: text-like channels above voice-like ones, then by position, then by age (ids grow). */
const inOrder = (a: ChannelEntry, b: ChannelEntry) =>
  Number(voiceLike.has(a.type)) - Number(voiceLike.has(b.type)) ||
  a.position - b.position ||
  a.id.length - b.id.length ||
  (a.id < b.id ? -1 : 1)

/** The channels to offer, given those already chosen: one that the user cannot see can be kept, but not chosen. */
export const offered = (channels: readonly ChannelEntry[], chosen: readonly (string | null)[]): ChannelEntry[] =>
  channels.filter(({ id, callerCanView }) => callerCanView || chosen.includes(id))

/**
 * Channels in the order of Discord's own list: those outside a category first, then category by category. Only `types`
 * are offered. `checkUse` disables channels that the bot cannot use, and says why.
 */
export function groupChannels(
  channels: readonly ChannelEntry[],
  types: readonly number[] = [0],
  checkUse = true,
): ChoiceGroup[] {
  const choice = (channel: ChannelEntry): ListChoice => {
    const hidden = channel.callerCanView || channel.hiddenFromBot ? undefined : 'You cannot see this channel.'
    const note = hidden ?? (checkUse || channel.hiddenFromBot ? channelProblem(channel) : undefined)
    const icon = icons[channel.type] ?? <Hash />
    return { value: channel.id, label: channel.name, icon, ...(note && { note, disabled: true }) }
  }
  const fitting = channels.filter(channel => types.includes(channel.type)).toSorted(inOrder)
  const categories = channels
    .filter(channel => channel.type === category && !types.includes(category))
    .toSorted(inOrder)
  const known = new Set(categories.map(one => one.id))
  const loose = fitting.filter(channel => channel.parentId === null || !known.has(channel.parentId))
  return [
    { choices: loose.map(choice) },
    ...categories.map(one => ({
      label: one.name,
      choices: fitting.filter(channel => channel.parentId === one.id).map(choice),
    })),
  ].filter(group => group.choices.length > 0)
}

/** What the bot will do with a chosen role. */
export type RoleUse = 'give' | 'take'

function roleProblem({ assignable, reason, takingReason }: RoleEntry, use: RoleUse | undefined): string | null {
  if (use === 'take') return takingReason
  return use === undefined || assignable ? null : (reason ?? 'The bot cannot give this role.')
}

/**
 * Roles from the highest down, without @everyone; those that the bot cannot give or take, if `use` requires it, are
 * disabled with the reason. They come last: they are the highest ones, and would fill the list before any that can be
 * chosen.
 */
export function listRoles(roles: readonly RoleEntry[], guildId?: string, use?: RoleUse): ChoiceGroup[] {
  const choices: ListChoice[] = roles
    .filter(role => role.id !== guildId)
    .toSorted((a, b) => b.position - a.position || (a.id < b.id ? -1 : 1))
    .map(role => {
      const note = roleProblem(role, use)
      return {
        value: role.id,
        label: role.name,
        icon: <RoleDot colour={role.colour} />,
        ...(note !== null && { note, disabled: true }),
      }
    })
  const groups: ChoiceGroup[] = [
    { choices: choices.filter(({ disabled }) => !disabled) },
    { label: 'Cannot be chosen', choices: choices.filter(({ disabled }) => disabled) },
  ]
  return groups.filter(group => group.choices.length > 0)
}

/** Shown for a chosen channel or role that the guild no longer has. */
export const missingChannel = (value: string): ListChoice => ({
  value,
  label: 'a deleted channel',
  icon: <Hash />,
})
export const missingRole = (value: string): ListChoice => ({
  value,
  label: 'a deleted role',
  icon: <RoleDot colour="#000000" />,
})
