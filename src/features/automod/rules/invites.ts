import { invitesIn } from '../text/invites.ts'
import { quoted, type Rule } from './rule.ts'

export const invites: Rule = {
  name: 'invites',
  title: 'Invites',
  reason: 'had an invite to another server',
  on: own => own.antiInvites,
  judge({ facts, own, most }) {
    const found = invitesIn(facts.text, facts.readings()).filter(({ code }) => !own.allowedInvites.includes(code))
    if (found.length === 0) return undefined
    return {
      sentence: `It has an invite (${[...new Set(found.map(({ code }) => code))].slice(0, 3).join(', ')}).`,
      evidence: found
        .slice(0, most)
        .map(({ code, start, end }) =>
          start === null || end === null ? { text: code, start, end } : quoted(facts, start, end),
        ),
      codes: [...new Set(found.map(({ code }) => code))],
    }
  },
  clear: () => 'It has no invite, or only allowed ones.',
}
