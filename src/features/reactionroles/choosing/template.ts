import { gone } from '#kit/deleted/template.ts'
import { inert, timeTag } from '#kit/template.ts'
import type { MenuDesign } from '../menus/contract.ts'
import type { ChoosingOutcome, ChoosingRefusal } from './contract.ts'

/** The private answer to a member who chose. It depends on no service, so that a preview shows what the bot says. */

export interface ChoosingWords {
  /** A role's name; undefined if it was deleted. */
  roleName(id: string): string | undefined
  /** When the role is taken back (Unix ms). */
  until?: number | undefined
  /** Whether the role is due but cannot be given now. */
  withheld?: boolean
  /** Whether Discord did not let the bot take a role back. */
  kept?: boolean
}

const bold = ({ roleName }: ChoosingWords, id: string) => `**${inert(roleName(id) ?? gone.role)}**`

const either = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
const both = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

function refusalText(
  refusal: ChoosingRefusal,
  { most, required_roles, mode }: Pick<MenuDesign, 'most' | 'required_roles' | 'mode'>,
  roleId: string,
  words: ChoosingWords,
): string {
  switch (refusal.why) {
    case 'pending':
      return 'Accept the rules of this server first, then choose.'
    case 'required':
      return `To choose here you need ${either(required_roles.map(id => bold(words, id)))}.`
    case 'forbidden':
      return `Members with ${bold(words, refusal.roleId)} cannot choose here.`
    case 'bound':
      return refusal.choice.role_id === roleId
        ? `You chose ${bold(words, roleId)}, and that choice stays.`
        : `You chose ${bold(words, refusal.choice.role_id)} here, and that choice stays.`
    case 'full':
      return mode === 'binding'
        ? 'You have chosen here already, and that choice stays.'
        : `You have ${most === 1 ? 'a role' : `${most} roles`} of this menu already, as many as it gives. Give one back first.`
    case 'has':
      return `You have ${bold(words, roleId)} already.`
    default:
      return `You do not have ${bold(words, roleId)}.`
  }
}

/** @param roleId the role of the choice */
export function told(
  { give, take, refusal }: ChoosingOutcome,
  rules: Pick<MenuDesign, 'most' | 'required_roles' | 'mode'>,
  roleId: string,
  words: ChoosingWords,
): string {
  const back = take.map(one => bold(words, one.role_id))
  const wasTaken = words.kept
    ? `${both(back)} cannot be taken back right now. Tell the server’s team.`
    : back.length === 0
      ? ''
      : `${both(back)} ${back.length === 1 ? 'was' : 'were'} taken back.`
  if (give && words.withheld)
    return `${bold(words, give.role_id)} cannot be given right now. The server’s team is told why.`
  if (give) {
    const until = words.until === undefined ? '' : ` until ${timeTag(words.until, 'f')}`
    const has = `You have ${bold(words, give.role_id)} now${until}`
    return wasTaken === '' ? `${has}.` : `${has}; ${wasTaken}`
  }
  if (wasTaken !== '') return wasTaken
  return refusal ? refusalText(refusal, rules, roleId, words) : ''
}
