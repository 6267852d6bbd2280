/** What a server decides about one of my commands; an empty list decides nothing. */
export interface CommandRule {
  disabled: boolean
  /** Only who has one of these; it does not replace the rights that a command needs. */
  allowRoles: readonly string[]
  denyRoles: readonly string[]
  /** Only there, in their threads and, for a category, in its channels. */
  allowChannels: readonly string[]
  denyChannels: readonly string[]
}

/** Who uses a command, and where. */
interface RuleSubject {
  roleIds: ReadonlySet<string>
  /** The channel, what it is a thread of, and the category. */
  channelIds: readonly string[]
}

/** Why the rule keeps somebody from a command, as a sentence; undefined when it does not. Denying wins. */
export function refusalOf(rule: CommandRule, { roleIds, channelIds }: RuleSubject): string | undefined {
  const holdsAny = (list: readonly string[]) => list.some(id => roleIds.has(id))
  const isInAny = (list: readonly string[]) => list.some(id => channelIds.includes(id))
  if (rule.disabled) return 'That is switched off in this server.'
  if (holdsAny(rule.denyRoles)) return 'This server does not let one of your roles use that.'
  if (isInAny(rule.denyChannels)) return 'This server does not allow that in this channel.'
  if (rule.allowRoles.length > 0 && !holdsAny(rule.allowRoles)) return 'This server allows that to certain roles only.'
  if (rule.allowChannels.length > 0 && !isInAny(rule.allowChannels))
    return 'This server allows that in certain channels only.'
  return undefined
}
