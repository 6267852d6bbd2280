import { listed } from '#kit/permissions.ts'
import { invitesIn, isInviteHost } from '../text/invites.ts'
import { isDiscords, type Link, linksIn, within } from '../text/links.ts'
import { evidenceAt, type Rule } from './rule.ts'

export const links: Rule = {
  name: 'links',
  title: 'Links',
  reason: 'had a link',
  isOn: own => own.antiLinks,
  evaluate({ facts, own, maxEvidence }) {
    const readings = facts.readings()
    const found = linksIn(readings).filter(
      link =>
        !(facts.isName && link.bare) &&
        !within(link.host, own.allowedLinks) &&
        !(own.allowDiscordLinks && isDiscords(link)),
    )
    if (found.length === 0) return undefined
    const invites = invitesIn(facts.text, readings)
    // Only links to invite hosts count as invites: a link elsewhere may contain an invite too, but is still a link.
    const codeOf = (link: Link) =>
      isInviteHost(link)
        ? invites.find(({ start, end }) => start !== null && end !== null && start < link.end && end > link.start)?.code
        : undefined
    // While the invite rule is on, invites are left to it.
    const left = found
      .map(link => ({ ...link, code: codeOf(link) }))
      .filter(({ code }) => code === undefined || !(own.antiInvites || own.allowedInvites.includes(code)))
    if (left.length === 0) return undefined
    const codes = left.flatMap(({ code }) => code ?? [])
    return {
      sentence: `It links to ${listed([...new Set(left.map(({ host }) => host))].slice(0, maxEvidence))}.`,
      evidence: left.slice(0, maxEvidence).map(({ start, end }) => evidenceAt(facts, start, end)),
      ...(codes.length === left.length && { inviteCodes: [...new Set(codes)] }),
    }
  },
  clearSentence: () => 'It has no link, or only links to allowed domains.',
}
