import { formatDuration } from '#kit/duration.ts'
import type { Condition, Design } from '../design/contract.ts'
import { units } from '../design/kinds/contract.ts'
import type { JudgedFacts } from './facts.ts'

const spanMs = ({ count, unit }: Condition) => count * (units.find(({ value }) => value === unit)?.ms ?? 0)

/** Whether a condition is true. A condition about something unknown is false. */
function holds(one: Condition, { now, message, member, channelIds }: JudgedFacts): boolean {
  const roles = member?.roles
  // Compared with times from Discord's clock, which may be ahead of ours.
  const younger = (at: number | undefined) => (at === undefined ? undefined : now - at < spanMs(one))
  switch (one.kind) {
    case 'contains':
      return message !== undefined && message.phrases.firstOf(one.words) !== undefined
    case 'contains_none':
      return message !== undefined && message.phrases.firstOf(one.words) === undefined
    case 'length_from':
      return message !== undefined && [...message.text].length >= one.count
    case 'length_to':
      return message !== undefined && [...message.text].length <= one.count
    case 'file':
      return message !== undefined && message.files > 0
    case 'no_file':
      return message !== undefined && message.files === 0
    case 'link':
      return message?.hasLink === true
    case 'no_link':
      return message?.hasLink === false
    case 'mentions':
      return message !== undefined && message.mentions >= one.count
    case 'has_role':
      return one.role_id !== null && roles?.has(one.role_id) === true
    case 'lacks_role':
      return one.role_id !== null && roles?.has(one.role_id) === false
    case 'joined_less':
      return younger(member?.joinedAt) === true
    case 'joined_more':
      return younger(member?.joinedAt) === false
    case 'account_less':
      return younger(member?.createdAt) === true
    case 'account_more':
      return younger(member?.createdAt) === false
    case 'name':
      return member !== undefined && member.phrases.firstOf(one.words) !== undefined
    case 'channel_is':
      return one.channels.some(id => channelIds.includes(id))
    default:
      return channelIds.length > 0 && !one.channels.some(id => channelIds.includes(id))
  }
}

/**
 * Returns the conditions that are false, and whether the automation starts nonetheless. Without conditions, it always
 * starts.
 */
export function judge({ matches, conditions }: Pick<Design, 'matches' | 'conditions'>, facts: JudgedFacts) {
  const failed = conditions.filter(one => !holds(one, facts))
  const starts = matches === 'all' ? failed.length === 0 : conditions.length === 0 || failed.length < conditions.length
  return { starts, failed }
}

const ago = (at: number | undefined, now: number) =>
  at === undefined ? 'at an unknown time' : at > now ? 'just now' : `${formatDuration(now - at)} ago`

const counted = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

/** Why a condition is false, said about the member, message or channel: 'Has the role Trader'. */
export function describeFailure(
  one: Condition,
  { now, message, member }: JudgedFacts,
  roleName: (id: string) => string,
): string {
  const role = one.role_id === null ? 'no role' : roleName(one.role_id)
  if (
    one.kind.startsWith('joined') ||
    one.kind.endsWith('role') ||
    one.kind.startsWith('account') ||
    one.kind === 'name'
  )
    if (!member || (one.kind.endsWith('role') && !member.roles)) return 'Has left the server'
  switch (one.kind) {
    case 'contains':
      return 'Has none of the words'
    case 'contains_none':
      return `Has “${message?.phrases.firstOf(one.words) ?? ''}”`
    case 'length_from':
    case 'length_to':
      return `Has ${counted([...(message?.text ?? '')].length, 'character', 'characters')}`
    case 'file':
      return 'Has no file'
    case 'no_file':
      return 'Has a file'
    case 'link':
      return 'Has no link'
    case 'no_link':
      return 'Has a link'
    case 'mentions':
      return `Mentions ${counted(message?.mentions ?? 0, 'member', 'members')}`
    case 'has_role':
      return `Lacks the role ${role}`
    case 'lacks_role':
      return `Has the role ${role}`
    case 'joined_less':
    case 'joined_more':
      return `Joined ${ago(member?.joinedAt, now)}`
    case 'account_less':
    case 'account_more':
      return `Account created ${ago(member?.createdAt, now)}`
    case 'name':
      return 'Has none of the words in the name'
    case 'channel_is':
      return 'Is in none of the channels'
    default:
      return 'Is in one of the channels'
  }
}
