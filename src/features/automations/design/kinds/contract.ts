/** The kinds of triggers, conditions and actions that an automation can have, with their labels. */

/** The things that are known when an automation starts. */
type About = 'message' | 'channel' | 'member' | 'present'

interface TriggerKind {
  value: string
  label: string
  /** 'present' is a member who is still in the server. */
  about: readonly About[]
}

export const triggers = [
  { value: 'message', label: 'A message is written', about: ['message', 'channel', 'member', 'present'] },
  { value: 'reaction', label: 'A reaction is added', about: ['message', 'channel', 'member', 'present'] },
  { value: 'join', label: 'A member joins', about: ['member', 'present'] },
  { value: 'leave', label: 'A member leaves', about: ['member'] },
  { value: 'role_given', label: 'A member gets a role', about: ['member', 'present'] },
  { value: 'role_taken', label: 'A member loses a role', about: ['member', 'present'] },
  { value: 'voice', label: 'A member joins a voice channel', about: ['channel', 'member', 'present'] },
] as const satisfies readonly TriggerKind[]
export type Trigger = (typeof triggers)[number]['value']

export const triggerKind = (value: Trigger): TriggerKind => triggers.find(one => one.value === value) ?? triggers[0]

/** The authors whose messages count. The bot's own messages count only if an automation sent them. */
export const writers = [
  { value: 'people', label: 'Everybody but bots' },
  { value: 'everybody', label: 'Everybody, bots too' },
  { value: 'automations', label: 'Everybody, bots and automations too' },
] as const
export type Writer = (typeof writers)[number]['value']

/** The kind of value that a condition compares with. */
type Operand = 'words' | 'role' | 'channels' | 'number' | 'age' | 'none'

interface ConditionKind {
  value: string
  /** Who or what it is about. */
  subject: 'Message' | 'Member' | 'Channel'
  /** The words between its subject and its operand. */
  label: string
  operand: Operand
  unit?: string
}

export const conditions = [
  { value: 'contains', subject: 'Message', label: 'contains any of', operand: 'words' },
  { value: 'contains_none', subject: 'Message', label: 'contains none of', operand: 'words' },
  { value: 'length_from', subject: 'Message', label: 'has at least', operand: 'number', unit: 'characters' },
  { value: 'length_to', subject: 'Message', label: 'has at most', operand: 'number', unit: 'characters' },
  { value: 'file', subject: 'Message', label: 'has a file', operand: 'none' },
  { value: 'no_file', subject: 'Message', label: 'has no file', operand: 'none' },
  { value: 'link', subject: 'Message', label: 'has a link', operand: 'none' },
  { value: 'no_link', subject: 'Message', label: 'has no link', operand: 'none' },
  { value: 'mentions', subject: 'Message', label: 'mentions at least', operand: 'number', unit: 'members' },
  { value: 'has_role', subject: 'Member', label: 'has the role', operand: 'role' },
  { value: 'lacks_role', subject: 'Member', label: 'lacks the role', operand: 'role' },
  { value: 'joined_less', subject: 'Member', label: 'joined less than', operand: 'age' },
  { value: 'joined_more', subject: 'Member', label: 'joined more than', operand: 'age' },
  { value: 'account_less', subject: 'Member', label: 'has an account younger than', operand: 'age' },
  { value: 'account_more', subject: 'Member', label: 'has an account older than', operand: 'age' },
  { value: 'name', subject: 'Member', label: 'has a name with any of', operand: 'words' },
  { value: 'channel_is', subject: 'Channel', label: 'is one of', operand: 'channels' },
  { value: 'channel_not', subject: 'Channel', label: 'is none of', operand: 'channels' },
] as const satisfies readonly ConditionKind[]
export type ConditionName = (typeof conditions)[number]['value']
export type Subject = ConditionKind['subject']

export const conditionKind = (value: ConditionName): ConditionKind =>
  conditions.find(one => one.value === value) ?? conditions[0]

/**
 * Whether a trigger supplies what a condition asks about. The text of a message is known only if the message is the
 * trigger.
 */
export function asksKnown(trigger: Trigger, { subject }: ConditionKind): boolean {
  if (subject === 'Message') return trigger === 'message'
  return triggerKind(trigger).about.includes(subject === 'Channel' ? 'channel' : 'member')
}

interface ActionKind {
  value: string
  label: string
  /** What must still exist for the action. */
  takes: About | 'nothing'
  /** What no longer exists after the action. */
  ends?: 'message' | 'present'
  /** The permissions, by Discord's names, that both the bot and the member who saves it need. */
  needs: readonly string[]
  /** Further permissions that the member who saves it needs. */
  asks?: readonly string[]
  /** Checked again when it runs, against the rights of the member who saved it. */
  guarded?: true
}

export const actions = [
  { value: 'send', label: 'Send a message to a channel', takes: 'nothing', needs: ['ViewChannel', 'SendMessages'] },
  {
    value: 'reply',
    label: 'Reply to the message',
    takes: 'message',
    needs: ['ViewChannel', 'SendMessages', 'ReadMessageHistory'],
  },
  { value: 'dm', label: 'Send the member a message', takes: 'present', needs: [] },
  {
    value: 'copy',
    label: 'Copy the message',
    takes: 'message',
    needs: ['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles'],
    guarded: true,
  },
  {
    value: 'delete',
    label: 'Delete the message',
    takes: 'message',
    ends: 'message',
    needs: ['ManageMessages'],
    guarded: true,
  },
  { value: 'react', label: 'React to the message', takes: 'message', needs: ['AddReactions', 'ReadMessageHistory'] },
  { value: 'thread', label: 'Open a thread at the message', takes: 'message', needs: ['CreatePublicThreads'] },
  { value: 'give_role', label: 'Give the member a role', takes: 'present', needs: ['ManageRoles'], guarded: true },
  { value: 'take_role', label: 'Take a role from the member', takes: 'present', needs: ['ManageRoles'], guarded: true },
  {
    value: 'warn',
    label: 'Warn the member',
    takes: 'present',
    needs: [],
    asks: ['KickMembers'],
    guarded: true,
  },
  { value: 'timeout', label: 'Time the member out', takes: 'present', needs: ['ModerateMembers'], guarded: true },
  {
    value: 'kick',
    label: 'Kick the member',
    takes: 'present',
    ends: 'present',
    needs: ['KickMembers'],
    guarded: true,
  },
  { value: 'ban', label: 'Ban the member', takes: 'present', ends: 'present', needs: ['BanMembers'], guarded: true },
] as const satisfies readonly ActionKind[]
export type ActionName = (typeof actions)[number]['value']

export const actionKind = (value: ActionName): ActionKind => actions.find(one => one.value === value) ?? actions[0]

/** The actions that have a text, with its name and the longest length that Discord accepts. */
export const texts: Readonly<Partial<Record<ActionName, { label: string; max: number; optional?: true }>>> = {
  send: { label: 'Message', max: 2000 },
  reply: { label: 'Reply', max: 2000 },
  dm: { label: 'Message', max: 2000 },
  thread: { label: 'Name of the thread', max: 100 },
  warn: { label: 'Reason', max: 400, optional: true },
  timeout: { label: 'Reason', max: 400, optional: true },
  kick: { label: 'Reason', max: 400, optional: true },
  ban: { label: 'Reason', max: 400, optional: true },
}

export const units = [
  { value: 'minutes', label: 'minutes', ms: 60_000 },
  { value: 'hours', label: 'hours', ms: 3_600_000 },
  { value: 'days', label: 'days', ms: 86_400_000 },
] as const
export type Unit = (typeof units)[number]['value']
