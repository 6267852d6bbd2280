import type { InviteCounts } from './counts.ts'
import type { Attribution } from './attribute.ts'

/** How somebody joined and how certain that is, as the answer to `inviter`. */
export function attributionText(name: string, attribution: Attribution | undefined): string {
  if (!attribution) return `I did not see ${name} join: invite tracking was off, or they were here before me.`
  const { via, certainty, inviterId, code } = attribution
  if (via === 'bot') return `${name} is a bot, added by somebody who manages this server.`
  if (via === 'unknown')
    return `I cannot tell how ${name} joined. No invite, or more than one, was used at that moment.`
  const verb = certainty === 'certain' ? 'came' : 'probably came'
  const doubt =
    certainty === 'certain'
      ? ''
      : ' This is not certain: several members joined at the same moment, or while I was offline.'
  if (via === 'vanity') return `${name} ${verb} by this server's own link, \`${code ?? ''}\`.${doubt}`
  const which = code === null ? 'one of the invites' : `the invite \`${code}\``
  const whose = inviterId === null ? ', whose creator is no longer known' : ` of <@${inviterId}>`
  return `${name} ${verb} by ${which}${whose}.${doubt}`
}

const amount = (count: number, one: string) => `**${count}** ${count === 1 ? one : `${one}s`}`

/** '**3** invites', counting only those that are still valid. */
export const invitesText = ({ effective }: InviteCounts): string => amount(effective, 'invite')
