/** A server's rule for one of the bot's commands; an empty list restricts nothing. */
export interface CommandRule {
  disabled: boolean
  /** Only members with one of these roles may use it; the rights that the command needs still apply. */
  allowRoles: readonly string[]
  denyRoles: readonly string[]
  /** It works only in these channels, in their threads and, for a category, in its channels. */
  allowChannels: readonly string[]
  denyChannels: readonly string[]
}

/** Who uses a command, and where. */
interface RuleSubject {
  roleIds: ReadonlySet<string>
  /** The channel, its parent channel when it is a thread, and the category. */
  channelIds: readonly string[]
}

/** Why the rule refuses somebody a command, as a sentence; undefined when it does not. Denying takes precedence. */
export function ruleRefusal(rule: CommandRule, { roleIds, channelIds }: RuleSubject): string | undefined {
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
