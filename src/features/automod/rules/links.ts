import { listed } from '#kernel/permissions.ts'
import { invitesIn } from '../text/invites.ts'
import { linksIn, within } from '../text/links.ts'
import { quoted, type Rule } from './rule.ts'

export const links: Rule = {
  name: 'links',
  title: 'Links',
  reason: 'had a link',
  on: own => own.antiLinks,
  judge({ facts, own, most }) {
    const readings = facts.readings()
    const found = linksIn(readings).filter(({ host }) => !within(host, own.allowedLinks))
    if (found.length === 0) return undefined
    // An invite is the invites rule's when that is on, and none of anybody's when it is allowed.
    const invites = invitesIn(facts.text, readings).filter(
      ({ code }) => own.antiInvites || own.allowedInvites.includes(code),
    )
    const left = found.filter(
      ({ start, end }) => !invites.some(invite => (invite.start ?? Infinity) < end && (invite.end ?? 0) > start),
    )
    if (left.length === 0) return undefined
    const hosts = [...new Set(left.map(({ host }) => host))].slice(0, most)
    return {
      sentence: `It links to ${listed(hosts)}.`,
      evidence: left.slice(0, most).map(({ start, end }) => quoted(facts, start, end)),
    }
  },
  clear: () => 'It has no link, or only links to allowed domains.',
}
